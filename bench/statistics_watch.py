"""What is counted while many games are played side by side: the same on the CPU and on a GPU.

A watch looks at a batch before and after every step, and keeps what it needs of each game in arrays that lie
where the batch lies: NumPy's, or CuPy's on a GPU. At the end it returns counts: plain numbers, lists and
dictionaries of them, so that those of two batches can be added and written as JSON.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

import stramash
from stramash.games.glen_more.rules import components as glen
from stramash.games.lords_of_scotland.rules import components as lords
from stramash.games.lords_of_scotland.rules.actions import ACTIVATE, MUSTER_DOWN, TARGET
from stramash.games.lords_of_scotland.rules.cards import clan_of
from stramash.games.schotten_totten.rules import actions as schotten_action
from stramash.games.schotten_totten.rules import components as schotten
from stramash.games.schotten_totten.rules.formations import COLOUR_RUN, RANK
from stramash.lab import BatchGame

__all__ = [
    "AT_STONES",
    "Array",
    "Counts",
    "GlenWatch",
    "LordsWatch",
    "SchottenWatch",
    "Table",
    "Watch",
    "added",
    "to_host",
]

Array: TypeAlias = Any  # of NumPy or of CuPy
Counts: TypeAlias = dict[str, Any]

FORMATIONS = COLOUR_RUN + 1
STONES_TO_WIN = schotten.STONES // 2 + 1
#: Elite troops, then the two combat modes: what can lie at a stone
AT_STONES = schotten.RECRUITER - schotten.JOKER


class Field:
    """One field of all states on a GPU, for CuPy: a view, not a copy."""

    def __init__(self, states: Any, name: str) -> None:
        kind, offset = states.dtype.fields[name][:2]
        self.owner = states
        self.__cuda_array_interface__ = {
            "shape": (states.size, *kind.shape),
            "typestr": kind.base.str,
            "data": (states.pointer + offset, False),
            "strides": (states.dtype.itemsize, *np.empty(kind.shape, kind.base).strides),
            "version": 3,
        }


class Table:
    """What there is to see of a batch, as arrays that always show the present."""

    def __init__(self, batch: BatchGame) -> None:
        self.batch = batch
        self.game: stramash.Game = batch.game
        self.size, self.players = batch.size, batch.game.players
        self.xp: Any = np
        if batch.device == "cuda":
            import cupy

            self.xp = cupy
        self.player = self.xp.asarray(batch.player)
        self.rewards = self.xp.asarray(batch.rewards)
        self.scores = self.xp.asarray(batch.scores)
        self._fields: dict[str, Array] = {}

    def field(self, name: str) -> Array:
        """Return a field of all states, the game first."""
        if name not in self._fields:
            states = self.batch.states
            on_cpu = self.batch.device == "cpu"
            self._fields[name] = states[name] if on_cpu else self.xp.asarray(Field(states, name))
        return self._fields[name]


class Watch:
    """What is counted of every game: who won, how long it took, and by how much it was won."""

    #: the field that counts its turns or rounds
    clock = "turn"

    def __init__(self, table: Table) -> None:
        self.table, self.xp = table, table.xp
        self.games = self.xp.arange(table.size)
        self.going = table.player >= 0
        self._lengths = self.xp.zeros(table.size, np.int32)
        self._rewards = self.xp.zeros((table.size, table.players), np.float32)

    def before(self, actions: Array) -> None:
        """Look at the actions that are about to be played."""
        self.going = self.table.player >= 0
        self._lengths += self.going
        self.look_before(actions, self.xp.maximum(self.table.player, 0))

    def after(self) -> None:
        """Look at what they led to."""
        self._rewards += self.table.rewards
        self.look_after()

    def counts(self) -> Counts:
        """Return what was counted, once all games are over."""
        # who lost got less than nothing at the end; who won, alone or with others, did not
        won = (self._rewards >= 0).T
        bits = sum(won[seat].astype(np.int32) << seat for seat in range(self.table.players))
        found = {
            "games": self.table.size,
            "winners": self.times(bits, 1 << self.table.players),
            "decisions": self.times(self._lengths),
            "clock": self.times(self.table.field(self.clock)),
            "margins": self.times(self.margins()),
        }
        return found | self.decided(won / won.sum(axis=0))

    def times(self, values: Array, kinds: int = 0) -> list[int]:
        """Return how often each number from 0 on is among these."""
        found: list[int] = to_host(
            self.xp.bincount(values.ravel().astype(np.int64), minlength=kinds)
        ).tolist()
        return found

    def held(self, by_seat: Array, shares: Array) -> Counts:
        """Return of things, by seat and game, how often a seat had one, and how often it won then."""
        return {
            "times": to_host(by_seat.sum(axis=2).sum(axis=1)).tolist(),
            "won": [round(float((had * shares).sum()), 3) for had in by_seat],
        }

    # --- what a game has of its own ---------------------------------------------------------------

    def look_before(self, actions: Array, seats: Array) -> None:
        """Look at the actions that are about to be played, and whose they are."""

    def look_after(self) -> None:
        """Look at what they led to."""

    def margins(self) -> Array:
        """Return how far the best is ahead of the next, in points."""
        points = self.xp.sort(self.table.scores, axis=1)
        return points[:, -1] - points[:, -2]

    def decided(self, shares: Array) -> Counts:
        """Return what decides this game; given is, by seat and game, the part of the win."""
        raise NotImplementedError


class SchottenWatch(Watch):
    """Formations and stones; with Tactic cards also who played which."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._last = self.xp.zeros(table.size, np.int64)
        # one more than there are: for actions that play none
        self._played = self.xp.zeros((schotten.TACTIC_CARDS + 1, 2, table.size), np.bool_)

    def look_before(self, actions: Array, seats: Array) -> None:
        """Keep the last action, and who played which Tactic card."""
        where = self.xp.where
        self._last = where(self.going, actions, self._last)
        if self.table.game.options["tactics"]:
            troop = (actions - schotten_action.PLAY_TACTIC) // schotten.STONES
            ruse = actions - schotten_action.PLAY_RUSE + AT_STONES
            card = where(actions < schotten_action.PLAY_RUSE, troop, ruse)
            is_one = (
                self.going & (actions >= schotten_action.PLAY_TACTIC) & (actions < schotten_action.DRAW_CLAN)
            )
            self._played[where(is_one, card, schotten.TACTIC_CARDS), seats, self.games] = True

    def margins(self) -> Array:
        """Return the difference of stones."""
        first, second = self._held()
        return abs(first - second)

    def _held(self) -> tuple[Array, Array]:
        owner = self.table.field("owner")
        return (owner == 0).sum(axis=1), (owner == 1).sum(axis=1)

    def decided(self, shares: Array) -> Counts:
        """Return formations of claimed stones, how games end, and what lies at the stone that ends them."""
        owner, strength = self.table.field("owner"), self.table.field("strength")
        claimed = self.xp.where(owner == 0, strength[:, 0], strength[:, 1]) // RANK
        nobody = (owner != 0) & (owner != 1)
        formations = self.times(self.xp.where(nobody, FORMATIONS, claimed), FORMATIONS + 1)
        by_claim = (self._last >= schotten_action.CLAIM) & (self._last < schotten_action.DONE)
        stone = self.xp.where(by_claim, self._last - schotten_action.CLAIM, 0)
        winner = self.xp.where(by_claim, owner[self.games, stone], 0)
        last = strength[self.games, winner, stone] // RANK
        found: Counts = {
            "claimed": formations[:FORMATIONS],
            "deciding": self.times(self.xp.where(by_claim, last, FORMATIONS), FORMATIONS + 1),
            "deciding_stone": self.times(
                self.xp.where(by_claim, stone, schotten.STONES), schotten.STONES + 1
            ),
            "ends": self._ends(shares > 0, owner),
        }
        if self.table.game.options["tactics"]:
            found["tactics"] = self.held(self._played[:-1], shares)
            found["at_deciding"] = self._at_stone(by_claim, winner, stone)
        return found

    def _ends(self, won: Array, owner: Array) -> list[int]:
        """Count wins by three stones side by side, by five, by more at the very end, and draws."""
        draw = won[0] & won[1]
        mine = self.xp.where(won[0], 0, 1)[:, None] == owner
        adjacent = (mine[:, :-2] & mine[:, 1:-1] & mine[:, 2:]).any(axis=1)
        other = self.xp.where(mine.sum(axis=1) >= STONES_TO_WIN, 1, 2)
        return self.times(self.xp.where(draw, 3, self.xp.where(adjacent, 0, other)), 4)

    def _at_stone(self, by_claim: Array, winner: Array, stone: Array) -> list[int]:
        """Count elite troops on the winner's side of the deciding stone, and combat modes on it."""
        side = self.table.field("side")[self.games, winner, stone]
        mode = self.table.field("mode")[self.games, stone]
        lies = [(side == schotten.JOKER + card).any(axis=1) for card in range(AT_STONES - 2)]
        lies += [mode & schotten.BLUFF != 0, mode & schotten.MUD != 0]
        return [int((there & by_claim).sum()) for there in lies]


