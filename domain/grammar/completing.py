"""What a text could become, and which legal actions are near to one that says none."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from domain.grammar.line import Line, line_of
from domain.grammar.listening import Asked, Probe
from domain.notation import Completion, Misread
from domain.spelling import distance, folded
from domain.words import Card, Part, Place

if TYPE_CHECKING:
    from domain.grammar.grammar import Grammar

NEAREST = 5
MOST = 30  # completions; no list shows more
LOOKED_AT = 40  # letters of a text that is compared with others


def complete(grammar: "Grammar", state: Any, text: str) -> list[Completion]:
    """List what a text could become, best first, legal actions only."""
    line = line_of(text)
    telling = bool(line.told or line.equals)
    found = [] if telling else _completed(grammar, state, line)
    return [*found, *_seen_with(grammar, state, text, telling)][:MOST]


def nearest(grammar: "Grammar", state: Any, text: str) -> tuple[str, ...]:
    """List the texts of the nearest legal actions: the fewest slips of a finger, and the same card
    elsewhere or the same place with another card before anything else.
    """
    line = line_of(text)
    said = folded(line.body)[:LOOKED_AT]
    if (line.told or line.equals) and (seen := _seen_with(grammar, state, text, True)):
        return tuple(one.text for one in seen[:NEAREST])
    ranked = sorted(
        (_far(grammar, state, action, said), at, action)
        for at, action in enumerate(grammar.legal(state, line.seat))
    )
    return tuple(grammar.write(state, action) for _, _, action in ranked[:NEAREST])


def _completed(grammar: "Grammar", state: Any, line: Line) -> list[Completion]:
    said, ranked = folded(line.body), []
    for at, action in enumerate(grammar.legal(state, line.seat)):
        rank = grammar.match(state, action, said) if said else 0
        if rank is not None:
            form = next(grammar.forms(state, action))
            ranked.append(((folded(form) != said, rank, len(form), at), action))
    ranked.sort(key=lambda one: one[0])
    return [
        Completion(grammar.write(state, action), grammar.sentence(state, action))
        for _, action in ranked[:MOST]
    ]


def _seen_with(grammar: "Grammar", state: Any, text: str, every: bool) -> list[Completion]:
    """List what could have been seen next, behind a whole action; only what somebody has to tell
    unless ``every``.
    """
    for head, tail in _cuts(text) if every else ((text, ""),):
        try:
            reading = grammar.read_plainly(state, head)
        except Misread:
            continue
        if not grammar.is_legal(state, reading.action):
            return []
        probe = Probe(reading, every)
        try:
            grammar.moves.play(state, reading.action, probe)
        except Asked as asked:
            return _answers(grammar, state, reading.action, (probe, asked), tail)
        except ValueError:
            return []
        return []
    return []


def _answers(
    grammar: "Grammar", state: Any, action: Any, stopped: tuple[Probe, Asked], tail: str
) -> list[Completion]:
    probe, asked = stopped
    sentence = grammar.sentence(state, action)
    return [
        Completion(
            grammar.write(state, action, (*probe.given, answer)),
            (*sentence, ": ", grammar.named(state, asked.question, answer)),
        )
        for answer in asked.possible
        if not tail.strip() or grammar.begins(state, asked.question, answer, tail.strip())
    ]


def _cuts(text: str) -> Iterator[tuple[str, str]]:
    """Yield a text as what stands and what is being typed behind it: nothing, the last word, or
    everything behind the last sign.
    """
    yield text, ""
    for signs in ("=:>/ ", "=:>/"):
        at = max(text.rfind(sign) for sign in signs)
        if at > 0:
            yield text[: at + (text[at] == ":")], text[at + 1 :]


def _far(grammar: "Grammar", state: Any, action: Any, said: str) -> tuple[int, int]:
    """Say how far an action is from what was typed: letters, less the cards and places that both
    name; one that the text begins is nearest.
    """
    names = {folded(_name(part)) for part in grammar.sentence(state, action)} - {""}
    shared = sum(name in said for name in names)
    letters = len(said) + len(names) + 1
    for spelling in grammar.spellings(state, action):
        form = folded(spelling)
        if said and form.startswith(said):
            letters = 0
        elif abs(len(form) - len(said)) < letters:
            letters = min(letters, distance(said, form))
    return letters - 2 * shared, letters


def _name(part: Part) -> str:
    match part:
        case Card(card):
            return card or ""
        case Place(place):
            return place
    return ""
