"""Properties of every reachable position: nothing is created or lost but where a rule says so."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import stramash
from stramash import Position
from tests.glen_more import oracle
from tests.glen_more.table import TILE_NAMES


def row_coins(told: dict[str, Any]) -> int:
    return sum(filled * (filled + 1) // 2 for filled in told["warehouse"].values())


def check_tiles(told: dict[str, Any]) -> None:
    """All 72 tiles are somewhere, each once."""
    where = Counter(tile for tile in told["track"] if tile)
    where.update(tile for stack in told["stacks"] for tile in stack)
    where.update(told["gone"])
    homes = 0
    for seat in told["seats"]:
        names = [entry["tile"] for entry in seat["display"]]
        homes += names.count("home")
        where.update(name for name in names if name != "home")
    if told["phase"] == "placing":
        where[told["taken"]] += 1
    assert where == Counter(TILE_NAMES)
    unused_homes = 5 - len(told["seats"])
    assert homes == len(told["seats"])
    assert sum(where.values()) + homes + unused_homes == 72


def check_coins(told: dict[str, Any]) -> None:
    """Coins move between players and the warehouse; only Armadale Castle brings three more."""
    players = len(told["seats"])
    start = 6 * players + (5 if players < 4 else 0)
    paid_for = told["phase"] != "paying" or told["working"] != "armadale"
    owned = any(entry["tile"] == "armadale" for seat in told["seats"] for entry in seat["display"])
    total = sum(seat["coins"] for seat in told["seats"]) + row_coins(told)
    assert total == start + (3 if owned and paid_for else 0)


def check_members(told: dict[str, Any]) -> None:
    """A clan member a gray tile, two for Castle Stalker; Loch Ness takes one; chieftains were members."""
    for seat in told["seats"]:
        names = [entry["tile"] for entry in seat["display"]]
        paying = told["working"] if told["phase"] == "paying" else None
        settled = [name for name in names if name != paying]
        brought = sum(oracle.printed()[name]["windfall"].get("clan_member", 0) for name in settled)
        brought += "stalker" in settled
        brought -= "ness" in settled
        assert sum(entry["members"] for entry in seat["display"]) + seat["chieftains"] == brought


def check_display(told: dict[str, Any]) -> None:
    """Displays hang together, hold three cubes of the right kind a tile, and have one river and one road."""
    for seat in told["seats"]:
        spots = oracle.spots(seat)
        assert len(spots) == len(seat["display"])
        for (east, north), entry in spots.items():
            tile = oracle.printed()[entry["tile"]]
            assert sum(entry["cubes"].values()) <= 3
            if tile["activation"] and tile["activation"]["type"] == "produce":
                assert set(entry["cubes"]) <= {tile["activation"]["resource"]}
            elif entry["tile"] not in ("iona", "lochy"):
                assert entry["cubes"] == {}
            assert not tile["river"] or east == 0
            assert not tile["road"] or north == 0
        for line, axis in (("river", 1), ("road", 0)):
            on_it = sorted(
                spot[axis] for spot, entry in spots.items() if oracle.printed()[entry["tile"]][line]
            )
            assert on_it == list(range(on_it[0], on_it[-1] + 1))


def check_position(position: Position) -> None:
    told = position.to_dict()
    check_tiles(told)
    check_coins(told)
    check_members(told)
    check_display(told)
    stock = position.state.stock
    for number, seat in enumerate(told["seats"]):
        assert tuple(stock[number].tolist()) == oracle.held(seat)
        assert min(seat["coins"], seat["whisky"], seat["chieftains"]) >= 0
    assert all(0 <= filled <= 3 for filled in told["warehouse"].values())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_position_of_random_games_conserves_tiles_coins_and_members(players: int) -> None:
    for seed in range(4):
        dice = random.Random(seed)
        position = stramash.load("glen-more", players=players).deal(seed)
        check_position(position)
        while not position.over:
            position.play(dice.choice(position.legal))
            check_position(position)


@pytest.mark.parametrize("players", [2, 5])
def test_a_display_without_clan_members_exists_only_in_the_last_turn(players: int) -> None:
    for seed in range(10):
        dice = random.Random(seed)
        position = stramash.load("glen-more", players=players).deal(seed)
        while not position.over:
            told = position.to_dict()
            for number, seat in enumerate(told["seats"]):
                if not sum(entry["members"] for entry in seat["display"]):
                    assert number == told["player"]
                    assert told["phase"] == "ending"
            position.play(dice.choice(position.legal))


def test_cubes_come_and_go_only_as_actions_say() -> None:
    for seed in range(12):
        dice = random.Random(seed)
        position = stramash.load("glen-more", players=3).deal(seed)
        while not position.over:
            before = [sum(oracle.held(seat)) for seat in position.to_dict()["seats"]]
            action, seat = dice.choice(position.legal), position.player
            assert seat is not None
            verb, _, what = position.notation(action).partition(":")
            position.play(action)
            after = [sum(oracle.held(entry)) for entry in position.to_dict()["seats"]]
            change = after[seat] - before[seat]
            produces = verb == "use" and what.rstrip("0123456789") in (
                "forest",
                "quarry",
                "meadow",
                "pasture",
                "field",
            )
            if verb == "fill":
                assert change >= 0
            else:
                assert change == {"gain": 1, "pay": -1, "sell": -1}.get(verb, int(produces))
            before[seat] = after[seat]
            assert after == before


class Table(RuleBasedStateMachine):
    """Any sequence of legal actions keeps every invariant; undo takes back what it may."""

    @initialize(
        players=st.integers(2, 5),
        spaces=st.booleans(),
        seed=st.integers(0, (1 << 128) - 1),
    )
    def deal(self, players: int, spaces: bool, seed: int) -> None:
        die = "spaces" if spaces and players < 4 else "tiles"
        self.position = stramash.load("glen-more", players=players, die=die).deal(seed)

    @rule(choice=st.integers(0, 1 << 16))
    def act(self, choice: int) -> None:
        legal = self.position.legal
        if legal:
            self.position.play(legal[choice % len(legal)])

    @rule(choice=st.integers(0, 1 << 16))
    def act_and_take_back(self, choice: int) -> None:
        legal = self.position.legal
        if not legal:
            return
        before = bytes(self.position)
        self.position.play(legal[choice % len(legal)])
        if self.position.undoable:
            self.position.undo()
            assert bytes(self.position) == before

    @invariant()
    def nothing_is_created_or_lost(self) -> None:
        if hasattr(self, "position"):
            check_position(self.position)
            assert bool(self.position.legal) is not self.position.over


Table.TestCase.settings = settings(max_examples=25, stateful_step_count=60, deadline=None)
TestTable = Table.TestCase
