"""The games' rulebooks, and which of their clauses a step can rest on at all."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import CodeType, FunctionType
from typing import Any

from domain.game import Game
from domain.rulebook import Rulebook, parse_rulebook


@cache
def rulebook(game: Game) -> Rulebook:
    """Return the rulebook that comes with a game."""
    text = files("seeds").joinpath(f"{game.name}/rulebook.toml").read_text(encoding="utf-8")
    return parse_rulebook(tomllib.loads(text))


@cache
def citable(game: Game) -> frozenset[str]:
    """Return the clauses that a game's ``cite`` can return.

    These are the clause ids that its code names, wherever ``cite`` may lead within its module and
    in the tables that it looks into: an id that is named nowhere there is never returned.
    """
    ids = {clause.id for clause in rulebook(game).clauses}
    return frozenset(_named(game.cite, game.cite.__module__, set()) & ids)


def _named(thing: Any, module: str, seen: set[int]) -> set[str]:
    """Gather every text that a value holds, or that a function of the module can reach."""
    if isinstance(thing, str):
        return {thing}
    if id(thing) in seen:
        return set()
    seen.add(id(thing))
    return {text for part in _parts(thing, module) for text in _named(part, module, seen)}


def _parts(thing: Any, module: str) -> Iterator[Any]:
    if isinstance(thing, Mapping):
        yield from thing.values()
    elif isinstance(thing, tuple | list | set | frozenset):
        yield from thing
    elif isinstance(thing, FunctionType) and thing.__module__ == module:
        for code in _codes(thing.__code__):
            yield from code.co_consts
            yield from (thing.__globals__.get(name) for name in code.co_names)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of a function and of those within it."""
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _codes(const)
