"""Experiments as plain data: the same from the command line and over HTTP."""

from typing import Any

import msgspec

from analytics.experiments import Answer, ready_made
from analytics.experiments import words as say


def as_data(answer: Answer) -> dict[str, Any]:
    """Return an answer as plain data, with its words."""
    told = {"title": say.title(answer), "summary": say.summary(answer), "notes": say.notes(answer)}
    return told | msgspec.to_builtins(answer)


def questions(game: str = "") -> list[dict[str, Any]]:
    """List the ready-made questions, of one game or of all."""
    return [
        {"game": r.game.name, "question": r.name, "text": r.option.question}
        | {"values": [value.value for value in r.option.values]}
        for r in ready_made()
        if game in ("", r.game.name)
    ]
