"""The rehearsal: compile the rules that pages call, by playing a game.

Pages, sentences and facts call single rules, and no list says with which argument types. So the child process
that compiles plays some actions and shows every view. Each call compiles what is missing.
"""

from __future__ import annotations

import hashlib
import random
from functools import cache
from pathlib import Path

from stramash.core.background import Part
from stramash.core.compiling import once_on_this_machine
from stramash.core.game import Game
from stramash.core.position import Position
from stramash.core.rule import own_sources, ready_mark
from stramash.core.rules import Progress

__all__ = ["REHEARSAL", "rehearsal_mark", "rehearse"]

#: What the background compiler calls
REHEARSAL: Part = f"{__name__}:rehearse"

#: How many actions are played
_PLIES = 40


def rehearsal_mark(game: Game) -> Path:
    """Return the marker file of a game's rehearsal, for these sources of the game."""
    return ready_mark(game.rules.deal, f"{game.name}-rehearsal-{_hash(*own_sources(game.rules.deal))}")


@cache
def _hash(*rules: Path) -> str:
    """Return a hash of the sources of a game; where its rules have a folder, of all files beside it."""
    folders = {folder.parent for path in rules for folder in path.parents if folder.name == "rules"}
    digest = hashlib.sha256()
    for path in sorted({*rules, *(path for folder in folders for path in folder.rglob("*.py"))}):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def rehearse(game: Game, progress: Progress) -> None:
    """Play and show a game, so that what its pages call is compiled."""
    with once_on_this_machine(rehearsal_mark(game)) as needed:
        if not needed:
            return
        game.prepare(progress)
        position, dice = game.deal(seed=1), random.Random(1)
        for _ in range(_PLIES):
            show(position)
            if position.player is None:
                return
            position.play(dice.choice(position.legal))


def show(position: Position) -> None:
    """Compute everything that a page shows."""
    names = [str(seat) for seat in range(position.game.players)]
    for seat in (None, *range(position.game.players)):
        view = position.show(seat)
        view.pieces(names)
        view.describe_facts()
        view.prompt()
        view.outcome("en", names)
        for action in view.legal:
            view.describe(action)
        for other in range(position.game.players):
            view.standing(other)
    _ = position.undoable, position.winners, position.scores
    position.log(None)
