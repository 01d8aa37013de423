"""Pictures of positions as pixels, for the render mode `rgb_array`."""

from __future__ import annotations

import io
import re

import numpy as np
import numpy.typing as npt
import resvg_py
from PIL import Image

__all__ = ["pixels"]

_PROPERTY = re.compile(r"(--[\w-]+):([^;}]+)")
_USE = re.compile(r"var\((--[\w-]+)\)")


def pixels(svg: str, width: int = 640) -> npt.NDArray[np.uint8]:
    """Draw an SVG as an array of height, width and the three colours.

    resvg draws the same on every system and needs no system libraries, but it does not support CSS custom
    properties. So each property is first replaced by its value in our theme.
    """
    colours: dict[str, str] = {}
    for name, value in _PROPERTY.findall(svg):
        colours.setdefault(name, value)
    plain = _USE.sub(lambda use: colours[use[1]], svg)
    png = resvg_py.svg_to_bytes(svg_string=plain, width=width, background="#27313f")
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"), np.uint8)
