"""What the form of a new session holds, what is wrong with it, and the table that it describes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, cast, get_args

from analytics.bots import Cast, cast_of
from domain.edition import EditionBase
from domain.game import Game
from domain.options import BETWEEN, per_seat
from domain.rulebook import OptionText
from domain.session.commands import LONGEST_NAME, Table
from domain.session.events import Experience, Player
from service import seeds
from service.web.words import LETTERS, count

PERSON, NOBODY = "person", "nobody"
TABLE = "table"
EXPERIENCE = (("", "not said"), ("first", "first game"), ("some", "a few games"), ("many", "many"))
LONGEST_COLOUR = 20
LONGEST_TEXT = {"title": 120, "prototype": 60, "place": 60, "tags": 200}


@dataclass(frozen=True)
class SeatDraft:
    """A seat as typed: who sits there (person, nobody or a bot's name) and under which name.

    ``options`` are the seat's own answers, where a ruling has one a seat. At a real table a person
    has ``experience`` of the game or not, and pieces of a ``colour``.
    """

    who: str
    name: str
    options: Mapping[str, str] = field(default_factory=dict)
    experience: str = ""
    colour: str = ""


@dataclass(frozen=True)
class Draft:
    """The form as it was sent, good or not.

    ``mode`` says whether the session is played here or logged at a real table; a log may be
    ``timed``, and ``told`` are the fields with what is known of its set-up. ``cast`` are the bots
    that can be chosen.
    """

    game: Game
    seats: tuple[SeatDraft, ...]
    options: dict[str, str] = field(default_factory=dict)
    start: str = "0"
    edition: str = ""
    title: str = ""
    prototype: str = ""
    place: str = ""
    tags: str = ""
    mode: Literal["digital", "table"] = "digital"
    timed: bool = True
    told: Mapping[str, str] = field(default_factory=dict)
    cast: Cast = field(default_factory=cast_of)

    @classmethod
    def blank(cls, game: Game, mode: str = "") -> "Draft":
        """Return what an empty form shows: one person, one bot or another person, free seats."""
        own = {option.name: option.values[0].value for option in own_questions(game)}
        other = PERSON if mode == TABLE else next(iter(cast_of().of_game(game)))
        seats = [SeatDraft(PERSON, "", own), SeatDraft(other, "", own)]
        seats += [SeatDraft(NOBODY, "", own)] * (game.seats[-1] - 2)
        return cls(game, tuple(seats), _defaults(game), mode=_mode(mode))

    @property
    def at_table(self) -> bool:
        """Whether a real table is logged."""
        return self.mode == TABLE

    @property
    def taken(self) -> list[int]:
        """The rows of the form at which somebody sits."""
        return [at for at, seat in enumerate(self.seats) if seat.who != NOBODY]

    @property
    def changed(self) -> int:
        """How many rulings are not at their default."""
        defaults = _defaults(self.game)
        return sum(self.options[name] != value for name, value in defaults.items())

    def errors(self) -> dict[str, str]:
        """Say what is wrong, by field."""
        errors: dict[str, str] = {}
        names: dict[str, int] = {}
        for at in self.taken:
            name, who = self.seats[at].name, self.seats[at].who
            if who not in (PERSON, *self.cast.of_game(self.game)):
                errors[f"who-{at}"] = f"No bot is called {who[:40]!r}."
            elif who != PERSON and self.at_table:
                errors[f"who-{at}"] = "At a real table sit people."
            elif who == PERSON and not name:
                errors[f"name-{at}"] = "A person needs a name, or set the seat to a bot or nobody."
            elif len(name) > LONGEST_NAME:
                errors[f"name-{at}"] = f"{len(name)} characters; {LONGEST_NAME} fit."
            shown = self._name(at)
            if shown in names and f"name-{at}" not in errors:
                errors[f"name-{at}"] = f"Seat {LETTERS[names[shown]]} has that name already."
            names.setdefault(shown, at)
        seats = self.game.seats
        if len(self.taken) not in seats:
            errors["seats"] = f"{self.game.title} takes {seats[0]} to {seats[-1]} seats."
        if self.start not in map(str, self.taken):
            errors["start"] = "Nobody sits there."
        for at in self.taken:
            if len(self.seats[at].colour) > LONGEST_COLOUR:
                errors[f"colour-{at}"] = f"At most {LONGEST_COLOUR} characters."
        for name, longest in LONGEST_TEXT.items():
            if len(given := getattr(self, name)) > longest:
                errors[name] = f"{len(given)} characters; {longest} fit."
        return errors | self._option_errors()

    def wrong(self, errors: Mapping[str, str]) -> str:
        """Sum up what is wrong: the seats without a name, and how much else."""
        unnamed = [
            at for at in self.taken if self.seats[at].who == PERSON and not self.seats[at].name
        ]
        said = [f"seat {LETTERS[at]} needs a name" for at in unnamed]
        others = errors.keys() - {f"name-{at}" for at in unnamed}
        said += [f"{count(len(others), 'answer')} below cannot stand"] if others else []
        return ", ".join(said)

    def table(self, edition: EditionBase) -> Table:
        """Return the table that the form describes; only after :meth:`errors` found none."""
        taken = self.taken
        players = tuple(self._player(at) for at in taken)
        return Table(
            game=self.game,
            rules=seeds.rulebook(self.game).version,
            edition=edition,
            players=players,
            options=self.options | self._own_options(),
            start=taken.index(int(self.start)),
            title=self.title,
            prototype=self.prototype,
            place=self.place,
            tags=tuple(dict.fromkeys(filter(None, (t.strip() for t in self.tags.split(","))))),
            mode=self.mode,
            timed=self.timed,
        )

    def _player(self, at: int) -> Player:
        seat = self.seats[at]
        if seat.who != PERSON:
            return Player(self._name(at), seat.who)
        if not self.at_table:
            return Player(self._name(at))
        known = seat.experience if seat.experience in get_args(Experience) else ""
        return Player(self._name(at), None, cast(Experience, known), seat.colour)

    def _name(self, at: int) -> str:
        seat = self.seats[at]
        if seat.name or seat.who == PERSON:
            return seat.name
        return f"{self.cast.title(seat.who)} {LETTERS[at]}"

    def _own_options(self) -> dict[str, str]:
        """Join what each seat answered; where all answered alike, once is enough."""
        joined = {}
        for option in own_questions(self.game):
            values = [self.seats[at].options[option.name] for at in self.taken]
            joined[option.name] = BETWEEN.join(values if len({*values}) > 1 else values[:1])
        return joined

    def _option_errors(self) -> dict[str, str]:
        allowed = {o.name: [v.value for v in o.values] for o in seeds.rulebook(self.game).options}
        given = {f"option-{name}": (name, value) for name, value in self.options.items()}
        for at in self.taken:
            own = self.seats[at].options
            given |= {f"option-{name}-{at}": (name, value) for name, value in own.items()}
        return {
            field: f"{value[:40]!r} is no answer to this question."
            for field, (name, value) in given.items()
            if value not in allowed.get(name, ())
        }


def read(game: Game, form: Mapping[str, str], bots: Cast) -> Draft:
    """Read the form."""
    defaults, own = _defaults(game), own_questions(game)
    seats = tuple(
        SeatDraft(
            form.get(f"who-{at}", NOBODY),
            form.get(f"name-{at}", "").strip(),
            {o.name: form.get(f"option-{o.name}-{at}", o.values[0].value) for o in own},
            form.get(f"experience-{at}", ""),
            form.get(f"colour-{at}", "").strip(),
        )
        for at in range(game.seats[-1])
    )
    first = next((str(at) for at, seat in enumerate(seats) if seat.who != NOBODY), "0")
    return Draft(
        game,
        seats,
        {name: form.get(f"option-{name}", value) for name, value in defaults.items()},
        form.get("start", first),
        form.get("edition", ""),
        **{name: form.get(name, "").strip() for name in LONGEST_TEXT},
        mode=_mode(form.get("mode", "")),
        cast=bots,
        timed="afterwards" not in form,
        told={name: value for name, value in form.items() if name.startswith("set-up-")},
    )


def _mode(mode: str) -> Literal["digital", "table"]:
    return "table" if mode == TABLE else "digital"


def questions(game: Game) -> list[OptionText]:
    """List the rulings with one answer for the whole table."""
    several = per_seat(game.options)
    return [option for option in seeds.rulebook(game).options if option.name not in several]


def own_questions(game: Game) -> list[OptionText]:
    """List the rulings that every seat answers for itself."""
    several = per_seat(game.options)
    return [option for option in seeds.rulebook(game).options if option.name in several]


def _defaults(game: Game) -> dict[str, str]:
    return {o.name: o.values[0].value for o in questions(game)}
