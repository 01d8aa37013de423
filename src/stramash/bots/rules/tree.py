"""Information-set Monte Carlo tree search (ISMCTS), for any game and any number of players.

There is one tree, for the searching seat. A simulation has five steps:

1. Determinization: `imagine` samples the hidden information.
2. Selection: it follows the actions that are legal in this sample, by UCB1. The bound counts how often an
   action was *available*, not how often its parent was visited (Cowling, Powley and Whitehouse, 2012),
   because most actions of other seats are legal in few samples.
3. Expansion: it adds one node. Progressive widening limits a node to `widen * sqrt(visits)` children. The new
   child is the best of a few random actions by the game's evaluation.
4. Rollout: it plays `plies` more actions, each the best of a few by the evaluation.
5. Backup: each node adds the result of the seat that acted there (max^n). The results of all seats sum to 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from stramash.bots.rules.evaluation import evaluator
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
    "Search",
    "add_node",
    "grow_tree",
    "lead_of_the_best",
]

#: A node is an action of an actor after the actions of its ancestors. Number 0 means no node.
NODE: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("gain", "f8"),  # the sum of the actor's results in all simulations through this node
            ("hope", "f8"),  # the prior: the evaluation when the node was added
            ("visits", "i4"),
            ("available", "i4"),  # in how many simulations the action was legal
            ("action", "i4"),
            ("actor", "i4"),
            ("child", "i4"),  # the first child
            ("sibling", "i4"),  # the next child of the same parent
        ],
    )
)

# Indexes of `Search.states`: the state with blanks, the sampled world, a copy to try actions on
HIDDEN, WORLD, TRIAL, STATES = 0, 1, 2, 3

# Indexes of `Search.tree`: nodes used, the root, the latest mark, the child that the root must choose (or 0)
USED, ROOT, SERIAL, FORCED, TREE = 0, 1, 2, 3, 4

# Indexes of `Search.parameters`, in the order of `stramash.core.tuning.SearchParameters`
EXPLORE, WIDEN, TRUST, OPENINGS, GUIDES, PLIES, SCALE = 0, 1, 2, 3, 4, 5, 6

#: The most nodes on the path of a simulation; further actions are played without nodes
PATH = 256

#: Precomputed logarithms for the bound of UCB1
LOGARITHMS: npt.NDArray[np.float64] = np.log(np.maximum(1, np.arange(1 << 16)))


class Search(NamedTuple):
    """The memory of one search: arrays that compiled rules read and write.

    Python passes the fields to `grow_tree` one by one (`grow(*search, seat, simulations)`), because Numba
    needs milliseconds to find the type of a tuple of arrays.
    """

    states: Any  # HIDDEN, WORLD and TRIAL
    nodes: Any  # of dtype NODE
    tree: Any  # USED, ROOT, SERIAL and FORCED
    path: Any  # the nodes of the current simulation
    actions: Any  # the legal actions of the current world
    marks: Any  # by action: the mark of the world in which it was last legal
    points: Any  # scratch memory for evaluations by score
    gains: Any  # by seat: the result of the current simulation
    dice: Any  # the state of the random generator
    logarithms: Any
    parameters: Any


@rule
def untried(actions: Any, count: int, marks: Any, serial: int) -> int:
    """Move the actions without a node to the front; return their number."""
    left = 0
    for index in range(count):
        action = actions[index]
        if marks[action] == serial:
            actions[index] = actions[left]
            actions[left] = action
            left += 1
    return left


@rule
def preferred(search: Any, node: int, actor: int, serial: int) -> tuple[int, int]:
    """Return the legal child with the best upper confidence bound, and the number of legal children.

    The marks of actions that have a node become negative; `untried` finds the others.
    """
    nodes, marks, logarithms = search.nodes, search.marks, search.logarithms
    explore, trust = search.parameters[EXPLORE], search.parameters[TRUST]
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
    """Add a node below its parent; return its number."""
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
    """Mark the legal actions of this world with a new number; return that number."""
    serial = int(tree[SERIAL]) + 1
    tree[SERIAL] = serial
    for index in range(count):
        marks[actions[index]] = serial
    return serial


@rule
def back_up(search: Any, depth: int) -> None:
    """Add the result of the simulation to each node on its path."""
    search.nodes[search.tree[ROOT]].visits += 1
    for index in range(depth):
        passed = search.nodes[search.path[index]]
        passed.visits += 1
        passed.gain += search.gains[passed.actor]


@rule
def lead_of_the_best(nodes: Any, tree: Any) -> int:
    """Return how many more visits the most visited action has than the second."""
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
def chance_to_win(value: float, scale: float) -> float:
    """Return the chance to win a game of two that an evaluation stands for (a logistic function)."""
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, value / scale))))


@cache
def best_of(rules: Rules) -> Callable[..., float]:
    """Return a rule that moves the best of a few random actions to the front and returns its evaluation."""
    play, evaluate = rules.play, evaluator(rules)

    @rule
    def best_of_a_few(states: Any, actions: Any, count: int, choices: int, points: Any, dice: Any) -> float:
        world, trial = states[WORLD], states[TRIAL]
        best, best_value = 0, -math.inf
        for index in range(min(choices, count)):
            other = index + random_below(dice, count - index)
            action = actions[other]
            actions[other] = actions[index]
            actions[index] = action
            states[TRIAL] = world
            play(trial, int(action))
            value = evaluate(trial, int(world.player), points)
            if value > best_value:
                best, best_value = index, value
        action = actions[best]
        actions[best] = actions[0]
        actions[0] = action
        return best_value

    return best_of_a_few


@cache
def game_results(rules: Rules) -> Callable[..., None]:
    """Return a rule that writes the result of each seat: its share of the win, or its estimated chance."""
    winners, evaluate = rules.winners, evaluator(rules)

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
            gains[0] = chance_to_win(evaluate(world, 0, points), scale)
            gains[1] = 1.0 - gains[0]
        else:
            # A softmax. An evaluation is the lead over the best other seat, so the leader counts as 0 and
            # each other seat as its negative lead. With two seats this equals `chance_to_win`.
            together = 0.0
            for seat in range(players):
                behind = min(0.0, float(evaluate(world, seat, points)))
                gains[seat] = math.exp(max(-30.0, behind / scale))
                together += gains[seat]
            for seat in range(players):
                gains[seat] /= together

    return share


@cache
def descend(rules: Rules) -> Callable[..., int]:
    """Return a rule for selection and expansion: it adds a node and returns the length of the path."""
    legal, play, bring_best, share = rules.legal, rules.play, best_of(rules), game_results(rules)

    @rule
    def expand(search: Any, node: int, new: int) -> int:
        """Add a child for one of the first `new` actions: the best of a few."""
        states, actions, scale = search.states, search.actions, search.parameters[SCALE]
        actor, choices = int(states[WORLD].player), int(search.parameters[OPENINGS])
        hope = 1.0 / search.gains.size
        if choices > 1 and new > 1:
            value = bring_best(states, actions, new, choices, search.points, search.dice)
            if search.gains.size == 2:
                hope = chance_to_win(value, scale)
            else:
                states[TRIAL] = states[WORLD]
                play(states[TRIAL], int(actions[0]))
                share(states[TRIAL], search.points, search.gains, scale)
                hope = search.gains[actor]
        elif new > 1:
            actions[0] = actions[random_below(search.dice, new)]
        return add_node(search.nodes, search.tree, node, int(actions[0]), actor, hope)

    @rule
    def select_path(search: Any) -> int:
        nodes, tree, path, actions = search.nodes, search.tree, search.path, search.actions
        world, node, depth = search.states[WORLD], int(tree[ROOT]), 0
        while node and world.player != NOBODY:
            count = legal(world, actions)
            serial = mark_legal(actions, count, search.marks, tree)
            child, found = preferred(search, node, int(world.player), serial)
            following = True
            # one node stays free for `FORCED`
            room = tree[USED] + 1 < nodes.size and depth < path.size
            most = search.parameters[WIDEN] * math.sqrt(nodes[node].visits)
            if depth == 0 and tree[FORCED] != 0:
                child = int(tree[FORCED])
            elif found < count and room and found <= most:
                new = untried(actions, count, search.marks, serial)
                child = expand(search, node, new)
                following = count == 1
            if child and depth < path.size:
                path[depth] = child
                depth += 1
                node = child if following else 0
                play(world, int(nodes[child].action))
            else:  # no memory left: play a random action without a node
                node = 0
                play(world, int(actions[random_below(search.dice, count)]))
        return depth

    return select_path


@cache
def rollout(rules: Rules) -> Callable[..., None]:
    """Return a rule for the rollout: it plays `plies` actions, each the best of a few."""
    legal, play, bring_best = rules.legal, rules.play, best_of(rules)

    @rule
    def roll_out(search: Any) -> None:
        states, actions, points, dice = search.states, search.actions, search.points, search.dice
        choices, left = int(search.parameters[GUIDES]), int(search.parameters[PLIES])
        world = states[WORLD]
        while left != 0 and world.player != NOBODY:
            left -= 1
            count = legal(world, actions)
            if count > 1 and choices > 1:
                bring_best(states, actions, count, choices, points, dice)
            elif count > 1:
                actions[0] = actions[random_below(dice, count)]
            play(world, int(actions[0]))

    return roll_out


@cache
def grow_tree(rules: Rules) -> Callable[..., None]:
    """Return a rule that runs simulations: `grow(*search, seat, simulations)`.

    If `tree[FORCED]` is a node, every simulation goes through that child of the root.
    """
    imagine = rules.imagine
    select_path, roll_out, share = descend(rules), rollout(rules), game_results(rules)

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
        search = Search(
            states, nodes, tree, path, actions, marks, points, gains, dice, logarithms, parameters
        )
        hidden, world = states[HIDDEN], states[WORLD]
        for _ in range(simulations):
            states[WORLD] = hidden
            imagine(world, seat)
            hidden.seed[0] += np.uint64(1)
            depth = select_path(search)
            roll_out(search)
            share(world, points, gains, parameters[SCALE])
            back_up(search, depth)

    return grow
