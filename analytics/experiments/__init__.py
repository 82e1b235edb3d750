"""Experiments: one thing that two sides differ in, and what comes of it.

A :class:`~analytics.experiments.question.Question` has two sides or more. Games are planned so that
both have the same luck, they are played and measured, and the differences are judged together.
"""

from analytics.experiments.answer import answer
from analytics.experiments.found import Answer
from analytics.experiments.question import Arm, Question, check
from analytics.experiments.ready import Ready, asked, find, ready_made
from analytics.experiments.running import Chunk, Recording, Side, joined, recorded, run

__all__ = ["Answer", "Arm", "Chunk", "Question", "Ready", "Recording", "Side", "answer", "asked"]
__all__ += ["check", "find", "joined", "ready_made", "recorded", "run"]
