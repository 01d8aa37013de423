"""Schotten Totten: nine stones on a border, and the clans that roll them."""

from stramash.games.schotten_totten.game import SchottenTotten

__all__ = ["GAME"]

GAME = SchottenTotten
