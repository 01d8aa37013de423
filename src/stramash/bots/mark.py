"""A hash of the sources of the bots: it changes whenever a bot may choose differently."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from stramash.core.game import Game
from stramash.core.rule import CORE_RULES, own_sources

__all__ = ["mark_of"]

_HERE = Path(__file__).resolve().parent
#: The files that the choices of bots depend on, besides compiled rules
_CHOOSING = ("dice.py", "greedy.py", "levels.py", "search.py")


def mark_of(game: Game) -> str:
    """Return a hash of the sources of the bots, of the rules of a game and of its search parameters.

    It is the same on every machine, whether or not Stramash is installed there.
    """
    tuning = repr((game.search, sorted(game.search_scales.items())))
    return _hash(tuple(own_sources(game.rules.deal)), tuning)


@cache
def _hash(rules: tuple[Path, ...], tuning: str) -> str:
    sources = [_HERE / name for name in _CHOOSING]
    sources += [_HERE.parent / "core" / name for name in CORE_RULES]
    sources += [*sorted((_HERE / "rules").rglob("*.py")), *rules]
    digest = sha256(tuning.encode())
    for source in sources:
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()[:12]
