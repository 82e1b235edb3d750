"""One session decided again under other rulings, with the cards that came."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from analytics.counterfactual.cards import NotDrawn, SameCards
from analytics.counterfactual.found import Divergence, Followed, Illegal, Result, Stop, Why
from analytics.counterfactual.parting import Parting
from domain.chance import Chance
from domain.errors import Refusal, SessionError
from domain.events import Event
from domain.games import GAMES
from domain.options import filled_in
from domain.session import Session
from domain.session.luck import drawn
from domain.session.session import rules_of
from domain.words import plain

CLOSED = ("finished", "closed")


def follow(
    session: Session, options: Mapping[str, str], *, today: bool = False, unfinished: bool = False
) -> Followed:
    """Carry out every recorded action under other rulings, with the recorded cards.

    What is not named in ``options`` stays as it was played. Cards come heap by heap in the order
    in which they came. A play that is now illegal is let stand, so that the rest can be looked at
    too, and the outcome then counts for nothing.

    :param today: by the rules as they are now, whatever version of them it was played under.
    :param unfinished: a session that goes on or was abandoned is followed too.
    :raises SessionError: the session goes on or was abandoned.
    :raises Invalid: there is no such option or value.
    """
    if not unfinished and session.status not in CLOSED:
        raise SessionError(f"the session is {session.status}, expected a finished one")
    return _Follower(session, options, today).run()


class _Stopped(Exception):
    """Nothing more can be carried out."""

    def __init__(self, why: Why, detail: str, clauses: tuple[str, ...] = ()) -> None:
        self.why, self.detail, self.clauses = why, detail, clauses
        super().__init__(detail)


class _Follower:
    def __init__(self, session: Session, options: Mapping[str, str], today: bool) -> None:
        self.session = session
        self.game = GAMES[session.opened.game] if today else session.game
        chosen = filled_in(self.game.options, {**session.opened.options, **options})
        self.changed = {k: v for k, v in chosen.items() if session.opened.options.get(k) != v}
        rules = "" if today else session.opened.rules  # no version is that of today
        self.rules = rules_of(replace(session.opened, options=chosen, rules=rules))
        self.parting = Parting(self.game, session.names, self.changed)
        self.state: Any = self.game.blank(self.rules)
        self.divergence: Divergence | None = None
        self.illegal: list[Illegal] = []
        self.decisions = self.wider = self.narrower = 0
        self.first_choice: int | None = None

    def run(self) -> Followed:
        """Follow the session as far as it goes."""
        session, game = self.session, self.game
        befores = [before for before, _, _ in session.history()]
        befores.append(session.state)
        actions, chance = dict(session.actions), SameCards(drawn(session))
        stop, reached = None, -1
        for first, end in session.stretches():
            recorded = [move.event for move in session.moves[first:end]]
            if first and not game.to_act(self.state):
                break
            was = self.state
            try:
                events = self._carry_out(first, actions.get(first), befores[first], chance)
            except _Stopped as found:
                stop = Stop(step=max(first - 1, 0), why=found.why, detail=found.detail)
                self._part_at_stop(first, actions.get(first), befores[first], found)
                break
            if self.divergence is None:
                there, here = befores[first : end + 1], (was, self.state)
                self.divergence = self.parting.find(first, there, recorded, here, events)
            reached = end - 1
        else:
            if game.to_act(self.state):
                why = "the recorded game is over here"
                stop = Stop(step=session.last_step, why="goes_on", detail=why)
        return self._found(stop, reached)

    def _carry_out(self, step: int, action: Any, before: Any, chance: Chance) -> Sequence[Event]:
        """Carry out the set-up or an action; return its events."""
        game, session = self.game, self.session
        try:
            if action is None:
                start = getattr(session.moves[0].event, "start", 0)
                run = game.set_up(self.rules, start, chance)
            else:
                if self.divergence is None:
                    self._count(step, action, before)
                run = self._play(step, action, chance)
        except NotDrawn as error:
            raise _Stopped("card", str(error)) from error
        except Refusal as error:
            why: Why = "refused" if action is None else "impossible"
            raise _Stopped(why, error.reason, error.clauses) from error
        self.state = run.state
        return run.events

    def _play(self, step: int, action: Any, chance: Chance) -> Any:
        game = self.game
        try:
            return game.play(self.state, action, chance)
        except Refusal as refusal:
            acting = game.to_act(self.state)
            irregular = step in self.session.irregular
            if not irregular and acting and action.seat not in acting:
                names = " or ".join(self.session.names[seat] for seat in acting)
                detail = f"{names} would have to choose"
                raise _Stopped("choice", detail, refusal.clauses) from refusal
            run = game.force(self.state, action, chance)
            if not irregular:
                self._forbidden(step, action, refusal)
            return run

    def _forbidden(self, step: int, action: Any, refusal: Refusal) -> None:
        said = self._said(self.state, action)
        found = Illegal(step=step, clauses=refusal.clauses, action=said, reason=refusal.reason)
        self.illegal.append(found)
        if self.divergence is None:
            instead = f"not allowed: {refusal.reason}"
            self.divergence = Divergence(
                step=step, clauses=refusal.clauses, recorded=said, instead=instead
            )

    def _part_at_stop(self, step: int, action: Any, before: Any, found: _Stopped) -> None:
        """Note that it parts here, where nothing came out otherwise before."""
        if self.divergence is None:
            said = "" if action is None else self._said(before, action)
            self.divergence = Divergence(
                step=step, clauses=found.clauses, recorded=said, instead=found.detail
            )

    def _said(self, state: Any, action: Any) -> str:
        return plain(self.game.tell_action(state, action), self.session.names)

    def _count(self, step: int, action: Any, before: Any) -> None:
        """Count where a seat could have chosen among more or fewer actions than it had."""
        had = self.session.game.count_legal(before, action.seat)
        has = self.game.count_legal(self.state, action.seat)
        self.decisions += 1
        self.wider += has > had
        self.narrower += has < had
        if has != had and self.first_choice is None:
            self.first_choice = step - 1

    def _found(self, stop: Stop | None, reached: int) -> Followed:
        session, game = self.session, self.game
        return Followed(
            session=str(session.id),
            title=session.opened.title,
            names=session.names,
            last_step=session.last_step,
            options=self.changed,
            divergence=self.divergence,
            illegal=tuple(self.illegal),
            stop=stop,
            decisions=self.decisions,
            wider=self.wider,
            narrower=self.narrower,
            first_choice=self.first_choice,
            before=_result(session.game, session.state, session.last_step),
            after=_result(game, self.state, reached) if stop is None else None,
        )


def _result(game: Any, state: Any, step: int) -> Result:
    outcome = game.outcome(state)
    return Result(
        winners=outcome.winners if outcome else None,
        scores=game.scores(state),
        ended_by=outcome.ended_by if outcome else None,
        rounds=game.round_of(state),
        step=step,
    )
