"""Recorded sessions held against other rulings: what was done, decided again."""

from analytics.counterfactual.follow import follow
from analytics.counterfactual.found import Divergence, Followed, Illegal, Result, Stop
from analytics.counterfactual.many import follow_all
from analytics.counterfactual.summing import Summary, summed

__all__ = ["Divergence", "Followed", "Illegal", "Result", "Stop", "Summary"]
__all__ += ["follow", "follow_all", "summed"]
