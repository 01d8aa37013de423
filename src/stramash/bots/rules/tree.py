"""Information-set Monte Carlo tree search, for any game and any number of players.

One tree for the seat that thinks. Every simulation deals what is hidden anew (`imagine`), walks down the
actions that are legal in that world, adds a node, plays on for a while and values the end for every seat, one
win shared out among all; each node gathers what the seat that acted there got (max^n). An action is preferred
by what it brought so far and by how rarely it was tried *when it could have been* (Cowling, Powley and
Whitehouse, 2012): in a game of hidden hands most actions of the others are possible in few worlds only.

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
from stramash.core.playout import random_below
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
    "lead_of_the_best",
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

# What a search is told about how to go about it, in the order of `stramash.bots.search.Settings`
EXPLORE, WIDEN, TRUST, OPENINGS, GUIDES, PLIES, SCALE = 0, 1, 2, 3, 4, 5, 6

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
def mark_legal(actions: Any, count: int, marks: Any, tree: Any) -> int:
    """Mark the actions that are legal in this world; return the mark, which is a new one every time."""
    serial = int(tree[SERIAL]) + 1
    tree[SERIAL] = serial
    for index in range(count):
        marks[actions[index]] = serial
    return serial


@rule
def gather(nodes: Any, tree: Any, path: Any, depth: int, gains: Any) -> None:
    """Let every node on the path know what its actor got."""
    nodes[tree[ROOT]].visits += 1
    for index in range(depth):
        passed = nodes[path[index]]
        passed.visits += 1
        passed.gain += gains[passed.actor]


@rule
def lead_of_the_best(nodes: Any, tree: Any) -> int:
    """Return by how many visits the action tried most is ahead of the next."""
    best, second = 0, 0
    child = int(nodes[tree[ROOT]].child)
    while child:
        visits = int(nodes[child].visits)
        if visits > best:
            best, second = visits, best
        else:
            second = max(second, visits)
        child = int(nodes[child].sibling)
    return best - second


@rule
def chance_to_win(worth: float, scale: float) -> float:
    """Turn an evaluation into a chance to win against one other."""
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, worth / scale))))


@cache
def best_of(rules: Rules) -> Callable[..., float]:
    """Return a rule that brings the best of a few actions to the front, and tells what it is worth."""
    play, worth = rules.play, worth_of(rules)

    @rule
    def best_of_a_few(states: Any, actions: Any, count: int, choices: int, points: Any, dice: Any) -> float:
        world, trial = states[WORLD], states[TRIAL]
        best, best_worth = 0, -math.inf
        for index in range(min(choices, count)):
            other = index + random_below(dice, count - index)
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

    return best_of_a_few


@cache
def share_out(rules: Rules) -> Callable[..., None]:
    """Return a rule that writes what each seat gets: its share of the win, or its chance of one."""
    winners, worth = rules.winners, worth_of(rules)

    @rule
    def share(world: Any, points: Any, gains: Any, scale: float) -> None:
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
            # A worth is the lead over the best other seat. Who leads counts as 0 and all others as they are
            # behind, so that only their differences matter: among two, this is the chance above.
            together = 0.0
            for seat in range(players):
                behind = min(0.0, float(worth(world, seat, points)))
                gains[seat] = math.exp(max(-30.0, behind / scale))
                together += gains[seat]
            for seat in range(players):
                gains[seat] /= together

    return share


@cache
def descend(rules: Rules) -> Callable[..., int]:
    """Return a rule that goes down the tree in one world, adds a node, and tells how many it passed."""
    legal, play, bring_best, share = rules.legal, rules.play, best_of(rules), share_out(rules)

    @rule
    def open_one(
        states: Any,
        nodes: Any,
        tree: Any,
        node: int,
        actions: Any,
        new: int,
        points: Any,
        gains: Any,
        dice: Any,
        parameters: Any,
    ) -> int:
        """Add a node for one of the first `new` actions: the best of a few."""
        actor, choices = int(states[WORLD].player), int(parameters[OPENINGS])
        hope = 1.0 / gains.size
        if choices > 1 and new > 1:
            worth = bring_best(states, actions, new, choices, points, dice)
            if gains.size == 2:
                hope = chance_to_win(worth, parameters[SCALE])
            else:
                states[TRIAL] = states[WORLD]
                play(states[TRIAL], int(actions[0]))
                share(states[TRIAL], points, gains, parameters[SCALE])
                hope = gains[actor]
        elif new > 1:
            actions[0] = actions[random_below(dice, new)]
        return add_node(nodes, tree, node, int(actions[0]), actor, hope)

    @rule
    def go_down(
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
        parameters: Any,
    ) -> int:
        world, node, depth = states[WORLD], int(tree[ROOT]), 0
        while node and world.player != NOBODY:
            count = legal(world, actions)
            serial = mark_legal(actions, count, marks, tree)
            child, found = preferred(
                nodes,
                node,
                int(world.player),
                marks,
                serial,
                logarithms,
                parameters[EXPLORE],
                parameters[TRUST],
            )
            following = True
            # one place is kept free for a node that somebody insists on
            room = tree[USED] + 1 < nodes.size and depth < path.size
            if depth == 0 and tree[FORCED] != 0:
                child = int(tree[FORCED])
            elif found < count and room and found <= parameters[WIDEN] * math.sqrt(nodes[node].visits):
                new = untried(actions, count, marks, serial)
                child = open_one(states, nodes, tree, node, actions, new, points, gains, dice, parameters)
                following = count == 1
            if child and depth < path.size:
                path[depth] = child
                depth += 1
                node = child if following else 0
                play(world, int(nodes[child].action))
            else:  # no memory left: play on without it
                node = 0
                play(world, int(actions[random_below(dice, count)]))
        return depth

    return go_down


@cache
def play_on(rules: Rules) -> Callable[..., None]:
    """Return a rule that plays so many actions after the tree, each the best of a few."""
    legal, play, bring_best = rules.legal, rules.play, best_of(rules)

    @rule
    def play_some(states: Any, actions: Any, points: Any, dice: Any, parameters: Any) -> None:
        world, choices, left = states[WORLD], int(parameters[GUIDES]), int(parameters[PLIES])
        while left != 0 and world.player != NOBODY:
            left -= 1
            count = legal(world, actions)
            if count > 1 and choices > 1:
                bring_best(states, actions, count, choices, points, dice)
            elif count > 1:
                actions[0] = actions[random_below(dice, count)]
            play(world, int(actions[0]))

    return play_some


@cache
def grow_tree(rules: Rules) -> Callable[..., None]:
    """Return a rule that runs so many simulations; if `tree[FORCED]` is a node, all through it."""
    imagine = rules.imagine
    go_down, play_some, share = descend(rules), play_on(rules), share_out(rules)

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
        parameters: Any,
        seat: int,
        simulations: int,
    ) -> None:
        hidden, world = states[HIDDEN], states[WORLD]
        for _ in range(simulations):
            states[WORLD] = hidden
            imagine(world, seat)
            hidden.seed[0] += np.uint64(1)
            depth = go_down(
                states, nodes, tree, path, actions, marks, points, gains, dice, logarithms, parameters
            )
            play_some(states, actions, points, dice, parameters)
            share(world, points, gains, parameters[SCALE])
            gather(nodes, tree, path, depth, gains)

    return grow
