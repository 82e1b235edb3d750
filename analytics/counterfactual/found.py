"""What is found when a session is followed under other rulings."""

from typing import Literal

import msgspec

Why = Literal["card", "choice", "impossible", "goes_on", "refused"]

REASONS: dict[Why, str] = {
    "card": "a card is needed that was not drawn",
    "choice": "a seat has to choose that did not",
    "impossible": "what was done next cannot be done",
    "goes_on": "the game goes on, and nobody chose",
    "refused": "the game cannot be set up so",
}
"""Why a session cannot be followed further, after "since"."""


class Divergence(msgspec.Struct, frozen=True, kw_only=True):
    """The first thing that comes out otherwise.

    :ivar step: of the recorded session.
    :ivar clauses: what it rests on; those of the changed rulings where they are among them.
    :ivar recorded: what happened, in words; empty where nothing did.
    :ivar instead: what happens under the other rulings.
    """

    step: int
    clauses: tuple[str, ...]
    recorded: str
    instead: str


class Illegal(msgspec.Struct, frozen=True, kw_only=True):
    """A recorded play that the other rulings forbid. It was let stand to look further."""

    step: int
    clauses: tuple[str, ...]
    action: str
    reason: str


class Stop(msgspec.Struct, frozen=True, kw_only=True):
    """Where a session cannot be followed further: after this step, and why."""

    step: int
    why: Why
    detail: str

    @property
    def said(self) -> str:
        """Say it in a sentence without a full stop."""
        return f"cannot be followed after step {self.step} since {REASONS[self.why]}"


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended; ``winners`` is ``None`` where nobody knows.

    :ivar step: the last step of the recorded session that was needed for it.
    """

    winners: tuple[int, ...] | None
    scores: tuple[int | None, ...]
    ended_by: str | None
    rounds: int
    step: int


class Followed(msgspec.Struct, frozen=True, kw_only=True):
    """One session under other rulings.

    :ivar names: the players' names by seat.
    :ivar decisions: how many choices were looked at until something came out otherwise; at
        ``wider`` of them the seat could have chosen among more, at ``narrower`` among fewer.
    :ivar first_choice: the first such decision's step.
    :ivar after: how it ends under the other rulings; ``None`` if it could not be followed so far.
    """

    session: str
    title: str
    names: tuple[str, ...]
    last_step: int
    options: dict[str, str]
    divergence: Divergence | None
    illegal: tuple[Illegal, ...]
    stop: Stop | None
    decisions: int
    wider: int
    narrower: int
    first_choice: int | None
    before: Result
    after: Result | None

    @property
    def legal(self) -> bool:
        """Whether it was followed to an end without a play that is now illegal."""
        return self.after is not None and not self.illegal

    @property
    def winners_changed(self) -> bool:
        """Whether other seats win, as far as both winners are known."""
        return self._changed("winners")

    @property
    def scores_changed(self) -> bool:
        """Whether a seat ends with other points."""
        return self._changed("scores")

    @property
    def end_changed(self) -> bool:
        """Whether it ends for another reason or in another round."""
        return self._changed("ended_by") or self._changed("rounds")

    @property
    def outcome_changed(self) -> bool:
        """Whether winners, points or the end are others."""
        return self.winners_changed or self.scores_changed or self.end_changed

    @property
    def then(self) -> str:
        """Say in a few words what came of it."""
        told = []
        if self.illegal:
            first = self.illegal[0]
            plays = "1 play" if len(self.illegal) == 1 else f"{len(self.illegal)} plays"
            told.append(f"{plays} illegal from step {first.step}")
        if self.stop is not None:
            told.append(f"{self.stop.said} ({self.stop.detail})")
        elif self.winners_changed:
            told.append("other winners")
        elif self.scores_changed:
            told.append("other points, the same winners")
        elif self.end_changed:
            told.append("another end, the same winners")
        elif self.legal:
            told.append("the same outcome")
        return "; ".join(told)

    def _changed(self, what: str) -> bool:
        if self.after is None or self.illegal:
            return False
        was, now = getattr(self.before, what), getattr(self.after, what)
        return was is not None and now is not None and was != now
