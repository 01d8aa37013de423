"""The search bot: information-set Monte Carlo tree search, for any game.

>>> import stramash
>>> from stramash.bots.search import SearchBot
>>> view = stramash.load("schotten-totten").deal(seed=7).view(0)
>>> thought = SearchBot.described("200", seed=1).think(view)
>>> thought.simulations, thought.best.action in view.legal
(200, True)
"""

from __future__ import annotations

import dataclasses
import random
import re
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from stramash.bots.compiled import compile_bots
from stramash.bots.errors import UnknownBot
from stramash.bots.rules.tree import (
    FORCED,
    HIDDEN,
    LOGARITHMS,
    NODE,
    PATH,
    ROOT,
    STATES,
    TREE,
    USED,
    Search,
    add_node,
    grow_tree,
    lead_of_the_best,
)
from stramash.core.errors import BadOption
from stramash.core.game import Game
from stramash.core.position import View
from stramash.core.renamed import warn_renamed
from stramash.core.seeds import SEED_BITS
from stramash.core.state import set_seed
from stramash.core.tuning import SearchParameters, check_parameter

__all__ = [
    "Budget",
    "Considered",
    "SearchBot",
    "Thought",
    "parameters_for",
]

#: No tree has more nodes than this: 12 MB
MOST_NODES = 1 << 18
#: Seconds between two looks at the clock
_SLICE = 0.004
_FIRST_NODE = 1

#: The parameters that a description can set
_PARAMETERS = sorted([*(field.name for field in dataclasses.fields(SearchParameters)), "threads"])

#: For a game without an evaluation: rollouts to the end of the game
WITHOUT_EVALUATION = SearchParameters(explore=0.7, trust=0, openings=1, guides=1, plies=-1)


def parameters_for(game: Game) -> SearchParameters:
    """Return the parameters that a game declares for its number of players."""
    if game.rules.evaluate is None:
        return WITHOUT_EVALUATION
    return dataclasses.replace(game.search, scale=game.search_scales.get(game.players, game.search.scale))


@dataclass(frozen=True)
class Budget:
    """A limit for one decision: seconds or simulations.

    >>> Budget.read("0.5s"), Budget.read("2000")
    (Budget(seconds=0.5, simulations=None), Budget(seconds=None, simulations=2000))
    """

    seconds: float | None = None
    simulations: int | None = None

    @classmethod
    def read(cls, text: str) -> Budget:
        """Read `0.5s` or `2000`."""
        if re.fullmatch(r"\d+(\.\d*)?s", text) and 0 < float(text[:-1]) <= 3600:
            return cls(seconds=float(text[:-1]))
        if re.fullmatch(r"\d{1,9}", text) and int(text) > 0:
            return cls(simulations=int(text))
        raise UnknownBot(f"search cannot think for {text!r}: write search:0.5s or search:2000")

    def __str__(self) -> str:
        return f"{self.seconds:g}s" if self.seconds is not None else str(self.simulations)


@dataclass(frozen=True)
class Considered:
    """An action, its visits, and the mean result of its simulations."""

    action: int
    visits: int
    chance: float


@dataclass(frozen=True)
class Thought:
    """The result of a search: every action it tried, the best first, and the principal variation."""

    considered: tuple[Considered, ...]
    simulations: int
    line: tuple[tuple[int, int], ...]

    @property
    def best(self) -> Considered:
        """The action it would play."""
        return self.considered[0]


