"""The contract of a bot."""

from __future__ import annotations

from typing import Protocol

from stramash.core.position import View

__all__ = ["Bot"]


class Bot(Protocol):
    """A player that is a program."""

    @property
    def name(self) -> str:
        """The name of the bot, as `make` accepts it."""

    def choose(self, view: View) -> int:
        """Return one of `view.legal`; it is this seat's turn."""