class LordsWatch(Watch):
    """Powers: how often each is used, and how its user scores in the round and in the game."""

    clock = "round_number"

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        xp, shape = self.xp, (lords.CLANS + 1, table.players, table.size)
        self._clan_of = xp.asarray(np.array([clan_of(card) for card in range(lords.CARDS)]))
        # clans, and one more for actions that muster nobody; by seat
        self._uses = xp.zeros(shape, np.int16)
        self._used = xp.zeros(shape, np.bool_)  # in this round
        self._plain = xp.zeros(shape, np.bool_)  # mustered in this round without power
        # rounds by game, summed up only at the end: of a GPU, a sum in every step would ask too much
        self._rounds = {
            name: xp.zeros(shape, np.int8) for name in ("used", "used_first", "plain", "plain_first")
        }
        self._with = xp.zeros((shape[0], table.size), np.int8)
        self._finished = xp.zeros(table.size, np.int16)
        self._phase, self._round = self._now()

    def _now(self) -> tuple[Array, Array]:
        return self.table.field("phase").copy(), self.table.field("round_number").copy()

    def look_before(self, actions: Array, seats: Array) -> None:
        """Note who musters which clan, with its power or without."""
        self._phase, self._round = self._now()
        musters = self.going & (actions >= MUSTER_DOWN) & (actions < TARGET)
        card = self.xp.where(musters, (actions - MUSTER_DOWN) % lords.CARDS, 0)
        clan = self._clan_of[card]
        with_power = musters & (actions >= ACTIVATE)
        used = self.xp.where(with_power, clan, lords.CLANS)
        self._uses[used, seats, self.games] += 1
        self._used[used, seats, self.games] = True
        self._plain[self.xp.where(musters & ~with_power, clan, lords.CLANS), seats, self.games] = True

    def look_after(self) -> None:
        """When the armies of a round are compared, see whose is first."""
        now = self.table.field("phase") == lords.CLAIMING
        compared = self.going & now & (self._phase != lords.CLAIMING)
        seats = self.xp.arange(self.table.players)
        first = compared & (self.table.field("order")[:, 0] == seats[:, None])
        plain = self._plain & ~self._used
        self._rounds["used"] += self._used & compared
        self._rounds["used_first"] += self._used & first
        self._rounds["plain"] += plain & compared
        self._rounds["plain_first"] += plain & first
        self._with += self._used.any(axis=1) & compared
        self._finished += compared
        over = compared | (self.table.field("round_number") != self._round)
        self._used &= ~over
        self._plain &= ~over

    def decided(self, shares: Array) -> Counts:
        """Return of each power: uses, rounds won with it and without, games won by who used it most."""
        uses = self._uses[:-1]
        most = uses.max(axis=1, keepdims=True)
        leads = (uses == most) & (most > 0)
        alone = leads & (leads.sum(axis=1, keepdims=True) == 1)
        rounds = {name: times.sum(axis=2, dtype=np.int64).sum(axis=1) for name, times in self._rounds.items()}
        return {
            "uses": to_host(uses.sum(axis=2, dtype=np.int64).sum(axis=1)).tolist(),
            "rounds": int(self._finished.sum()),
            "rounds_with": to_host(self._with.sum(axis=1, dtype=np.int64)).tolist()[:-1],
            "most": self.held(alone, shares),
            **{name: to_host(times).tolist()[:-1] for name, times in rounds.items()},
        }


