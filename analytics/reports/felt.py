"""Which feelings go with being behind, with few options, with waiting?"""

from collections import defaultdict
from functools import partial

from analytics.differences import Pair, difference_of_shares, sign
from analytics.figures import Part
from analytics.figures.stacks import shares
from analytics.findings import Answer, Cell, Figure, Unit
from analytics.intervals import TOO_FEW, Range, missing
from analytics.phrases import count, few, listed, number
from analytics.reports.clusters import Cells, ends, sessions_in, share_range, total
from analytics.reports.report import Definition, Moments, Numbers, Report
from domain.game import Game

LAST = 12  # rounds that stand by themselves; later ones are counted with this one

DEFINITION = Definition(
    text="Every feeling that was noted, by how the seat stood at that step: behind the best other "
    "seat, level or ahead; with few or many options, parted at the median of all feelings noted "
    "in turn; in turn, or waiting while the game waited for others; and by round. Ranges come from "
    "resampling whole sessions. A feeling is said to go with something only if the 95% range of "
    "the difference, widened for the twelve that are looked at, leaves out zero. That says what "
    "comes together, not what causes what.",
    version=1,
    date="2026-11-30",
    excludes="Where points are not known, and in a game that goes on with hidden hands, a feeling "
    "counts for no lead. Options count only in turn, and only once the session is over.",
)

FEELINGS = {"fun": "ink", "tense": "hatch", "confused": "grey", "bored": "outline"}
"""Feelings, each with the look of its part of a bar."""

GROUPS = {
    "all": "All",
    "behind": "Behind",
    "level": "Level",
    "ahead": "Ahead",
    "few": "Few options",
    "many": "Many options",
    "turn": "In turn",
    "waiting": "Waiting",
}
PAIRS = {
    "behind": (("level", "ahead"), "Players who are behind", "others"),
    "few": (("many",), "Players with few options", "with many"),
    "waiting": (("turn",), "Players who wait", "in turn"),
}
"""Groups that are compared: with which, and in whose words."""

VERBS = {"fun": "have fun", "tense": "are tense", "confused": "are confused", "bored": "are bored"}

FELT = f"""
, felt AS (
    SELECT c.session, c.id, f.step, f.seat, f.feeling, least(f.round, {LAST}) AS round,
           CASE WHEN c.status <> 'live' OR c.mode <> 'digital' THEN f.margin END AS margin,
           f.legal_count, f.in_turn
    FROM counted c JOIN feelings f USING (session)
), middle AS (
    SELECT median(legal_count) FILTER (in_turn AND legal_count > 0) AS half FROM felt
), placed AS (
    SELECT session, id, step, seat, feeling, unnest([
        'all', CASE sign(margin) WHEN -1 THEN 'behind' WHEN 0 THEN 'level' WHEN 1 THEN 'ahead' END,
        CASE WHEN in_turn AND legal_count > 0 THEN if(legal_count > half, 'many', 'few') END,
        if(in_turn, 'turn', 'waiting'), 'round ' || round
    ]) AS place
    FROM felt, middle
)
"""


def _counts(where: str = "true") -> str:
    """Return a column a feeling, in the order of ``FEELINGS``."""
    return ", ".join(f"count(*) FILTER (feeling = '{each}' AND {where})" for each in FEELINGS)


QUERY = f"""{FELT}, each AS (
    SELECT place, session, {_counts()} FROM placed WHERE place IS NOT NULL GROUP BY ALL
)
SELECT * EXCLUDE (session), count(*) FROM each GROUP BY ALL ORDER BY ALL
"""


def _sides(one: str) -> str:
    """Return a row a session: counts by feeling of a group, then of those it is compared with."""
    others = ", ".join(f"'{other}'" for other in PAIRS[one][0])
    own, theirs = _counts(f"place = '{one}'"), _counts(f"place IN ({others})")
    return f"SELECT '{one}' AS pair, session, {own}, {theirs} FROM placed GROUP BY session"


COMPARED = f"""{FELT}, each AS ({" UNION ALL ".join(map(_sides, PAIRS))})
SELECT * EXCLUDE (session), count(*) FROM each GROUP BY ALL ORDER BY ALL
"""

HALF = f"{FELT} SELECT half FROM middle"

MOMENTS = f"""{FELT}
SELECT id::VARCHAR, step, seat FROM placed WHERE place = $place AND feeling = $feeling
ORDER BY session DESC, step, seat
"""

COLUMNS = ["When", "Feeling", "Noted", "Of", "Share", "From", "To"]
UNITS: dict[str, Unit] = {"Share": "share", "From": "share", "To": "share"}


def summarise(round_word: str, answers: Numbers) -> Answer:
    """Say which feelings go with which situation."""
    groups: dict[str, Cells] = defaultdict(Cells)
    for place, *cell in answers["felt"]:
        groups[place].append(tuple(cell))
    every, sessions = groups["all"], sessions_in(groups["all"])
    too_few = sessions < TOO_FEW
    rounds = sorted((p for p in groups if p.startswith("round ")), key=_number)
    shown = [place for place in GROUPS if groups[place]] + rounds
    table = [
        (_row(place, nth, groups[place], round_word), f"{place}:{feeling}")
        for place in shown
        for nth, feeling in enumerate(FEELINGS)
    ]
    ((half,),) = answers["half"]
    compared = _compared(answers["compared"])
    return Answer(
        title="Too few sessions to say what feelings go with" if too_few else _title(compared),
        summary=few(sessions) if too_few else " ".join(_told(every, groups, compared, half)),
        columns=COLUMNS,
        units=UNITS,
        rows=[row for row, _ in table],
        row_keys=[key for _, key in table],
        figure=None if too_few else _figure(groups, rounds, round_word),
        too_few=too_few,
        missing=missing(sessions),
        counted=sessions,
    )


