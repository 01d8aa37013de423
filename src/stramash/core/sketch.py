"""Parts of sketches for a terminal that all games share."""

from __future__ import annotations

from stramash.core.words import Translate

__all__ = ["escape", "seat_name"]


def escape(text: str) -> str:
    r"""Return a text without markup for Rich, whatever is in it.

    >>> print(escape("Morag [red]"))
    Morag \[red]
    """
    return text.replace("[", "\\[")


def seat_name(player: int, seat: int, _: Translate) -> str:
    """Return what a seat reads for a player: “You” for itself, else the player's name."""
    return _("You") if player == seat else escape(_.player(player))
