"""Render modes of environments: terminal, text, SVG or pixels, always as one seat sees the game."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from stramash.core.position import View
from stramash.lab.picture import pixels

__all__ = ["RENDER_MODES", "check_render_mode", "show"]

#: human prints to the terminal; ansi and svg return text; rgb_array returns pixels
RENDER_MODES = ("human", "ansi", "svg", "rgb_array")


def check_render_mode(mode: str | None) -> str | None:
    """Return the render mode if it exists, else raise."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode={mode!r} is not possible: choose one of {', '.join(RENDER_MODES)}")
    return mode


def show(view: View, mode: str | None) -> Any:
    """Render a view in one of the render modes."""
    if mode is None:
        raise ValueError(f"say how to render: render_mode can be {', '.join(RENDER_MODES)}")
    if mode == "svg":
        return view.svg()
    if mode == "rgb_array":
        return pixels(view.svg())
    if mode == "human":
        Console().print(_drawn(view))
        return None
    return _drawn(view).plain


def _drawn(view: View) -> Text:
    """Return the view for a terminal, without Rich replacing a text such as `:up:` by an emoji."""
    return Text.from_markup(view.sketch(), emoji=False)
