"""Experiments of a data folder: asked, run to their end, resumed, kept."""

from service.experiments.asking import edition_of, own_question, recorded_arm
from service.experiments.background import Background, Running
from service.experiments.kept import Kept
from service.experiments.running import answer_of
from service.experiments.telling import as_data, questions

__all__ = ["Background", "Kept", "Running", "answer_of", "as_data", "edition_of"]
__all__ += ["own_question", "questions", "recorded_arm"]
