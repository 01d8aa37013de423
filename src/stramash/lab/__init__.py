"""The lab: the games for people who study them, on CPU and GPU.

`BatchGame` plays thousands of games side by side, `playouts` and `deals` play random ones in bulk. The
modules `stramash.lab.pettingzoo`, `stramash.lab.openspiel` and `stramash.lab.gymnasium` implement the
interfaces of those libraries; `pip install "stramash[lab]"` installs them. docs/lab.md shows how to use it.
"""

from stramash.lab.batch import BatchGame
from stramash.lab.playouts import Played, deals, playouts

__all__ = ["BatchGame", "Played", "deals", "playouts"]
