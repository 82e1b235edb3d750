"""What is known of the set-up when a table's log is opened; the rest may be told later."""

from collections.abc import Sequence
from typing import Any

from domain.chance import Chance, Told
from domain.edition import EditionBase
from domain.options import filled_in, read_options
from domain.session.commands import Table
from service.web.opening import Draft
from service.web.table.pads import Ask, field, pad_of
from service.web.table.pads import told as headers


def told(draft: Draft, table: Table) -> Chance | None:
    """Return what the form tells of the set-up; nothing where the program deals.

    :raises Misread: it tells of what is not in the box.
    """
    if not draft.at_table:
        return None
    game, rules = draft.game, _rules(draft, table.edition, table.options, len(table.players))
    _, answers = game.notation.read_set_up(rules, headers(game, rules, draft.told))
    return Told(answers)


def asks(draft: Draft, edition: EditionBase) -> Sequence[Ask]:
    """List what everybody sees of the set-up."""
    return pad_of(draft.game).asks(_rules(draft, edition, {}, _seats(draft)))


def missing(draft: Draft, edition: EditionBase) -> str:
    """Name the first thing that everybody sees and nobody told, or nothing."""
    for ask in asks(draft, edition) if draft.at_table else ():
        names = [f"{field(ask.key)}-{nth}" for nth in range(ask.count)]
        given = [draft.told.get(name) for name in (names if ask.count > 1 else [field(ask.key)])]
        if ask.needed and not all(given):
            return ask.label.lower()
    return ""


def hands(draft: Draft, edition: EditionBase) -> list[str]:
    """Name the headers of the set-up that may stay untold."""
    rules = _rules(draft, edition, {}, _seats(draft))
    asked = {ask.key for ask in pad_of(draft.game).asks(rules)}
    return [key for key in draft.game.notation.set_up_keys(rules) if key not in {"Start", *asked}]


def _seats(draft: Draft) -> int:
    """Return how many sit there, or could."""
    taken = len(draft.taken)
    return taken if taken in draft.game.seats else draft.game.seats[-1]


def _rules(draft: Draft, edition: EditionBase, options: dict[str, str], seats: int) -> Any:
    game = draft.game
    chosen: Any = read_options(game.options, filled_in(game.options, options))
    return game.rules(edition, chosen, seats)
