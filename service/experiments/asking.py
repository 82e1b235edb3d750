"""Questions and sides of an experiment as people name them."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from msgspec.structs import replace

from analytics.experiments import Arm, Question
from analytics.experiments import words as say
from analytics.filters import Filters, PlayedBy
from analytics.phrases import listed
from analytics.rulebooks import rulebook
from domain.edition import content
from domain.errors import Invalid
from domain.game import Game
from domain.options import filled_in
from service import editions, seeds
from service.wiring import Services

BY = get_args(PlayedBy)
RECORDED = ("by", "prototype", "tag", "rules")
"""What tells recorded sessions apart; a side with one of these is not played."""


def edition_of(services: Services, game: Game, name: str = "") -> dict[str, Any]:
    """Return the content of the edition of that name, without one of the shipped one.

    :raises NoSuchEdition: there is none.
    """
    if not name:
        return content(seeds.edition(game))
    return content(editions.find(game, services.data, name).edition)


def own_question(game: Game, arms: Sequence[Arm], *, seats: int, games: int, seed: str) -> Question:
    """Return a question of one's own, called after what differs between its sides.

    Rulings that a side does not name have their defaults.

    :raises Invalid: two sides are the same, or there is no such ruling.
    """
    sides = labelled(game, [_filled(game, arm) for arm in arms])
    made = Question(
        game=game.name,
        name="own",
        text=f"{listed([say.label(arm.label) for arm in sides])}: what differs?",
        rules=rulebook(game).version,
        seats=seats,
        arms=sides,
        games=games,
        seed=seed,
    )
    return replace(made, name="-".join(("own", *made.apart))[:60])


def _filled(game: Game, arm: Arm) -> Arm:
    if arm.recorded is not None:
        return arm
    return replace(arm, options=filled_in(game.options, arm.options))


def recorded_arm(game: Game, seats: int, told: Mapping[str, str]) -> Arm:
    """Return a side of recorded sessions.

    :raises Invalid: a value can be no filter.
    """
    by = told.get("by", "all")
    if by not in BY:
        raise Invalid(f"by={by!r}, expected one of: {', '.join(BY)}")
    chosen: PlayedBy = by  # type: ignore[assignment]
    return Arm(
        label="",
        recorded=Filters(
            game=game.name,
            seats=(seats,),
            played_by=chosen,
            prototype=told.get("prototype", ""),
            rules=told.get("rules", ""),
            tags=(told["tag"],) if told.get("tag") else (),
        ),
    )


def labelled(game: Game, arms: Sequence[Arm]) -> tuple[Arm, ...]:
    """Call each side after that in which it differs from another one.

    Recorded sessions beside games of bots are those with the same rulings and edition.

    :raises Invalid: two sides are the same.
    """
    arms = _alike(game, arms)
    played = [_said(game, arm) for arm in arms if arm.recorded is None]
    differ = [key for key in (played or [{}])[0] if len({each[key] for each in played}) > 1]
    labels = [
        _who(arm.recorded)
        if arm.recorded is not None
        else ", ".join(_said(game, arm)[key] for key in differ or ["bots"])
        for arm in arms
    ]
    if len(set(labels)) < len(labels):
        raise Invalid("two sides are the same, so there is nothing to compare")
    return tuple(replace(arm, label=label) for arm, label in zip(arms, labels, strict=True))


def _alike(game: Game, arms: Sequence[Arm]) -> list[Arm]:
    played = next((arm for arm in arms if arm.recorded is None), None)
    if played is None:
        return [*arms]
    same = {
        "options": filled_in(game.options, played.options),
        "edition": str(played.edition["name"]),
    }
    return [
        replace(arm, recorded=replace(arm.recorded, **same)) if arm.recorded is not None else arm
        for arm in arms
    ]


def _said(game: Game, arm: Arm) -> dict[str, str]:
    """Return what a side of games can be called after."""
    options = filled_in(game.options, arm.options)
    bots = " and ".join(dict.fromkeys(arm.bots))
    return options | {"edition": str(arm.edition["name"]), "bots": f"{bots} bots"}


def _who(filters: Filters) -> str:
    tables = {"all": "recorded sessions", "mixed": "people and bots", "bots": "recorded bots"}
    said = [tables.get(filters.played_by, filters.played_by)]
    said += [f"prototype {filters.prototype}"] if filters.prototype else []
    said += [f"rules {filters.rules}"] if filters.rules else []
    said += [f"tagged {tag}" for tag in filters.tags]
    return " ".join(said)
