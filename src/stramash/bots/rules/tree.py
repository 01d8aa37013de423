"""Information-set Monte Carlo tree search, for any game and any number of players.

One tree for the seat that thinks. Every simulation deals what is hidden anew (`imagine`), walks down the
actions that are legal in that world, adds a node, plays on for a while and values the end for every seat;
each node gathers what the seat that acted there got (max^n). An action is preferred by what it brought so far
and by how rarely it was tried *when it could have been* (Cowling, Powley and Whitehouse, 2012): in a game of
hidden hands most actions of the others are possible in few worlds only.

Wide decisions are opened slowly: a node has at most about `widen * sqrt(visits)` children, and the next one
is the best of a few by the game's evaluation. The same judgement guides the moves after the tree, and values
a world that is not played to its end.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from stramash.bots.rules.worth import worth_of
from stramash.core.game import Rules
from stramash.core.playout import toss
from stramash.core.rule import rule
from stramash.core.state import NOBODY

__all__ = [
    "FORCED",
    "HIDDEN",
    "LOGARITHMS",
    "NODE",
    "PATH",
    "ROOT",
    "STATES",
    "TREE",
    "USED",
    "add_node",
    "grow_tree",
]

#: A node is an action by an actor after those above it; number 0 is no node.
NODE: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("gain", "f8"),  # what the actor got in all simulations through here
            ("hope", "f8"),  # what the evaluation said when the node was made
            ("visits", "i4"),
            ("available", "i4"),  # how often it could have been chosen
            ("action", "i4"),
            ("actor", "i4"),
            ("child", "i4"),  # the first one
            ("sibling", "i4"),  # the next one
        ],
    )
)

# The states of a search
HIDDEN, WORLD, TRIAL, STATES = 0, 1, 2, 3

# What a tree knows about itself
USED, ROOT, SERIAL, FORCED, TREE = 0, 1, 2, 3, 4

#: No simulation keeps more nodes than this; what comes after is played, not remembered
PATH = 256

#: The logarithms that a visit needs, so that none is computed twice
LOGARITHMS: npt.NDArray[np.float64] = np.log(np.maximum(1, np.arange(1 << 16)))


@rule
def untried(actions: Any, count: int, marks: Any, serial: int) -> int:
    """Bring the actions that have no node to the front; return how many there are."""
    left = 0
    for index in range(count):
        action = actions[index]
        if marks[action] == serial:
            actions[index] = actions[left]
            actions[left] = action
            left += 1
    return left


@rule
def preferred(
    nodes: Any, node: int, actor: int, marks: Any, serial: int, logarithms: Any, explore: float, trust: float
) -> tuple[int, int]:
    """Return the child with the best upper bound among those legal in this world, and how many are.

    Marks are turned for actions that have a node, so that those without one can be told.
    """
    best, best_bound, found = 0, -1.0, 0
    child = int(nodes[node].child)
    while child:
        one = nodes[child]
        if one.actor == actor and marks[one.action] == serial:
            marks[one.action] = -serial
            found += 1
            one.available += 1
            visits = one.visits + trust
            logarithm = logarithms[min(int(one.available), logarithms.size - 1)]
            bound = (one.gain + trust * one.hope) / visits + explore * math.sqrt(logarithm / one.visits)
            if bound > best_bound:
                best, best_bound = child, bound
        child = int(one.sibling)
    return best, found


@rule
def add_node(nodes: Any, tree: Any, parent: int, action: int, actor: int, hope: float) -> int:
    """Put a new node below its parent."""
    number = int(tree[USED])
    tree[USED] = number + 1
    node = nodes[number]
    node.gain = 0.0
    node.hope = hope
    node.visits = 0
    node.available = 1
    node.action = action
    node.actor = actor
    node.child = 0
    node.sibling = nodes[parent].child
    nodes[parent].child = number
    return number


@rule
def chance_to_win(worth: float, scale: float) -> float:
    """Turn an evaluation into a chance to win."""
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, worth / scale))))


@cache
def grow_tree(rules: Rules) -> Callable[..., None]:
    """Return a rule that runs so many simulations; if `tree[FORCED]` is a child of the root, all through it.

    `settings` are explore, widen, trust, choices in the tree, choices after it, plies after it (negative: to
    the end), scale; see `stramash.bots.search.Settings`.
    """
    imagine, legal, play, winners = rules.imagine, rules.legal, rules.play, rules.winners
    worth = worth_of(rules)

    @rule
    def best_of(states: Any, actions: Any, count: int, choices: int, points: Any, dice: Any) -> float:
        """Bring the best of a few actions to the front, by the evaluation; return what it is worth."""
        world, trial = states[WORLD], states[TRIAL]
        best, best_worth = 0, -math.inf
        for index in range(min(choices, count)):
            other = index + toss(dice, count - index)
            action = actions[other]
            actions[other] = actions[index]
            actions[index] = action
            states[TRIAL] = world
            play(trial, int(action))
            one = worth(trial, int(world.player), points)
            if one > best_worth:
                best, best_worth = index, one
        action = actions[best]
        actions[best] = actions[0]
        actions[0] = action
        return best_worth

    @rule
    def share_out(world: Any, points: Any, gains: Any, scale: float) -> None:
        """Write what each seat gets: its share of the win, or its chance of one where play was cut off."""
        players = gains.size
        if world.player == NOBODY:
            bits, count = winners(world), 0
            for seat in range(players):
                count += bits >> seat & 1
            for seat in range(players):
                gains[seat] = (bits >> seat & 1) / max(1, count)
        elif players == 2:
            gains[0] = chance_to_win(worth(world, 0, points), scale)
            gains[1] = 1.0 - gains[0]
        else:
            for seat in range(players):
                gains[seat] = chance_to_win(worth(world, seat, points), scale)

    @rule
    def grow(
        states: Any,
        nodes: Any,
        tree: Any,
        path: Any,
        actions: Any,
        marks: Any,
        points: Any,
        gains: Any,
        dice: Any,
        logarithms: Any,
        settings: Any,
        seat: int,
        simulations: int,
    ) -> None:
        explore, widen, trust = settings[0], settings[1], settings[2]
        tree_choices, later_choices, plies = int(settings[3]), int(settings[4]), int(settings[5])
        hidden, world = states[HIDDEN], states[WORLD]
        for _ in range(simulations):
            states[WORLD] = hidden
            imagine(world, seat)
            hidden.seed[0] += np.uint64(1)
            node, depth, left = int(tree[ROOT]), 0, plies
            while world.player != NOBODY:
                count = legal(world, actions)
                player = int(world.player)
                if node:
                    tree[SERIAL] += 1
                    serial = tree[SERIAL]
                    for index in range(count):
                        marks[actions[index]] = serial
                    child, found = preferred(nodes, node, player, marks, serial, logarithms, explore, trust)
                    forced = depth == 0 and tree[FORCED] != 0
                    if forced:
                        child = int(tree[FORCED])
                    # one place is kept free for a node that somebody insists on
                    room = tree[USED] + 1 < nodes.size and depth < path.size and not forced
                    if found < count and room and found <= widen * math.sqrt(nodes[node].visits):
                        new = untried(actions, count, marks, serial)
                        hope = 0.5
                        if tree_choices > 1 and new > 1:
                            hope = chance_to_win(
                                best_of(states, actions, new, tree_choices, points, dice), settings[6]
                            )
                        elif new > 1:
                            actions[0] = actions[toss(dice, new)]
                        child = add_node(nodes, tree, node, int(actions[0]), player, hope)
                        path[depth] = child
                        depth += 1
                        node = child if count == 1 else 0
                        action = int(actions[0])
                    elif child and depth < path.size:
                        path[depth] = child
                        depth += 1
                        node = child
                        action = int(nodes[child].action)
                    else:  # no memory left: play on without it
                        node = 0
                        action = int(actions[toss(dice, count)])
                else:
                    if left == 0:
                        break
                    left -= 1
                    if count > 1 and later_choices > 1:
                        best_of(states, actions, count, later_choices, points, dice)
                    elif count > 1:
                        actions[0] = actions[toss(dice, count)]
                    action = int(actions[0])
                play(world, action)
            share_out(world, points, gains, settings[6])
            nodes[tree[ROOT]].visits += 1
            for index in range(depth):
                passed = nodes[path[index]]
                passed.visits += 1
                passed.gain += gains[passed.actor]

    return grow
