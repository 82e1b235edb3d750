"""Chances to win by step of sessions that have ended, and hints while one is played.

Both are worked out in processes beside the service. Evaluations are kept as views in the data
folder; hints are not kept at all.
"""

from service.evaluating.background import Background, Progress, TooBusy
from service.evaluating.hints import Hint, Hints, hints
from service.evaluating.kept import Evaluated, Gap, Kept
from service.evaluating.working import check, evaluated, size_of

__all__ = ["Background", "Evaluated", "Gap", "Hint", "Hints", "Kept", "Progress", "TooBusy"]
__all__ += ["check", "evaluated", "hints", "size_of"]
