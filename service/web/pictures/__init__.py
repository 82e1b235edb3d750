"""A position as a picture that stands by itself: SVG with every style resolved, or PNG."""

from service.web.pictures.asked import Asked
from service.web.pictures.drawing import svg
from service.web.pictures.kept import Pictures
from service.web.pictures.raster import png

__all__ = ["Asked", "Pictures", "png", "svg"]
