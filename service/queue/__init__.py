"""Tasks that are done beside the pages: a fair queue, and the worker that takes from it."""

from service.queue.fair import FairQueue, TooBusy
from service.queue.worker import Progress, Report, Stop, Worker

__all__ = ["FairQueue", "Progress", "Report", "Stop", "TooBusy", "Worker"]
