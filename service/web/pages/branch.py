"""What if? From a step of a session into a new one: who sits where, and which cards come."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast, get_args
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from domain.errors import DomainError, SessionError
from domain.session import Session
from domain.session.branch import Way, choosing_step, only_at_a_table
from domain.session.commands import LONGEST_NAME
from domain.session.events import Luck, Player
from service.branching import LONGEST_TITLE, Asked, OtherRequest, bot_name, open_branch, title_for
from service.web import context, forms
from service.web.acting import let_bots_act
from service.web.knowledge import choose, is_open
from service.web.moment import Moment
from service.web.shelf import playback
from service.web.words import title_of

page = Blueprint("branch", __name__, url_prefix="/sessions/<uuid:session_id>/branch")

PERSON = "person"
PLAYED = "It is still being played, and a branch would show the hands. Come back when it is over."
NOBODY_CHOOSES = "No seat has chosen anything up to there. Take a later step."
LONGEST_TAGS = 200  # characters


@dataclass(frozen=True)
class Draft:
    """The form as it is filled in: by seat, who sits there and under which name."""

    seats: tuple[tuple[str, str], ...]
    chance: Luck = "fresh"
    way: Way | None = None
    title: str = ""
    tags: str = ""

    def players(self, session: Session) -> tuple[Player, ...]:
        """Return who sits at the table; who stays keeps what is known of them."""
        seated = []
        for seat, ((who, name), was) in enumerate(zip(self.seats, session.players, strict=True)):
            bot = None if who == PERSON else who
            if bot is not None and (not name or was.bot != bot):
                name = bot_name(bot, seat, context.services().cast)
            same = (was.name, was.bot) == (name, bot)
            seated.append(was if same else Player(name, bot))
        return tuple(seated)

    def errors(self, session: Session) -> dict[str, str]:
        """Say what is wrong, by field."""
        errors: dict[str, str] = {}
        names: dict[str, int] = {}
        known = context.services().cast
        for seat, player in enumerate(self.players(session)):
            if player.bot is not None and not known.plays(player.bot, session.game):
                errors[f"who-{seat}"] = f"No bot is called {player.bot[:40]!r}."
            elif not player.name:
                errors[f"name-{seat}"] = "A person needs a name."
            elif len(player.name) > LONGEST_NAME:
                errors[f"name-{seat}"] = f"{len(player.name)} characters; {LONGEST_NAME} fit."
            elif player.name in names:
                errors[f"name-{seat}"] = f"Seat {'ABCDEFGH'[names[player.name]]} has that name."
            names.setdefault(player.name, seat)
        for field, longest in (("title", LONGEST_TITLE), ("tags", LONGEST_TAGS)):
            if len(given := getattr(self, field)) > longest:
                errors[field] = f"{len(given)} characters; {longest} fit."
        return errors


@page.get("")
def form(session_id: UUID) -> ResponseReturnValue:
    """Ask what is to be otherwise from a step on."""
    session = context.load(session_id)
    seats = tuple((player.bot or PERSON, player.name) for player in session.players)
    return _form(session, _step(session), Draft(seats), {}, context.new_key())


@page.post("")
def start(session_id: UUID) -> ResponseReturnValue:
    """Open the branch, let bots that are first act, and go on to play it."""
    session = context.load(session_id)
    step, draft = _step(session), _read(session, request.form)
    key = forms.key(request.form) or context.new_key()
    if not is_open(session):
        return _form(session, step, draft, {}, key), 422
    errors = draft.errors(session)
    if not errors:
        try:
            return redirect(_opened(session, step, draft, key), 303)
        except DomainError as error:
            errors = {"form": f"{error}."}
        except OtherRequest:
            key = context.new_key()
            errors = {"form": "Another branch was opened from this page. Press again."}
    return _form(session, step, draft, errors, key), 422


def _opened(session: Session, step: int, draft: Draft, key: str) -> str:
    """Open the branch; return the address at which it goes on."""
    services = context.services()
    tags = tuple(dict.fromkeys(filter(None, (tag.strip() for tag in draft.tags.split(",")))))
    asked = Asked(step, draft.chance, draft.players(session), draft.way, draft.title, tags)
    made = open_branch(services.recorder, session, asked, key, services.cast).session
    if made.opened.mode == "table":
        return url_for("table.show", session_id=made.id)
    made = let_bots_act(made)
    context.play_here(made.id)
    if made.status == "live":
        return url_for("play.table", session_id=made.id)
    branch = made.opened.branch
    assert branch is not None
    return url_for("compare.show", a=session.id, b=made.id, step=branch.step)


def _step(session: Session) -> int:
    wanted = request.values.get("step")
    return session.last_step if wanted is None else forms.step(wanted)


def _read(session: Session, form: Mapping[str, str]) -> Draft:
    """Read the form; what it cannot mean is as in an empty one."""
    seats = tuple(
        (form.get(f"who-{seat}", PERSON), form.get(f"name-{seat}", "").strip())
        for seat in range(len(session.players))
    )
    chance, way = form.get("chance", ""), form.get("way", "")
    return Draft(
        seats,
        cast(Luck, chance if chance in get_args(Luck) else "fresh"),
        cast(Way, way) if way in get_args(Way) else None,
        form.get("title", "").strip(),
        form.get("tags", "").strip(),
    )


def _form(session: Session, step: int, draft: Draft, errors: dict[str, str], key: str) -> str:
    """Show the form, or why there is none."""
    common: dict[str, Any] = {"here": "sessions", "session": session, "title": title_of(session)}
    session.check_step(step)
    if not is_open(session):
        return render_template("branch.html", refused=PLAYED, step=step, **common)
    try:
        at = choosing_step(session, step)
    except SessionError:
        return render_template("branch.html", refused=NOBODY_CHOOSES, step=step, **common)
    film = playback(session, choose(session, None))
    table_only = only_at_a_table(session, at)
    return render_template(
        "branch.html",
        refused="",
        step=at,
        asked=step,
        at=Moment(film, at),
        film=film,
        board_template=film.template,
        draft=draft,
        errors=errors,
        key=key,
        bots=context.services().cast.of_game(session.game).values(),
        table_only=table_only,
        both=session.opened.mode == "table" and not table_only,
        usual=title_for(session, at),
        longest_name=LONGEST_NAME,
        longest={"title": LONGEST_TITLE, "tags": LONGEST_TAGS},
        acting=session.game.to_act(session.state_at(at)),
        **common,
    )
