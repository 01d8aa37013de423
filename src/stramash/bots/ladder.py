"""Which bot plays a level in a game: the file `levels.json` beside the weights of the game's network.

`bench/levels.py` writes it. For each number of players it was measured with, it names five bots, from the
weakest to the strongest, and it names the weights they were measured with.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from stramash.core.game import Game
from stramash.core.weights import shipped_weights

__all__ = ["LADDER_FILE", "NAMES", "ladder_file", "rung"]

#: The levels, from the weakest to the strongest
NAMES = ("bairn", "drover", "crofter", "laird", "chieftain")
LADDER_FILE = "levels.json"


def ladder_file(game: Game) -> Path:
    """Return where the levels of a game are written, whether or not they are there."""
    return shipped_weights(game).with_name(LADDER_FILE)


@lru_cache(maxsize=64)
def rung(game: Game, name: str) -> str | None:
    """Return the bot that plays a level in this game, None where no network was trained for it.

    A number of players that was not measured plays as the nearest one that was.

    >>> import stramash
    >>> rung(stramash.load("schotten-totten"), "chieftain")
    'network'
    >>> rung(stramash.load("schotten-totten", stones=3), "chieftain")
    """
    lab = any(option.lab and option.name in game.options for option in game.option_specs)
    path = ladder_file(game)
    if lab or not path.exists() or not shipped_weights(game).exists():
        return None
    measured: dict[str, list[str]] = json.loads(path.read_text())["players"]
    count = min(map(int, measured), key=lambda it: (abs(it - game.players), -it))
    return measured[str(count)][NAMES.index(name)]
