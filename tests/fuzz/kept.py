"""Files of a data folder that mothlog wrote itself: damaged, or from somebody else."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache, partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from analytics.bots.evaluating import EVALUATOR, Evaluation
from analytics.experiments import Question, asked, ready_made
from analytics.simulation import Plan
from analytics.swings import Stand, steps_of
from domain.edition import content
from domain.games import GAMES, LEPIDOPTERY
from service import seeds
from service.cli import run
from service.evaluating import Evaluated, Gap
from service.experiments import answer_of
from service.queries import FILE, Plot, Queries, Saved
from service.runs import Runs
from service.transfer.kept import put
from service.wiring import build
from tests.fresh import fresh
from tests.fuzz.desk import desk_of, judged
from tests.fuzz.targets import BOTS, NOW, Target
from tests.fuzz.world import World

TUNE = ("tune", "lepidoptery", "--vary", "hand=8..9", "--aim", "rounds=6", "--aim", "balance")
TUNE += ("--bots", "random", "--games", "2", "--confirm", "2", "--trials", "2", "--workers", "1")

Good = Callable[[World], Iterable[bytes]]


def kept(world: World) -> Iterator[Target]:
    """Yield what reads such a file."""
    for name, good, attempt, share in (
        ("kept experiment", lambda _: [_answered()], _experiment, 1_000),
        ("kept evaluation", _evaluated, _evaluation, 1_000),
        ("kept tuning", lambda _: [_tuned()[1]], _tuning, 700),
        ("kept simulation", _begun, _simulation, 700),
        ("queries.json", _queries, _saved, 1_000),
    ):
        made: Good = good
        yield Target(
            name,
            lambda made=made: tuple(made(world)),  # type: ignore[misc]
            partial(attempt, world),
            share,
        )


def _fetched(world: World, *paths: str) -> bool:
    """Ask for pages; say whether all of them are there."""
    there = True
    for path in paths:
        answer = world.client.get(path)
        assert answer.status_code < 500, f"{answer.status_code} from {path}"
        there &= answer.status_code < 400
    return there


@cache
def _question() -> Question:
    box = content(seeds.edition(LEPIDOPTERY))
    ready = next(each for each in ready_made() if each.game is LEPIDOPTERY)
    return asked(ready, box, seats=2, bots=("random", "random"), games=4)


@cache
def _answered() -> bytes:
    with TemporaryDirectory() as folder:
        services = build(fresh(Path(folder)))
        try:
            return msgspec.json.encode(answer_of(services, _question()))
        finally:
            services.close()


def _experiment(world: World, raw: bytes) -> bool:
    key = _question().key
    put(world.services.data, f"experiments/{key}.json", raw)
    about = f"/experiments/about/{LEPIDOPTERY.command_name}"
    read = _fetched(world, f"/experiments/{key}", f"/api/experiments/{key}")
    return _fetched(world, about, "/api/experiments") and read


def _evaluated(world: World) -> Iterator[bytes]:
    for session in world.demo[::3]:
        steps, seats = steps_of(session), len(session.players)
        even = tuple(1 / seats for _ in range(seats))
        first = (0.9, *(0.1 / max(seats - 1, 1) for _ in range(seats - 1)))
        for gap in ((), (Gap(steps[-1], session.last_step, "too little is known"),)):
            known = steps[:-1] if gap else steps
            stands = tuple(
                Stand(step, Evaluation(even if nth < len(steps) // 2 else first, 200))
                for nth, step in enumerate(known)
            )
            yield msgspec.json.encode(
                Evaluated(
                    *(session.id.hex, session.version, "all", EVALUATOR, 200, NOW, stands), gaps=gap
                )
            )


def _evaluation(world: World, raw: bytes) -> bool:
    """Read it as that of the session which it names, or of the first one."""
    ids = [session.id for session in world.demo]
    id_ = next((each for each in ids if each.hex.encode() in raw), ids[0])
    put(world.services.data, f"evaluations/{id_.hex}-all.json", raw)
    base = f"/sessions/{id_}"
    pages = f"{base}/lines.json?view=all", f"{base}/evaluation?view=all", f"{base}?view=all"
    return _fetched(world, f"/api{base}/evaluation?view=all", *pages)


@cache
def _tuned() -> tuple[str, bytes]:
    """Return the name and the content of the file that a small search leaves."""
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        Path(folder, "bots.toml").write_bytes(BOTS)
        assert run(["--data", folder, *TUNE]) == 0
        (file,) = Path(folder, "tunings").iterdir()
        return file.name, file.read_bytes()


def _tuning(world: World, raw: bytes) -> bool:
    desk = desk_of(world)
    put(desk.data, f"tunings/{_tuned()[0]}", raw)
    ways = ((), ("--json",), ("--figure", "found.svg"), ("--save", "Mine", "--candidate", "1"))
    done = judged(*desk.run(*TUNE, *ways[len(raw) % len(ways)]))
    for added in (desk.data / "editions").rglob("*.toml"):
        added.unlink()
    return done


def _begun(_: World) -> Iterator[bytes]:
    for game in GAMES.values():
        plan = Plan(
            game=game.name,
            rules=seeds.rulebook(game).version,
            edition=content(seeds.edition(game)),
            options={},
            bots=("random",) * max(game.seats[0], 2),
            cast="",
            seed="twelve",
            tags=("a",),
        )
        with TemporaryDirectory() as folder:
            Runs(Path(folder)).begin(plan, 3, NOW)
            yield next(Path(folder).rglob("*.json")).read_bytes()


def _simulation(world: World, raw: bytes) -> bool:
    desk = desk_of(world)
    put(desk.data, "simulations/0123456789.json", raw)
    ways = (("--resume",), ("--resume", "--json"), ("--forget", "0"), ("--resume", "0"))
    return judged(*desk.run("simulate", *ways[len(raw) % len(ways)], "--workers", "1"))


def _queries(world: World) -> Iterator[bytes]:
    queries = Queries(world.services.data)
    for nth, game in enumerate(("", *GAMES)):
        plot = Plot("bar", "game", "sessions", "")
        queries.save(Saved("", f"Fights {nth}", "Why?", "SELECT 1", game, plot, NOW, "bots"))
        queries.remember(f"SELECT {nth}", "1 row", NOW)
    yield (world.services.data / FILE).read_bytes()


def _saved(world: World, raw: bytes) -> bool:
    desk = desk_of(world)
    put(world.services.data, FILE, raw)
    read = _fetched(world, "/sql")
    form = {"q": "SELECT 1", "name": "Mine", "game": "nocturnis"}
    for path, sent in (("/sql/save", form), ("/sql/saved/0f/remove", {}), ("/sql/forget", {})):
        assert world.client.post(path, data=sent).status_code < 500
    put(desk.data, FILE, raw)
    judged(*desk.run("query", "--saved", "Fights 1"))
    return read
