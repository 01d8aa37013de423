"""The table as a picture."""

from __future__ import annotations

from typing import Any

from stramash.core.words import Translate

__all__ = ["sketch"]


def sketch(state: Any, seat: int, _: Translate) -> str:
    """Draw the table as a seat sees it."""
    raise NotImplementedError
