"""The lab: environments and batches of games for research, on CPU and GPU.

`BatchGame` steps thousands of games together. `playouts` and `deals` play random games in bulk. The modules
`stramash.lab.pettingzoo`, `stramash.lab.openspiel` and `stramash.lab.gymnasium` implement the interfaces of
those libraries; `pip install "stramash[lab]"` installs them. docs/lab.md shows how to use it.
"""

from stramash.lab.batch import BatchGame
from stramash.lab.playouts import Played, deals, playouts

__all__ = ["BatchGame", "Played", "deals", "playouts"]
