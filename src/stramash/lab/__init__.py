"""The lab: the games for researchers, on CPU and GPU."""

from stramash.lab.batch import BatchGame
from stramash.lab.playouts import Played, deals, playouts

__all__ = ["BatchGame", "Played", "deals", "playouts"]