class GlenWatch(Watch):
    """Special locations: who has each at the end, and wins."""

    def decided(self, shares: Array) -> Counts:
        """Return of each location how often it has an owner, and what part of the win the owner has."""
        owner = self.table.field("owner")[:, list(glen.LOCATIONS)].T
        seats = self.xp.arange(self.table.players)
        return {"locations": self.held(owner[:, None, :] == seats[None, :, None], shares)}


def to_host(values: Array) -> Any:
    """Return an array as one of NumPy's."""
    return values.get() if hasattr(values, "get") else values


def added(one: Any, two: Any) -> Any:
    """Add two counts; of lists, the shorter goes on with zeros.

    >>> added({"games": 2, "times": [1, 5]}, {"games": 1, "times": [0, 0, 4]})
    {'games': 3, 'times': [1, 5, 4]}
    """
    if isinstance(one, dict):
        if one.keys() != two.keys():
            raise ValueError(f"counts of {sorted(one)} cannot be added to counts of {sorted(two)}")
        return {key: added(one[key], two[key]) for key in one}
    if isinstance(one, list):
        longer = max(len(one), len(two))
        pairs = zip(one + [0] * (longer - len(one)), two + [0] * (longer - len(two)), strict=True)
        return [added(here, there) for here, there in pairs]
    return one + two
