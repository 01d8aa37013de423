"""The table that things lie on, and the plain things around them: panels, prompts and buttons."""

from __future__ import annotations

from stramash.draw.svg import Markup, Sheet, element, group, label
from stramash.draw.tartan import Tartan, cloth
from stramash.draw.words import fitted, width_of

__all__ = ["button", "handle_classes", "panel", "prompt", "table"]

_WEAVE = Tartan(
    "table",
    (
        (".ground", 10),
        (".weave-2", 3),
        (".ground", 7),
        (".weave-1", 5),
        (".ground", 2),
        (".weave-2", 8),
        (".weave-1", 14),
    ),
)
_BUTTON = 30.0


def table(sheet: Sheet, width: float, height: float) -> Markup:
    """Draw the ground with the faintest weave."""
    return element("rect", width=width, height=height, fill=cloth(sheet, _WEAVE))


def panel(x: float, y: float, width: float, height: float) -> Markup:
    """Draw a darker field that holds things together."""
    return element("rect", class_="well", x=x, y=y, width=width, height=height, rx=12)


def prompt(text: str, x: float, y: float, room: float, *, mine: bool) -> Markup:
    """Write the line that says what can be done, gold if it is for the one who looks."""
    kind = "prompt middle mine" if mine else "prompt middle"
    return label(text, x, y, kind, font_size=fitted(text, 19, room))


def button(handle: str, text: str, x: float, y: float, *, legal: bool) -> tuple[Markup, float]:
    """Draw a choice that no thing on the table stands for, such as passing; also return its width."""
    width = width_of(text, 15) + 32
    return (
        group(
            element("rect", class_="edge", width=width, height=_BUTTON, rx=_BUTTON / 2),
            label(text, width / 2, 20, "middle", font_size=15),
            class_=handle_classes("button", legal=legal),
            data_handle=handle,
            transform=f"translate({x:g} {y:g})",
        ),
        width,
    )


def handle_classes(kind: str, *, legal: bool, later: bool = False, taken: bool = False) -> str:
    """Return the classes of a thing one can touch: `legal` is gold, `later` a fainter gold."""
    return kind + " legal" * legal + " later" * (legal and later) + " taken" * taken
