"""Chances to win by step of sessions that have ended, and hints while one is played.

Both are worked out in processes beside the service. Evaluations are kept as views in the data
folder; hints are not kept at all.
"""

from service.evaluating.background import Background
from service.evaluating.hints import Hints
from service.evaluating.kept import Evaluated, Gap, Kept, as_data
from service.evaluating.working import check, evaluated, size_of

__all__ = ["Background", "Evaluated", "Gap", "Hints", "Kept"]
__all__ += ["as_data", "check", "evaluated", "size_of"]
