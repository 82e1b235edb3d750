"""Lines beside a replay: what each seat had at each step, as its reader may know it.

Each game says in a module of its name what it counts; legal options, hands and thinking time are
the same for all.
"""

from analytics.lines.counted import Counted, count
from analytics.lines.line import Felt, Line, Measure, Row, Way
from analytics.lines.lines import feelings, lines

__all__ = ["Counted", "Felt", "Line", "Measure", "Row", "Way", "count", "feelings", "lines"]
