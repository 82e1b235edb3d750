"""Early, middle and late in Lepidoptery, by the cards that a seat has left."""

SPAN = (
    "CASE WHEN 3 * (hand + deck) > 2 * cards THEN 0 WHEN 3 * (hand + deck) > cards THEN 1 "
    "ELSE 2 END"
)
"""SQL for the number of the phase; reads a play or pass and ``lep_games``."""

SAID = (
    "Early, middle and late are thirds of the acting seat's cards, in hand and deck: more than "
    "two thirds left, more than one third, the rest."
)

KEYS = {-1: "all", 0: "early", 1: "middle", 2: "late"}
LABELS = {-1: "All game", 0: "Early", 1: "Middle", 2: "Late"}


def span_of(key: str) -> int:
    """Return the number of a phase's key.

    >>> span_of("all"), span_of("late")
    (-1, 2)

    :raises ValueError: there is no such phase.
    """
    for number, name in KEYS.items():
        if name == key:
            return number
    raise ValueError(key)
