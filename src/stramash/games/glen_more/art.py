"""The table as a picture."""

from __future__ import annotations

from typing import Any

from stramash.core.words import Translate

__all__ = ["draw_table"]


def draw_table(state: Any, seat: int, _: Translate) -> str:
    """Draw the table as a seat sees it."""
    raise NotImplementedError
