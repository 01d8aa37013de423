"""Whole games: cards are never lost, recorded games replay, and the numbers of ways to play are counted."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import stramash
from stramash import Position
from tests.lords_of_scotland import oracle
from tests.lords_of_scotland.table import BRUCE, FOUR, THREE, TWO, table

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))


def all_cards(position: Position) -> list[str]:
    """Return every card of a position, from wherever it lies."""
    told = position.to_dict()
    found = [card for key in ("supporters", "draw_pile", "discard") for card in told[key]]
    found += [card for key in ("hands", "victory") for cards in told[key] for card in cards]
    found += [follower["card"] for army in told["armies"] for follower in army]
    found += [recruit["card"] for recruit in told["recruits"] if recruit]
    return found


def deck(position: Position) -> list[str]:
    cards = [f"{clan}{strength}" for clan in oracle.CLANS for strength in range(1, 13)]
    return cards + (["br97", "br98"] if position.game.options["bruce"] else [])


def check_held(position: Position) -> None:
    """What all know of the cards held fits the cards: as many of each kind, and each seen card is there."""
    told = position.to_dict()
    shuffle_of = {card: int(number) for number, cards in told["shuffled"].items() for card in cards}
    for seat, entries in enumerate(told["held"]):
        held = list(told["hands"][seat])
        for army in told["armies"]:
            held += [f["card"] for f in army if f.get("down", {}).get("musterer") == seat]
        known = {entry["card"] for entry in entries if "card" in entry}
        assert known <= set(held)
        unseen = Counter(shuffle_of.get(card, 0) for card in held if card not in known)
        assert unseen == Counter(entry["shuffle"] for entry in entries if "card" not in entry)


class Skirmish(RuleBasedStateMachine):
    """Players who do anything legal; what must always hold is asked after every action."""

    @initialize(
        players=st.integers(2, 5),
        bruce=st.booleans(),
        activation=st.sampled_from(["auto", "any", "clan"]),
        seed=st.integers(0, 2**64),
    )
    def begin(self, players: int, bruce: bool, activation: str, seed: int) -> None:
        game = stramash.load("lords-of-scotland", players=players, bruce=bruce, activation=activation)
        self.position = game.deal(seed)

    @precondition(lambda self: not self.position.over)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        self.position.play(data.draw(st.sampled_from(self.position.legal)))

    @precondition(lambda self: any("!" in self.position.notation(a) for a in self.position.legal))
    @rule(data=st.data())
    def use_a_power(self, data: st.DataObject) -> None:
        powers = [action for action in self.position.legal if "!" in self.position.notation(action)]
        self.position.play(data.draw(st.sampled_from(powers)))

    @precondition(lambda self: self.position.to_dict()["phase"] == "acting")
    @rule()
    def recruit(self) -> None:
        self.position.play(self.position.legal[0])

    @rule(seat=st.integers(0, 4), seed=st.integers(0, 99))
    def imagine(self, seat: int, seed: int) -> None:
        view = self.position.view(seat % self.position.game.players)
        imagined = view.imagine(seed)
        assert imagined.view(view.seat) == view
        assert sorted(all_cards(imagined)) == sorted(deck(imagined))
        check_held(imagined)

    @invariant()
    def each_card_is_in_exactly_one_place(self) -> None:
        assert sorted(all_cards(self.position)) == sorted(deck(self.position))

    @invariant()
    def held_cards_are_followed(self) -> None:
        check_held(self.position)

    @invariant()
    def limits_are_kept(self) -> None:
        told = self.position.to_dict()
        assert all(len(cards) <= 10 for cards in told["hands"])
        assert all(len(army) <= 20 for army in told["armies"])
        assert len(told["supporters"]) <= self.position.game.players
        assert self.position.over or self.position.legal

    @invariant()
    def points_are_the_strength_of_the_victory_piles(self) -> None:
        piles = self.position.to_dict()["victory"]
        assert self.position.scores == [sum(map(oracle.strength, pile)) for pile in piles]


Skirmish.TestCase.settings = settings(
    max_examples=30, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck)
)
TestSkirmish = Skirmish.TestCase


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_recorded_games_replay_to_the_byte(path: Path) -> None:
    *_, last = stramash.replay(path.read_text(encoding="utf-8"))
    assert last.over
    assert str(last.record()) == path.read_text(encoding="utf-8")


def test_when_all_cards_lie_open_there_is_nothing_to_imagine() -> None:
    *_, last = stramash.replay(GOLDEN[0].read_text(encoding="utf-8"))
    for seat in (0, None):
        assert last.show(seat).imagine(1) == last
        assert last.view(seat).imagine(1).view(seat) == last.view(seat)


def test_there_are_recorded_games_for_each_number_of_players() -> None:
    records = [stramash.Record.read(path.read_text(encoding="utf-8")) for path in GOLDEN]
    assert {record.players for record in records} == {2, 3, 4, 5}
    assert {record.options["bruce"] for record in records} == {False, True}


def count_ways(position: Position, depth: int) -> int:
    """Return the number of sequences of `depth` actions."""
    if depth == 0 or position.over:
        return 1
    ways = 0
    for action in position.legal:
        after = position.copy()
        after.play(action)
        ways += count_ways(after, depth - 1)
    return ways


SWAPS = table(
    TWO, "fo9", "[md5] ch6", hands=("fe3 mk5 sc4", "we2 ck1"), supporters="sc5 ch9", recruits="md1 - - - -"
)


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        (TWO.deal(7), [19, 334, 5562]),
        (THREE.deal(7), [19, 334, 5722]),
        (FOUR.deal(7), [19, 352]),
        (BRUCE.deal(8), [19, 329, 5066]),
        (SWAPS, [10, 59, 338, 1635]),
    ],
    ids=["two", "three", "four", "bruce", "swaps"],
)
def test_the_number_of_ways_to_play(position: Position, counts: list[int]) -> None:
    assert [count_ways(position, depth) for depth in range(1, len(counts) + 1)] == counts
