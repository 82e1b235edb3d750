"""What happened at a table since a seat acted there last."""

from dataclasses import dataclass
from functools import cached_property

from service.web.playback import Playback, Row

FEW = 6  # steps that are shown without folding any
ENOUGH = 3  # of the newest, where none tells much


@dataclass(frozen=True)
class Since:
    """The steps since a seat's turn before this one, as one reader may see them."""

    kind: str
    rows: tuple[Row, ...]
    over: int | None

    @property
    def long(self) -> bool:
        """Whether steps that tell little are folded."""
        return len(self.rows) > FEW

    @cached_property
    def shown(self) -> tuple[Row, ...]:
        """What a folded list shows: what tells most and the newest step, or the newest few."""
        newest = self.rows[-1 if self.telling else -ENOUGH :]
        return tuple(row for row in self.rows if row.mark or row in newest)

    @cached_property
    def telling(self) -> tuple[Row, ...]:
        """What tells most."""
        return tuple(row for row in self.rows if row.mark)

    def title(self, whose: str) -> str:
        """Head the list; ``whose`` is "your" or a name in the genitive."""
        return {
            "action": f"Since {whose} last action",
            "turn": f"Since {whose} last turn",
            "set-up": "Since the set-up",
        }[self.kind]


def since(film: Playback, seat: int) -> Since:
    """List what happened since the seat's previous turn.

    While its turn goes on the list stays, and what the seat does in it is added.
    """
    game, states = film.game, film.states
    number = game.round_of(states[-1])
    begun = film.last
    for step in range(film.last - 1, -1, -1):
        acting = game.to_act(states[step])
        if acting and (seat not in acting or game.round_of(states[step]) != number):
            break
        if acting:
            begun = step
    mine = next((at for at in range(begun - 1, -1, -1) if seat in game.to_act(states[at])), None)
    if mine is None:
        return Since("set-up", tuple(film.rows[1:] or film.rows), _over(film, 0, begun))
    kind = "action" if begun == film.last else "turn"
    return Since(kind, tuple(film.rows[mine + 2 :]), _over(film, mine, begun))


def _over(film: Playback, since: int, begun: int) -> int | None:
    """Return the round that ended meanwhile, at the first action after it."""
    now = film.game.round_of(film.states[-1])
    ended = now != film.game.round_of(film.states[since]) and begun == film.last
    return now - 1 if ended else None