Compared = dict[tuple[str, str], tuple[float, Range | None]]
"""Of a group and a feeling: how much larger its share is than the others', and the range."""


def _compared(rows: list[tuple[int | str, ...]]) -> Compared:
    found: Compared = {}
    for one in PAIRS:
        cells = [tuple(int(n) for n in row[1:]) for row in rows if row[0] == one]
        for nth, feeling in enumerate(FEELINGS):
            pairs: list[Pair] = [
                (cell[nth], sum(cell[:4]), cell[4 + nth], sum(cell[4:8]), cell[8]) for cell in cells
            ]
            a, of_a, b, of_b = (sum(pair[at] * pair[4] for pair in pairs) for at in range(4))
            if of_a and of_b:
                range_ = difference_of_shares(pairs, len(PAIRS) * len(FEELINGS))
                found[one, feeling] = a / of_a - b / of_b, range_
    return found


def _sure(compared: Compared) -> list[tuple[str, str, int]]:
    """List what surely differs, the largest difference first."""
    order = sorted(compared.items(), key=lambda item: -abs(item[1][0]))
    return [(*of, side) for of, (_, range_) in order if (side := sign(range_))]


def _title(compared: Compared) -> str:
    for one, feeling, side in _sure(compared):
        return f"{PAIRS[one][1]} {VERBS[feeling]} {'more' if side > 0 else 'less'} often"
    return "No feeling goes with lead, options or waiting yet"


def _told(
    every: Cells, groups: dict[str, Cells], compared: Compared, half: float | None
) -> list[str]:
    each = [f"{total(every, [nth]):,} {name}" for nth, name in enumerate(FEELINGS)]
    sessions = count(sessions_in(every), "session")
    told = [f"{count(total(every), 'feeling')} in {sessions}: {listed(each)}."]
    for one, feeling, _ in _sure(compared):
        others, whose, against = PAIRS[one]
        nth = list(FEELINGS).index(feeling)
        rest = Cells(cell for other in others for cell in groups[other])
        range_ = compared[one, feeling][1]
        assert range_ is not None
        low, high = sorted(abs(100 * end) for end in range_)
        told.append(
            f"{whose} {VERBS[feeling]} in {_of(groups[one], nth)}, {against} in {_of(rest, nth)}: "
            f"{number(low)} to {number(high)} points apart."
        )
    if half is not None:
        told.append(f"Few options are up to {int(half)}.")
    if unsaid := [GROUPS[one].lower() for one in PAIRS if not _ranged(compared, one)]:
        told.append(f"Too few sessions to compare: {listed(unsaid)}.")
    return told


def _of(cells: Cells, nth: int) -> str:
    """Say a feeling's share of some feelings; of overlapping groups no range is drawn."""
    return f"{total(cells, [nth]):,} of {total(cells):,}"


def _ranged(compared: Compared, one: str) -> bool:
    return any(range_ for (pair, _), (_, range_) in compared.items() if pair == one)


def _row(place: str, nth: int, cells: Cells, round_word: str) -> list[Cell]:
    n, of, feeling = total(cells, [nth]), total(cells), list(FEELINGS)[nth]
    when = GROUPS.get(place) or _round(place, round_word)
    return [when, feeling, n, of, round(n / of, 4), *ends(share_range(cells, [nth]))]


def _number(place: str) -> int:
    return int(place.removeprefix("round "))


def _round(place: str, round_word: str) -> str:
    """Say a round, or that and those after it."""
    return f"{round_word} {_number(place)}{' on' if _number(place) == LAST else ''}"


def _figure(groups: dict[str, Cells], rounds: list[str], round_word: str) -> Figure:
    parts = [
        Part(
            name=feeling,
            values=[total(groups[place], [nth]) for place in rounds],
            keys=[f"{place}:{feeling}" for place in rounds],
            fill=fill,
        )
        for nth, (feeling, fill) in enumerate(FEELINGS.items())
    ]
    labels = [f"{_number(place)}{'+' if _number(place) == LAST else ''}" for place in rounds]
    numbers = [_number(place) for place in rounds]
    return shares(numbers, labels, parts, f"{round_word}, and feelings noted in it")


def _parse(key: str) -> dict[str, str]:
    place, feeling = key.rsplit(":", 1)
    if feeling not in FEELINGS or (place not in GROUPS and not 0 <= _number(place) <= LAST):
        raise ValueError(key)
    return {"place": place, "feeling": feeling}


def about(game: Game) -> Report:
    """Return the report in a game's words."""

    def label(of: dict[str, str]) -> str:
        when = GROUPS.get(of["place"]) or _round(of["place"], game.round_word)
        return f"Felt {of['feeling']}: {when[0].lower()}{when[1:]}"

    return Report(
        id="felt-line",
        question="Which feelings go with lead, options and waiting?",
        definition=DEFINITION,
        queries={"felt": QUERY, "compared": COMPARED, "half": HALF},
        summarise=partial(summarise, game.round_word),
        moments=Moments(MOMENTS, _parse, label, "feeling"),
        order=210,
    )