class SearchBot:
    """Chooses by tree search over the positions that its view allows."""

    def __init__(
        self,
        seed: int | None = None,
        budget: Budget | None = None,
        parameters: SearchParameters | None = None,
        threads: int = 1,
        *,
        settings: SearchParameters | None = None,
    ) -> None:
        if settings is not None:
            warn_renamed("SearchBot(settings=…)", "SearchBot(parameters=…)")
            parameters = settings
        self._random = random.Random(seed)
        self.budget = budget or Budget(seconds=0.5)
        self._parameters = parameters
        self._overrides: dict[str, float] = {}
        self._threads = threads
        self._last: tuple[View, int] | None = None
        self._trees: list[_Tree] = []

    @classmethod
    def described(cls, text: str, seed: int | None = None) -> SearchBot:
        """Return the bot of a description: a budget, then parameters that replace the game's own.

        >>> SearchBot.described("2000,explore=0.7,threads=2").name
        'search:2000'
        """
        budget, *pairs = text.split(",")
        bot = cls(seed, Budget.read(budget) if budget else None)
        for pair in pairs:
            key, _, value = pair.partition("=")
            if key not in _PARAMETERS or not re.fullmatch(r"-?\d+(\.\d*)?", value):
                raise UnknownBot(f"search has no parameter {pair!r}: they are {', '.join(_PARAMETERS)}")
            try:
                check_parameter(key, float(value), 1 if key == "threads" else None)
            except BadOption as error:
                raise UnknownBot(str(error)) from None
            bot._overrides[key] = float(value)
        bot._threads = int(bot._overrides.pop("threads", 1))
        return bot

    @property
    def name(self) -> str:
        """The name of the bot, as `make` accepts it."""
        return f"search:{self.budget}"

    def choose(self, view: View) -> int:
        """Return the most visited action."""
        if len(view.legal) == 1:
            return view.legal[0]
        thought = self.think(view, until_settled=True)
        self._last = (view, thought.best.action)
        return thought.best.action

    def think(self, view: View, *, until_settled: bool = False) -> Thought:
        """Search from a view of the seat to act; reuse the tree within a turn.

        It uses all seconds of the budget; `until_settled` stops it when the choice cannot change any more.
        """
        compile_bots(view.game)
        if not self._follow(view):
            usual: Any = dataclasses.asdict(self._parameters or parameters_for(view.game))
            parameters = SearchParameters(**usual | self._overrides)
            self._trees = [
                _Tree(view, parameters, self._random.getrandbits(SEED_BITS), self._room())
                for _ in range(self._threads)
            ]
        if len(self._trees) == 1:
            self._trees[0].think(self.budget.seconds, self._share(), until_settled=until_settled)
        else:
            with ThreadPoolExecutor(len(self._trees)) as pool:
                list(pool.map(lambda tree: tree.think(self.budget.seconds, self._share()), self._trees))
        return _sum_up(self._trees)

    def evaluate(self, view: View, action: int, least: int) -> tuple[Thought, Considered]:
        """Search, then try one action until it has `least` visits; return the search and that action."""
        thought = self.think(view)
        self._insist(action, least)
        considered = next(one for one in _sum_up(self._trees).considered if one.action == action)
        return thought, considered

    def judge(self, view: View, action: int, least: int) -> tuple[Thought, Considered]:
        """Return `evaluate`, of which this is the former name."""
        warn_renamed("SearchBot.judge", "SearchBot.evaluate")
        return self.evaluate(view, action, least)

    def compare(self, view: View, others: int, least: int) -> Thought:
        """Search, then try the next best actions until each has `least` visits."""
        for one in self.think(view).considered[1 : others + 1]:
            self._insist(one.action, least)
        return _sum_up(self._trees)

    def _insist(self, action: int, least: int) -> None:
        for tree in self._trees:
            tree.insist(action, -(-least // len(self._trees)))

    def _share(self) -> int | None:
        simulations = self.budget.simulations
        return None if simulations is None else -(-simulations // self._threads)

    def _room(self) -> int:
        share = self._share()
        return MOST_NODES if share is None else min(MOST_NODES, 8 * share + 2 * PATH)

    def _follow(self, view: View) -> bool:
        """Move the root to the action chosen last, if no other action followed and nothing was revealed."""
        last, self._last = self._last, None
        if last is None or last[0].game != view.game or last[0].seat != view.seat:
            return False
        before, action = last
        if before.state.reveals != view.state.reveals:
            return False  # even if the search imagined just this: other nodes assume other outcomes
        imagined = before.imagine(0)
        imagined.play(action)
        if imagined.view(view.seat) != view:
            return False
        return not [tree for tree in self._trees if not tree.follow(view, action)]


class _Tree:
    """One search tree with its own memory, so that several threads can search."""

    def __init__(self, view: View, parameters: SearchParameters, seed: int, room: int) -> None:
        game = view.game
        dice = random.Random(seed)
        self._grow = grow_tree(game.rules)
        self._seat = -1 if view.seat is None else view.seat
        self._states: Any = np.repeat(game.blank(), STATES)
        self._states[HIDDEN] = view.state
        set_seed(self._states[HIDDEN], dice.getrandbits(SEED_BITS))
        self.nodes: Any = np.zeros(room, NODE)
        self.tree = np.zeros(TREE, np.int64)
        self.tree[USED] = _FIRST_NODE
        self.tree[ROOT] = add_node(self.nodes, self.tree, 0, -1, -1, 0.5)
        self._prior = 1 / game.players
        self._search = Search(
            states=self._states,
            nodes=self.nodes,
            tree=self.tree,
            path=np.zeros(PATH, np.int64),
            actions=np.zeros(game.num_actions, np.int32),
            marks=np.zeros(game.num_actions, np.int64),
            points=np.zeros(game.players, np.int32),
            gains=np.zeros(game.players, np.float64),
            dice=np.array([dice.getrandbits(64) | 1], np.uint64),
            logarithms=LOGARITHMS,
            parameters=parameters.numbers(),
        )

    @property
    def visits(self) -> int:
        return int(self.nodes["visits"][self.tree[ROOT]])

    def follow(self, view: View, action: int) -> bool:
        """Make the child of an action the root, unless more than half of the memory is used."""
        if 2 * self.tree[USED] > self.nodes.size:
            return False
        for child in self.children(int(self.tree[ROOT])):
            if self.nodes[child].action == action and self.nodes[child].actor == self._seat:
                seed = self._states[HIDDEN].seed.copy()
                self._states[HIDDEN] = view.state
                self._states[HIDDEN].seed = seed
                self.tree[ROOT] = child
                return True
        return False

    def think(self, seconds: float | None, simulations: int | None, *, until_settled: bool = False) -> None:
        """Run a number of simulations, or run until the time is over or the choice cannot change."""
        if simulations is not None:
            self._run(simulations)
            return
        begin, done, batch = time.perf_counter(), 0, 4
        end = begin + (seconds or 0.0)
        while True:
            self._run(batch)
            done += batch
            now = time.perf_counter()
            pace = done / max(1e-6, now - begin)
            if now >= end or (until_settled and lead_of_the_best(self.nodes, self.tree) > pace * (end - now)):
                return
            batch = max(1, int(pace * min(_SLICE, end - now)))

    def insist(self, action: int, least: int) -> None:
        """Search below one action of the root until it has `least` visits."""
        root = int(self.tree[ROOT])
        known = [child for child in self.children(root) if self.nodes[child].action == action]
        node = known[0] if known else add_node(self.nodes, self.tree, root, action, self._seat, self._prior)
        self.tree[FORCED] = node
        self._run(max(0, least - int(self.nodes[node].visits)))
        self.tree[FORCED] = 0

    def _run(self, simulations: int) -> None:
        self._grow(*self._search, self._seat, simulations)

    def children(self, node: int) -> list[int]:
        found = []
        child = int(self.nodes[node].child)
        while child:
            found.append(child)
            child = int(self.nodes[child].sibling)
        return found

    def line(self, first: int, least: int = 4, longest: int = 12) -> tuple[tuple[int, int], ...]:
        """Return the principal variation after an action: the most visited child of each node."""
        found = [(self._seat, first)]
        nodes = [child for child in self.children(int(self.tree[ROOT])) if self.nodes[child].action == first]
        while nodes and len(found) < longest:
            children = [child for child in self.children(nodes[0]) if self.nodes[child].visits >= least]
            nodes = sorted(children, key=lambda child: -int(self.nodes[child].visits))[:1]
            found += [(int(self.nodes[node].actor), int(self.nodes[node].action)) for node in nodes]
        return tuple(found)


def _sum_up(trees: list[_Tree]) -> Thought:
    visits: dict[int, int] = {}
    gains: dict[int, float] = {}
    for tree in trees:
        for child in tree.children(int(tree.tree[ROOT])):
            node = tree.nodes[child]
            visits[int(node.action)] = visits.get(int(node.action), 0) + int(node.visits)
            gains[int(node.action)] = gains.get(int(node.action), 0.0) + float(node.gain)
    considered = [
        Considered(action, count, gains[action] / max(1, count)) for action, count in visits.items()
    ]
    considered.sort(key=lambda one: (-one.visits, -one.chance, one.action))
    best = considered[0].action
    line = max((tree.line(best) for tree in trees), key=len)
    return Thought(tuple(considered), sum(tree.visits for tree in trees), line)
