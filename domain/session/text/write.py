"""A session as text: headers, then one action a line and all else as it happened."""

from collections.abc import Iterator
from datetime import UTC

from domain.notation import SEATS
from domain.session.events import AttemptRefused
from domain.session.replay import Part, parts
from domain.session.session import Session
from domain.session.text.head import MAGIC
from domain.session.text.lines import line_of
from domain.session.text.values import elapsed, plain, quoted


def write(session: Session, *, embed: bool) -> Iterator[str]:
    """Yield the lines of a session; the same session gives the same text.

    :param embed: put the whole edition into the headers, for readers that do not have it.
    :raises Misplaced: the log does not follow from the rules.
    """
    opened = last = session.log[0].at
    shown: tuple[int, int | None] = (-1, None)
    for part in parts(session.log):
        if part.before is None:
            yield from _head(part, embed)
            continue
        if _is_by_a_seat(part) and (now := _turn(part.before)) != shown:
            yield from _comments(part.before, shown, now)
            shown = now
        at = part.entries[0].at
        yield ("" if at == last else f"[{elapsed(at - opened)}] ") + line_of(part)
        last = at
    yield f"@end {session.version}"


def _is_by_a_seat(part: Part) -> bool:
    """Say whether somebody acted, or tried to."""
    return part.action is not None or isinstance(part.entries[0].event, AttemptRefused)


def _turn(session: Session) -> tuple[int, int | None]:
    """Return the round, and the seat whose turn it is where there is one."""
    game, state = session.game, session.state
    seats = game.to_act(state)
    return game.round_of(state), seats[0] if len(seats) == 1 and not game.simultaneous else None


def _comments(
    session: Session, shown: tuple[int, int | None], now: tuple[int, int | None]
) -> Iterator[str]:
    number, seat = now
    if number != shown[0]:
        yield from [""] if shown[0] >= 0 else []
        yield f"# {session.game.round_word} {number}"
    if seat is not None:
        yield f"# {SEATS[seat]}: {quoted(session.names[seat])[1:-1]}"


def _head(part: Part, embed: bool) -> Iterator[str]:
    session = part.after
    opened, game = session.opened, session.game
    yield MAGIC
    told = {
        "id": str(session.id),
        "game": game.command_name,
        "rules": opened.rules,
        "edition": opened.edition["name"],
        "edition-hash": opened.edition_hash,
    }
    if embed:
        whole = opened.edition.items()
        told |= {f"edition.{k}": quoted(v) for k, v in whole if k not in ("game", "name")}
    told |= {f"option {name}": value for name, value in opened.options.items()}
    told["mode"] = opened.mode
    texts = {name: getattr(opened, name) for name in ("title", "prototype", "place")}
    told |= {name: text for name, text in texts.items() if text}
    if opened.tags:
        told["tags"] = quoted(opened.tags)
    if opened.seed is not None:
        told["seed"] = opened.seed
    if branch := opened.branch:
        told["branch"] = f"{branch.session} {branch.step} {branch.chance}"
    told["timed"] = "yes" if opened.timed else "no"
    told["opened"] = session.log[0].at.astimezone(UTC).isoformat().replace("+00:00", "Z")
    for seat, player in zip(SEATS, opened.players, strict=False):
        own = {"": player.name, " bot": player.bot, " experience": player.experience}
        own[" colour"] = player.colour
        told |= {f"player {seat}{what}": text for what, text in own.items() if text is not None}
        told = {key: text for key, text in told.items() if text or not key.startswith("player")}
    set_up = game.notation.write_set_up(session.rules, part.start, part.answers)
    told |= {key[:1].lower() + key[1:]: text for key, text in set_up.items()}
    for key, value in told.items():
        yield f"{key}: {value if key.startswith('edition.') else plain(value)}"
    yield ""
