"""Which bot plays a level in a game: the file `levels.json` beside the weights of the game's network.

For each number of players that was measured, it names five bots, from the weakest to the strongest, and it
names the weights they were measured with. `bench/levels.py` finds the temperatures of the networks among
them. `"adviser": "network"` is added by hand where `bench/calibration.py` finds the network's chances true.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from stramash.core.game import Game
from stramash.core.weights import shipped_weights

__all__ = ["LADDER_FILE", "NAMES", "has_network", "ladder_file", "level_entry", "network_advises"]

#: The levels, from the weakest to the strongest
NAMES = ("bairn", "drover", "crofter", "laird", "chieftain")
LADDER_FILE = "levels.json"


def ladder_file(game: Game) -> Path:
    """Return where the levels of a game are written, whether or not they are there."""
    return shipped_weights(game).with_name(LADDER_FILE)


def has_network(game: Game) -> bool:
    """Return whether the weights that come with a game are meant for this variant."""
    lab = any(option.lab and option.name in game.options for option in game.option_specs)
    return not lab and shipped_weights(game).exists()


@lru_cache(maxsize=64)
def level_entry(game: Game, name: str) -> str | None:
    """Return the bot that plays a level in this game, None where no network was trained for it.

    A number of players that was not measured plays as the nearest one that was.

    >>> import stramash
    >>> level_entry(stramash.load("schotten-totten"), "chieftain")
    'network'
    >>> level_entry(stramash.load("schotten-totten", stones=3), "chieftain")
    """
    if not has_network(game) or not ladder_file(game).exists():
        return None
    measured: dict[str, list[str]] = _read(game)["players"]
    count = min(map(int, measured), key=lambda it: (abs(it - game.players), -it))
    return measured[str(count)][NAMES.index(name)]


def network_advises(game: Game) -> bool:
    """Return whether the network of a game gives advice: `levels.json` then has `"adviser": "network"`."""
    if not has_network(game) or not ladder_file(game).exists():
        return False
    return bool(_read(game).get("adviser") == "network")


def _read(game: Game) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(ladder_file(game).read_text("utf-8"))
    return content
