"""Where games are played: this process, processes beside it, or a cluster."""

from analytics.farm.backend import Backend, FarmError, Here, Stop
from analytics.farm.processes import Processes

__all__ = ["Backend", "FarmError", "Here", "Processes", "Stop"]
