"""What was known when a session was opened, from the headers of its text."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple, Protocol, get_args
from uuid import UUID

import msgspec

from domain.chance import Told
from domain.edition import EditionBase, parse_edition
from domain.errors import DomainError, Invalid
from domain.events import Event
from domain.game import Game
from domain.notation import SEATS, Misread
from domain.options import check_options, filled_in, read_options
from domain.session.commands import Table, open_session
from domain.session.events import Branch, Experience, Luck, Mode, Player
from domain.session.reading import Faulty
from domain.session.retold import seats_expected
from domain.session.text.head import Head
from domain.session.text.values import read_date

ONCE = frozenset(
    {"id", "game", "rules", "edition", "edition-hash", "mode", "title", "prototype"}
    | {"place", "tags", "seed", "timed", "opened", "branch"}
)
"""Headers that every game has."""

PLAYER = re.compile(r"player ([a-h])(?: (bot|experience|colour))?")

BRANCH = re.compile(
    r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) ([0-9]{1,6}) " + f"({'|'.join(get_args(Luck))})"
)


class Library(Protocol):
    """What a file may name without having it: rulebooks and editions."""

    def rules(self, game: Game) -> str:
        """Return the version of a game's rulebook."""
        ...

    def edition(self, game: Game, name: str | None, digest: str | None) -> EditionBase:
        """Return the edition of that content, else of that name, else the one that is shipped.

        :raises Invalid: it is not here.
        """
        ...


class Opening(NamedTuple):
    """A session's first events, its id and when it was opened, where the headers say them."""

    events: list[Event]
    session_id: UUID | None
    opened: datetime | None


def opening_of(head: Head, library: Library, timed: bool) -> Opening:
    """Open a session the way its headers say.

    :param timed: whether the lines tell times, for headers that do not say ``timed``.
    :raises Faulty: the header that does not fit.
    """
    game = head.game().under(head.values.get("rules", ""))
    edition = _edition(head, game, library)
    options = _options(head, game)
    players = _players(head)
    if len(players) not in game.seats:
        raise head.fault("player a", seats_expected(game, len(players)))
    rules = game.rules(edition, read_options(game.options, options), len(players))
    own = {key.casefold(): key for key in game.notation.set_up_keys(rules)}
    _check_names(head, own)
    start, chance = _set_up(head, game, rules, own)
    values = head.values
    table = Table(
        game=game,
        rules=values.get("rules") or library.rules(game),
        edition=edition,
        players=players,
        options=options,
        mode=_mode(head),
        start=start,
        title=values.get("title", ""),
        prototype=values.get("prototype", ""),
        place=values.get("place", ""),
        tags=_tags(head),
        seed=values.get("seed"),
        branch=_branch(head),
        timed=head.choice("timed", ("yes", "no"), "yes" if timed else "no") == "yes",
    )
    try:
        events = open_session(table, chance)
    except DomainError as error:
        dealt = chance.given or not isinstance(error, Invalid)
        raise head.fault(_first(head, own) if dealt else "player a", error) from error
    if table.mode != "table" and None in [card for e in events[1:] for card in game.answers(e)]:
        reason = f"an unseen card in a {table.mode} session, expected all to be known"
        raise head.fault(_first(head, own), reason)
    return Opening(events, _session_id(head), _opened(head))


def _first(head: Head, own: Mapping[str, str]) -> str:
    return next((key for key in own if key in head.lines), "game")


def _set_up(head: Head, game: Game, rules: Any, own: Mapping[str, str]) -> tuple[int, Told]:
    told = {own[key]: value for key, value in head.values.items() if key in own}
    try:
        start, answers = game.notation.read_set_up(rules, told)
    except Misread as error:
        named = next((key for key in told if told[key] == error.text), _first(head, own))
        raise Faulty(head.lines.get(named.casefold(), head.line), error.reason) from error
    return start, Told(answers)


def _check_names(head: Head, own: Mapping[str, str]) -> None:
    for key, line in head.lines.items():
        known = key in ONCE or key in own or key.startswith(("option ", "edition."))
        if not known and not PLAYER.fullmatch(key):
            raise Faulty(line, f"there is no header {key!r}")


def _options(head: Head, game: Game) -> dict[str, str]:
    given = {}
    for key, value in head.values.items():
        if key.startswith("option "):
            name = key.removeprefix("option ").replace("-", "_")
            try:
                check_options(game.options, {name: value})
            except Invalid as error:
                raise Faulty(head.lines[key], str(error)) from None
            given[name] = value
    return filled_in(game.options, given)


def _players(head: Head) -> tuple[Player, ...]:
    told: dict[int, dict[str, str]] = {}
    for key, value in head.values.items():
        if found := PLAYER.fullmatch(key):
            told.setdefault(SEATS.index(found[1].upper()), {})[found[2] or "name"] = value
    for seat in range(max(told, default=0) + 1):
        if "name" not in told.get(seat, {}):
            raise head.missing(f"player {SEATS[seat]}", "a name for every seat up to the last")
        if told[seat].get("experience", "") not in get_args(Experience):
            expected = f"expected one of: {', '.join(filter(None, get_args(Experience)))}"
            found_there = f"{told[seat]['experience']!r} found, {expected}"
            raise head.fault(f"player {SEATS[seat].lower()} experience", found_there)
    return tuple(msgspec.convert(told[seat], Player) for seat in sorted(told))


def _edition(head: Head, game: Game, library: Library) -> EditionBase:
    """Return the edition: the one in the headers, else one of the library."""
    own = {k: v for k, v in head.values.items() if k.startswith("edition.")}
    name, digest = head.values.get("edition"), head.values.get("edition-hash")
    try:
        if not own:
            return library.edition(game, name, digest)
        fields = {key.removeprefix("edition."): _json(value) for key, value in own.items()}
        edition = parse_edition({"game": game.name, "name": name or ""} | fields, game.edition)
        if problems := game.edition_problems(edition):
            raise Invalid(f"edition: {problems[0]}")
    except DomainError as error:
        key = next(iter(own), "edition" if digest is None else "edition-hash")
        raise head.fault(key, str(error).removeprefix("edition: ")) from None
    return edition


def _mode(head: Head) -> Any:
    return head.choice("mode", get_args(Mode), "table")


def _opened(head: Head) -> datetime | None:
    try:
        return read_date(head.values["opened"]) if "opened" in head.values else None
    except Invalid as error:
        raise head.fault("opened", error) from None


def _session_id(head: Head) -> UUID | None:
    given = head.values.get("id")
    try:
        return None if given is None else UUID(given)
    except ValueError:
        raise head.fault("id", f"{given!r} found, expected a session's id") from None


def _branch(head: Head) -> Branch | None:
    given = head.values.get("branch")
    if given is None:
        return None
    found = BRANCH.fullmatch(given)
    if not found:
        expected = f"a session's id, a step and one of: {', '.join(get_args(Luck))}"
        raise head.fault("branch", f"{given!r} found, expected {expected}")
    told = {"session": found[1], "step": int(found[2]), "chance": found[3]}
    return msgspec.convert(told, Branch)


def _tags(head: Head) -> tuple[str, ...]:
    given = head.values.get("tags", "")
    if not given.startswith("["):
        return tuple(tag for tag in map(str.strip, given.split(",")) if tag)
    try:
        return msgspec.convert(_json(given), tuple[str, ...])
    except (Invalid, msgspec.ValidationError) as error:
        raise head.fault("tags", error) from None


def _json(text: str) -> Any:
    try:
        return msgspec.json.decode(text.encode())
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Invalid(f"{text[:40]!r} is no JSON: {error}") from None
