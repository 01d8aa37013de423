"""The ground of the table, panels, prompts and buttons."""

from __future__ import annotations

from dataclasses import dataclass

from stramash.draw.svg import Markup, Sheet, element, group, label, number, shift
from stramash.draw.tartan import Tartan, cloth
from stramash.draw.words import fitted, width_of

__all__ = ["Button", "button", "handle_classes", "panel", "prompt", "ribbon", "settled", "table"]

_WEAVE = Tartan.counted(
    "table", ".ground 10, .weave-2 3, .ground 7, .weave-1 5, .ground 2, .weave-2 8, .weave-1 14"
)
_RIBBON = Tartan.counted("ribbon", "#7b57b4 14, #f4f1e6 2, #7b57b4 4, #2f6b57 9, #f4f1e6 1.5")
_BUTTON = 30.0


def table(sheet: Sheet, width: float, height: float) -> Markup:
    """Draw the ground with the faintest weave."""
    return element("rect", width=width, height=height, fill=cloth(sheet, _WEAVE))


def panel(x: float, y: float, width: float, height: float) -> Markup:
    """Draw a darker field that holds things together."""
    return element("rect", class_="well", x=x, y=y, width=width, height=height, rx=12)


def prompt(text: str, x: float, y: float, room: float, *, mine: bool) -> Markup:
    """Return the prompt line, gold if it is the viewer's turn."""
    kind = "prompt middle mine" if mine else "prompt middle"
    return label(text, x, y, kind, font_size=fitted(text, 19, room))


@dataclass(frozen=True)
class Button:
    """A drawn button and where it begins."""

    markup: Markup
    left: float


def button(handle: str, text: str, right: float, y: float, *, later: bool = False) -> Button:
    """Draw a button for a choice without an element on the table, such as passing; it is right-aligned.

    `later` means that another thing is touched before it.
    """
    width = width_of(text, 15) + 28
    return Button(
        group(
            element("rect", class_="edge", width=width, height=_BUTTON, rx=_BUTTON / 2),
            label(text, width / 2, 20, "middle", font_size=15),
            class_=handle_classes("button", legal=True, later=later),
            data_handle=handle,
            transform=shift(right - width, y),
        ),
        right - width,
    )


def ribbon(sheet: Sheet, x: float, y: float, width: float, height: float) -> Markup:
    """Draw a tartan ribbon with swallow tails, the sign of a winner."""
    h, w = number(height / 2), number(width)
    tail = f"M{number(x)} {number(y)}l-16 0l9 {h}l-9 {h}h16"
    band = f"{tail}h{w}h16l-9 -{h}l9 -{h}h-16z"
    return group(
        element("path", class_="shadow", d=band, transform=shift(1, 3)),
        element("path", class_="edge", d=band, fill=cloth(sheet, _RIBBON)),
        class_="ribbon",
    )


def settled(sheet: Sheet, *children: str) -> Markup:
    """Return decided elements, greyer and dimmer, but not transparent.

    The filter is an element and not CSS, because some browsers do not apply CSS filters inside a picture.
    """

    def draw(id_: str) -> Markup:
        return element(
            "filter",
            element("feColorMatrix", type="saturate", values="0.22"),
            element(
                "feComponentTransfer", *(element(f"feFunc{c}", type="linear", slope=0.72) for c in "RGB")
            ),
            id=id_,
            color_interpolation_filters="sRGB",
        )

    return group(*children, class_="settled", filter=f"url(#{sheet.define('settled', draw)})")


def handle_classes(kind: str, *, legal: bool, later: bool = False, taken: bool = False) -> str:
    """Return the classes of a thing one can touch: `legal` is gold, `later` a fainter gold."""
    return kind + " legal" * legal + " later" * (legal and later) + " taken" * taken
