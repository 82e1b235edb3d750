"""Sentences about what cannot be done, read back: which actions do they mean?"""

from typing import Any

from domain.games.lantern_moths.actions import Flip, Light, Plant
from domain.games.lepidoptery.actions import Play
from domain.games.lepidoptery.combinations import TITLE, kind_of
from domain.games.lepidoptery.legal import combination_name
from domain.games.nocturnis.actions import Discard, Draw, Exchange, Lure, Mark, TakeBonus
from domain.words import Card, Place, Sentence

ALL_COLUMNS = ("run3", "run2", "single", "pair", "triple")


def cards_in(tried: Sentence) -> list[str | None]:
    return [part.card for part in tried if isinstance(part, Card)]


def places_in(tried: Sentence) -> list[str]:
    return [part.place for part in tried if isinstance(part, Place)]


def words_in(tried: Sentence) -> str:
    return "".join(part for part in tried if isinstance(part, str)).lower()


def lantern_moths_touches(action: Any, about: str) -> bool:
    return about in (getattr(action, "tile", None), getattr(action, "card", None))


def lantern_moths_covers(tried: Sentence, action: Any) -> bool:
    cards, places, words = cards_in(tried), places_in(tried), words_in(tried)
    verb = {Plant: "plant", Light: "light", Flip: "flip"}.get(type(action))
    if verb is None or verb not in words or (places and action.tile not in places):
        return False
    return verb != "plant" or action.card in cards or None in cards


def lepidoptery_touches(action: Any, about: str) -> bool:
    if not isinstance(action, Play) or kind_of(action.ranks) is None:
        return False
    column = "abcde"[ALL_COLUMNS.index(kind_of(action.ranks))]
    cards = list(action.ranks)
    if action.joker in cards:
        cards.remove(action.joker)
    return about[0] == column or about in map(str, cards)


def lepidoptery_covers(tried: Sentence, action: Any) -> bool:
    if not isinstance(action, Play) or kind_of(action.ranks) is None:
        return False
    kind, words = kind_of(action.ranks), words_in(tried)
    if any(not lepidoptery_touches(action, one) for one in (*places_in(tried), *cards_in(tried))):
        return False
    if "the joker" in words and action.joker is None:
        return False
    named = words.removeprefix("play ").removesuffix(" in ").split(", ")
    typed = f"play a {TITLE[kind]}" in words
    return typed or words == "play " or combination_name(action.ranks) in named


def nocturnis_touches(action: Any, about: str) -> bool:
    match action:
        case Mark(_, squares):
            return about in squares
        case TakeBonus(_, square):
            return about == square
        case Draw(_, card):
            return about == card
        case Lure(_, cards) | Discard(_, cards):
            return about in cards
    return False


def nocturnis_covers(tried: Sentence, action: Any) -> bool:
    words, cards = words_in(tried), cards_in(tried)
    about = [*cards, *places_in(tried)]
    match action:
        case Mark() | TakeBonus():
            verb = "mark" if isinstance(action, Mark) else "take the bonus"
            return words.startswith(verb) and any(
                nocturnis_touches(action, one) for one in about if one
            )
        case Draw(_, card):
            return "from the display" in words and card in cards
        case Lure(_, some):
            return words.startswith("lure") and list(some) == cards
        case Discard():
            return words.startswith("discard") and nocturnis_touches(action, str(cards[0]))
        case Exchange():
            return words.startswith("exchange")
    return False


LANTERN_MOTHS = (lantern_moths_touches, lantern_moths_covers)
LEPIDOPTERY = (lepidoptery_touches, lepidoptery_covers)
NOCTURNIS = (nocturnis_touches, nocturnis_covers)
