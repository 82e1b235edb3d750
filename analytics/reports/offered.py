"""Things that seats could choose, in words, and as keys of rows."""

WORDS = {"action": "", "combination": "", "tile": "tile planted"}

KINDS = {
    *("action", "card", "tile", "tile lit", "tile flipped", "combination", "habitat"),
    *("card drawn", "card lured"),
}

EXCLUDES = (
    "Only sessions that are over count, seats whose hand was known, and of simulated sessions one "
    "in sixteen."
)


def name_of(kind: str, item: str) -> str:
    """Name a thing.

    >>> name_of("action", "lure_none"), name_of("tile lit", "b2"), name_of("combination", "run3")
    ('Lure none', 'Tile lit b2', 'Run of 3')
    >>> name_of("card", "Joker"), name_of("card", "G2"), name_of("tile", "b2")
    ('Joker', 'Card G2', 'Tile planted b2')
    """
    if item == "Joker":
        return item
    said = item.replace("_", " ")
    if said.startswith("run") and said[3:].isdecimal():
        said = f"run of {said[3:]}"
    words = f"{WORDS.get(kind, kind)} {said}".strip()
    return words[:1].upper() + words[1:]


def key_of(kind: str, item: str) -> str:
    """Return the key of a thing's row.

    >>> key_of("tile lit", "b2")
    'tile lit:b2'
    """
    return f"{kind}:{item}"


def thing(key: str) -> tuple[str, str]:
    """Return kind and item of a key.

    :raises ValueError: it is none.
    """
    kind, _, item = key.partition(":")
    if not item or kind not in KINDS:
        raise ValueError(key)
    return kind, item
