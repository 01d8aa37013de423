"""A hash of the sources of the bots: it changes whenever a bot may choose differently."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from stramash.bots.ladder import ladder_file
from stramash.core.game import Game
from stramash.core.rule import CORE_RULES, own_sources
from stramash.core.weights import shipped_weights

__all__ = ["mark_of"]

_HERE = Path(__file__).resolve().parent
#: The files that the choices of bots depend on, besides compiled rules
_CHOOSING = (
    "advice.py",
    "belief.py",
    "dice.py",
    "greedy.py",
    "guided.py",
    "ladder.py",
    "levels.py",
    "named.py",
    "network.py",
    "rollouts.py",
    "search.py",
)


def mark_of(game: Game) -> str:
    """Return a hash of the sources of the bots, of a game's rules, network and search parameters.

    It is the same on every machine, whether or not Stramash is installed there.
    """
    tuning = repr((game.search, sorted(game.search_scales.items())))
    learned = [ladder_file(game), shipped_weights(game), game.words.parent / "network.py"]
    return _hash((*own_sources(game.rules.deal), *(it for it in learned if it.exists())), tuning)


@cache
def _hash(own: tuple[Path, ...], tuning: str) -> str:
    sources = [_HERE / name for name in _CHOOSING]
    sources += [_HERE.parent / "core" / name for name in (*CORE_RULES, "network.py")]
    sources += [*sorted((_HERE / "rules").rglob("*.py")), *own]
    digest = sha256(tuning.encode())
    for source in sources:
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()[:12]
