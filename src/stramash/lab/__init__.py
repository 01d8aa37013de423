"""The lab: the games for people who study them, on CPU and GPU.

`BatchGame` plays thousands of games side by side, `playouts` and `deals` play random ones in bulk. The
modules `stramash.lab.pettingzoo`, `stramash.lab.openspiel` and `stramash.lab.gymnasium` speak the languages
of those libraries, which come with `pip install "stramash[lab]"`. docs/lab.md shows how all of it is used.
"""

from stramash.lab.batch import BatchGame
from stramash.lab.playouts import Played, deals, playouts

__all__ = ["BatchGame", "Played", "deals", "playouts"]
