"""Where games are played: this process, processes beside it, or a cluster."""

from analytics.farm.backend import Backend, FarmError, Halted, Here, Stop, halt, here
from analytics.farm.processes import Crew, Processes

__all__ = ["Backend", "Crew", "FarmError", "Halted", "Here", "Processes", "Stop", "halt", "here"]
