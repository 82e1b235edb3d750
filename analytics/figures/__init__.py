"""Plotly figures as plain data, in the ink of whatever page shows them.

Colours are CSS variables (``var(--text)``) that the page's script replaces. Seats are told apart by
marker, never by colour; there is no title and no frame, and a legend only where the parts of a bar
have no end for a name to stand at. ``customdata`` holds the row key of a mark; where a mark is one
moment, a list of row key, session id and step.
"""

from analytics.figures.columns import columns
from analytics.figures.curves import Curve, Panel, Point, curves
from analytics.figures.heaps import Mark, heaps
from analytics.figures.house import aligned, marker
from analytics.figures.multiples import Series, multiples
from analytics.figures.sheets import Grid, Square, sheets
from analytics.figures.steps import Band, Trace, steps
from analytics.figures.strips import Part, strips
from analytics.figures.whiskers import Dot, whiskers

__all__ = ["Dot", "Mark", "Part", "Series", "columns", "heaps", "marker", "multiples", "strips"]
__all__ += ["Curve", "Grid", "Panel", "Point", "Square", "aligned", "curves", "sheets", "whiskers"]
__all__ += ["Band", "Trace", "steps"]
