"""SQL that somebody typed, run where it can harm nothing.

A query runs in a process of its own on a read-only copy of the statistics. What holds it there are
DuckDB's settings, the limits that the system keeps for the process, and a timer outside it; what
kind of statement it is decides nothing.
"""

from analytics.sandbox.limits import Limits, Refused
from analytics.sandbox.runner import Column, Form, Result, Sandbox

__all__ = ["Column", "Form", "Limits", "Refused", "Result", "Sandbox"]
