"""Columns: a count for each whole number."""

from collections.abc import Sequence

from analytics.figures.house import SMALL, TEXT, axis_title, figure
from analytics.figures.strips import FILLS
from analytics.findings import Figure

CROWDED = 20  # columns that each show their count
FEW = 12  # columns whose numbers fit side by side on a phone


def columns(
    x: Sequence[int], y: Sequence[int], keys: Sequence[str], x_title: str, y_title: str
) -> Figure:
    """Draw a count for each whole number, with the count on top where there is room for it."""
    named = len(x) <= CROWDED
    trace = {
        "type": "bar",
        "x": list(x),
        "y": list(y),
        "width": 0.7,
        "text": [f"{value:,}" if value and named else "" for value in y],
        "textposition": "outside",
        "cliponaxis": False,
        "textfont": {"color": TEXT, "size": SMALL},
        "customdata": list(keys),
        "marker": FILLS["ink"],
        "hovertemplate": f"{x_title} %{{x}}: %{{y}}<extra></extra>",
    }
    layout = {
        "height": 280,
        "margin": {"l": 8, "r": 12, "t": 24, "b": 40},
        "uniformtext": {"minsize": SMALL, "mode": "hide"},
        "xaxis": {
            "title": axis_title(x_title),
            "dtick": 1 if len(x) <= FEW else 2 if named else 5,
            "showgrid": False,
        },
        "yaxis": {"title": axis_title(y_title), "rangemode": "tozero", "tickformat": ",d"},
    }
    return figure([trace], layout)
