"""Draw the icons of the installed app from the page's icon: `python docs/make_icons.py`."""

from __future__ import annotations

from pathlib import Path

import resvg_py

STATIC = Path(__file__).parent.parent / "src" / "stramash" / "table" / "web" / "static"
#: Width by file. Systems cut the last two to a shape of their own, so they have no round corners.
ICONS = {"icon-192.png": 192, "icon-512.png": 512, "icon-touch.png": 180, "icon-maskable.png": 512}
WHOLE = ("icon-touch.png", "icon-maskable.png")


def main() -> None:
    """Write every icon."""
    drawing = (STATIC / "icon.svg").read_text("utf-8")
    for name, width in ICONS.items():
        drawn = drawing.replace(' rx="6"', "") if name in WHOLE else drawing
        picture = resvg_py.svg_to_bytes(svg_string=drawn, width=width, height=width)
        (STATIC / name).write_bytes(bytes(picture))


if __name__ == "__main__":
    main()
