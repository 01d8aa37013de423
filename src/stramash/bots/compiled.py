"""The machine code of the bots for a game.

A search takes minutes interpreted, so it waits for its machine code. `stramash.bots.fallback` has the bots
that play until then.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types

from stramash.bots.rules.evaluation import action_evaluator
from stramash.bots.rules.rollouts import worlds_of
from stramash.bots.rules.tree import LOGARITHMS, NODE, STATES, Search, add_node, grow_tree, lead_of_the_best
from stramash.core.background import Part, speed_up
from stramash.core.compiling import once_on_this_machine
from stramash.core.game import Game
from stramash.core.rule import home_of, ready_mark, sources_key
from stramash.core.rules import Progress

__all__ = ["BOTS", "bots_are_compiled", "bots_mark", "compile_bots", "compile_soon"]

#: The function that the background compiler calls
BOTS: Part = f"{__name__}:compile_bots"

#: The homes of the games whose bots are known to be compiled
_known: set[str] = set()


def bots_are_compiled(game: Game) -> bool:
    """Return whether bots can think about a game at full speed now."""
    home = home_of(game.rules.deal)
    if home is not None and home not in _known and bots_mark(game).exists():
        compile_bots(game)  # only touches the mark
    return home is None or home in _known


def bots_mark(game: Game) -> Path:
    """Return the file that says that the bots of a game are compiled, from these sources."""
    return ready_mark(game.rules.deal, f"{game.name}-bots-{sources_key(add_node)}")


def compile_bots(game: Game, progress: Progress | None = None) -> None:
    """Compile the rules and the bots of a game if this machine has not done so yet, and print progress."""
    home = home_of(game.rules.deal)
    if home is None or home in _known:
        return
    game.compile_rules(progress)
    with once_on_this_machine(bots_mark(game)) as needed:
        if needed:
            if progress is None:
                line = f"Compiling the bots of {game.title}, once on this machine: it takes some seconds"
                print(line, file=sys.stderr)  # noqa: T201
            for rule, signature in _signatures(game):
                rule.compile(signature)
    _known.add(home)


def compile_soon(game: Game) -> None:
    """Start to compile the bots of a game in the background, if this machine has not compiled them yet."""
    speed_up(game, BOTS, bots_mark(game))


def _signatures(game: Game) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Yield each rule of the bots that Python calls, with the types of its arguments."""
    states, nodes = numba.typeof(np.repeat(game.blank(), STATES)), numba.typeof(np.zeros(1, NODE))
    whole, real = types.int64, types.float64
    longs, ints, reals = _array(whole), _array(types.int32), _array(real)
    yield action_evaluator(game.rules), (states, ints, reals, ints, whole, whole)
    yield add_node, (nodes, longs, whole, whole, whole, real)
    yield lead_of_the_best, (nodes, longs)
    dice, logarithms = _array(types.uint64), numba.typeof(LOGARITHMS)
    search = Search(
        states=states,
        nodes=nodes,
        tree=longs,
        path=longs,
        actions=ints,
        marks=longs,
        points=ints,
        gains=reals,
        dice=dice,
        logarithms=logarithms,
        parameters=reals,
    )
    yield grow_tree(game.rules), (*search, whole, whole)
    worlds, tensors, masks = worlds_of(game.rules), _array(types.float32, 2), _array(types.boolean, 2)
    yield worlds.imagine, (states, states, whole)
    if worlds.recall is not None:
        yield worlds.recall, (states, states, whole, _array(types.boolean))
    yield worlds.begin, (states, longs)
    yield worlds.watch, (states, states, tensors, masks, ints)
    yield worlds.look, (states, states, longs, tensors, masks, ints)
    yield worlds.shares, (states, _array(real, 2))


def _array(kind: Any, dimensions: int = 1) -> Any:
    return types.Array(kind, dimensions, "C")
