"""What the statistics of a game can be filtered by."""

from dataclasses import dataclass

from analytics.warehouse import Cursor


@dataclass(frozen=True)
class Choices:
    """Only values that some session of the game has, each list in the order of a menu.

    :ivar by_people: whether people have finished a session without bots.
    """

    seats: list[int]
    players: list[str]
    prototypes: list[str]
    editions: list[str]
    rules: list[str]
    modes: list[str]
    played_by: list[str]
    tags: list[str]
    options: dict[str, list[str]]
    by_people: bool


def choices(cursor: Cursor, game: str) -> Choices:
    """List what the sessions of a game can be filtered by. ``players`` are people, not bots."""

    def values(query: str) -> list[str]:
        return [value for (value,) in cursor.execute(query, [game]).fetchall()]

    def column(name: str) -> list[str]:
        return values(
            f"SELECT DISTINCT {name} FROM sessions WHERE game = ? AND {name} <> '' "
            f"ORDER BY lower({name}), {name}"
        )

    seats = cursor.execute(
        "SELECT DISTINCT seats FROM sessions WHERE game = ? ORDER BY 1", [game]
    ).fetchall()
    players = values(
        "SELECT DISTINCT player FROM seats JOIN sessions USING (session) "
        "WHERE bot IS NULL AND game = ? ORDER BY lower(player), player"
    )
    tags = values(
        "SELECT DISTINCT unnest(tags) AS tag FROM sessions WHERE game = ? ORDER BY lower(tag), tag"
    )
    by_people = cursor.execute(
        "SELECT count(*) > 0 FROM sessions WHERE game = ? AND played_by = 'people' "
        "AND status IN ('finished', 'closed') "
        "AND NOT irregular AND amended = 0 AND branch IS NULL",
        [game],
    ).fetchone()
    rulings = cursor.execute("SELECT DISTINCT options FROM sessions WHERE game = ?", [game])
    pairs = {pair for (options,) in rulings.fetchall() for pair in options.items()}
    options: dict[str, list[str]] = {}
    for name, value in sorted(pairs):
        options.setdefault(name, []).append(value)
    return Choices(
        seats=[count for (count,) in seats],
        players=players,
        prototypes=column("prototype"),
        editions=column("edition"),
        rules=column("rules"),
        modes=column("mode"),
        played_by=column("played_by"),
        tags=tags,
        options=options,
        by_people=bool(by_people and by_people[0]),
    )
