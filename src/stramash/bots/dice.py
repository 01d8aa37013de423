"""The bot that plays anything legal."""

from __future__ import annotations

import random

from stramash.core.position import View

__all__ = ["RandomBot"]


class RandomBot:
    """Every legal action is as likely as any other."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> int:
        """Return a legal action."""
        return self._random.choice(view.legal)
