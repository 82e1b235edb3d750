"""A bot for mothlog in one file that needs nothing but Python (see docs/external-bots.md).

It plays every game at random, with one idea: where it has a choice it never draws and never passes.
"""

import json
import sys
from random import Random
from typing import Any

PROTOCOL = 1
AVOIDED = ("draw", "pass", "stop_drawing", "lure_none")


def choose(question: dict[str, Any]) -> int:
    """Return the place of the chosen action in the list of legal ones."""
    rng = Random(question["seed"])  # the same question and seed, the same answer
    kinds = [action["type"] for action in question["legal"]]
    liked = [place for place, kind in enumerate(kinds) if kind not in AVOIDED]
    return rng.choice(liked or range(len(kinds)))


def answer(line: dict[str, Any]) -> dict[str, Any]:
    """Answer one line of mothlog's."""
    if line["type"] == "hello":
        print(f"now playing {line['game']} {line['rules']}", file=sys.stderr)
        return {"protocol": PROTOCOL}
    try:
        return {"id": line["id"], "action": choose(line)}
    except Exception as error:
        return {"id": line["id"], "error": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    for text in sys.stdin:
        print(json.dumps(answer(json.loads(text))), flush=True)
