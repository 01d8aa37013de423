"""The rules' fast formations, proofs and claims agree with the brute force of `oracle.py`."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

import stramash
from stramash import Game, Position
from stramash.games.schotten_totten.rules.claims import appraise, best_possible, may_claim
from stramash.games.schotten_totten.rules.components import BLUFF, CARD_NAMES, MUD
from tests.schotten_totten import oracle
from tests.schotten_totten.board import ALL_PROOFS, BASE, TACTICS
from tests.schotten_totten.oracle import DECK, ELITE, JOKERS, NOTHING, Strength

STONES = range(9)


def number(strength: Strength) -> int:
    """Write a strength as the rules do."""
    return 0 if strength == NOTHING else 100 * strength[0] + strength[1]


def scene(game: Game, side: list[str], theirs: list[str], modes: list[str], seen: list[str]) -> Any:
    """Return a position with these sides at stone 1 and the seen cards face-up elsewhere."""
    stones: list[dict[str, Any]] = [{"sides": [side, theirs], "modes": modes}]
    stones += [
        {"owner": at // 6 % 2, "sides": [seen[at : at + 3], seen[at + 3 : at + 6]]} for at in range(0, 48, 6)
    ]
    jokers = [any(card in JOKERS for card in cards) for cards in (side, theirs)]
    return game.position({"stones": stones, "discard": seen[48:], "joker_played": jokers})


def judged_sides(sides: list[tuple[str, ...]], mode: int) -> None:
    """Compare the strength of complete sides at one stone."""
    state = TACTICS.position({}).state
    state.mode[0] = mode
    for side in sides:
        state.side[0, 0, : len(side)] = [CARD_NAMES.index(card) for card in side]
        state.side_size[0, 0] = len(side)
        appraise(state, 0, 0)
        assert state.strength[0, 0] == number(oracle.strength_of(side, bluff=bool(mode & BLUFF))), side


def whole_sides(places: int) -> list[tuple[str, ...]]:
    """Return every set of cards that can be a side: one Joker at most."""
    return list(combinations([*DECK, "joker1", "spy", "shield"], places))


@pytest.mark.parametrize("mode", [0, BLUFF])
def test_every_formation_of_three_cards_has_its_strength(mode: int) -> None:
    judged_sides(whole_sides(3), mode)


@pytest.mark.parametrize("mode", [MUD, MUD | BLUFF])
def test_formations_of_four_cards_have_their_strength(mode: int) -> None:
    dice = random.Random(4)
    sides = dice.sample(whole_sides(4), 8000)
    wild = [side for side in whole_sides(4) if len(set(side) & set(ELITE)) >= 2]
    judged_sides(sides + dice.sample(wild, 1000), mode)


@pytest.mark.soak
def test_every_formation_of_four_cards_has_its_strength() -> None:
    judged_sides(whole_sides(4), MUD)


def random_position(game: Game, dice: random.Random, unseen: int) -> Position:
    """Return a position in which few cards are unseen, so that completing a side can be enumerated."""
    tactics = bool(game.options["tactics"])
    cards = dice.sample(DECK, len(DECK) - unseen)
    elite = [card for card in ELITE if tactics and dice.random() < 0.6]
    modes: list[list[str]] = [[] for _ in STONES]
    for mode in ("bluff", "mud"):
        if tactics and dice.random() < 0.8:
            modes[dice.choice(STONES)].append(mode)
    if tactics and dice.random() < 0.4:  # wild cards gather where the modes are
        modes = [sorted(mode) for mode in modes]
    sides: list[list[list[str]]] = [[[], []] for _ in STONES]
    places = [
        (stone, seat) for stone in STONES for seat in (0, 1) for _ in range(4 if "mud" in modes[stone] else 3)
    ]
    dice.shuffle(places)
    joker_played = [False, False]
    for card in elite:
        near = [place for place in places if modes[place[0]]] or places
        stone, seat = dice.choice(near if dice.random() < 0.5 else places)
        if card in JOKERS:
            if joker_played[seat]:
                continue
            joker_played[seat] = True
        places.remove((stone, seat))
        sides[stone][seat].append(card)
    away = 4 if tactics else 10
    discard, table = cards[:away], cards[away:]
    for card, (stone, seat) in zip(table, places, strict=False):
        sides[stone][seat].append(card)
    for stone in STONES:
        for seat in (0, 1):
            dice.shuffle(sides[stone][seat])
    stones = [
        {"modes": modes[stone], "sides": sides[stone]} | _first(sides[stone], modes[stone], dice)
        for stone in STONES
    ]
    return game.position({"stones": stones, "discard": discard, "joker_played": joker_played})


def _first(sides: list[list[str]], modes: list[str], dice: random.Random) -> dict[str, int]:
    places = 4 if "mud" in modes else 3
    return {"first": dice.choice((0, 1))} if len(sides[0]) == len(sides[1]) == places else {}


def compare(position: Position, tally: dict[str, int]) -> None:
    """Compare all sides of a position."""
    description, state = position.to_dict(), position.state
    for stone in STONES:
        for seat in (0, 1):
            side = description["stones"][stone]["sides"][seat]
            whole = len(side) == oracle.places_at(description["stones"][stone])
            where = f"seat {seat}, stone {stone + 1} of {position.record()}"
            if whole:
                bluff = "bluff" in description["stones"][stone]["modes"]
                assert state.strength[seat, stone] == number(oracle.strength_of(side, bluff=bluff)), where
            else:
                best = number(oracle.best_at(description, seat, stone))
                assert best_possible(state, seat, stone, 0) == best, where
                tally["incomplete"] = tally.get("incomplete", 0) + 1
            claim = oracle.may_claim(description, seat, stone)
            assert may_claim(state, seat, stone) == claim, where
            if whole and not state.strength[1 - seat, stone]:
                tally[f"proof {claim}"] = tally.get(f"proof {claim}", 0) + 1
            elif whole:
                tally[f"comparison {claim}"] = tally.get(f"comparison {claim}", 0) + 1


VARIANTS = {"base": BASE, "tactics": TACTICS, "all": ALL_PROOFS}


@pytest.mark.parametrize(("name", "count"), [("base", 500), ("tactics", 500), ("all", 120)])
def test_claims_and_proofs_agree_with_brute_force(name: str, count: int) -> None:
    dice, tally = random.Random(f"claims {name}"), dict[str, int]()
    for _ in range(count):
        compare(random_position(VARIANTS[name], dice, dice.choice((2, 4, 6, 8))), tally)
    for kind in ("proof True", "proof False", "comparison True", "comparison False", "incomplete"):
        assert tally[kind] > count // 2, tally


@pytest.mark.soak
@pytest.mark.parametrize("name", VARIANTS)
def test_claims_and_proofs_agree_with_brute_force_at_length(name: str) -> None:
    dice = random.Random(f"soak {name}")
    for _ in range(4000 if name != "all" else 600):
        compare(random_position(VARIANTS[name], dice, dice.choice((3, 6, 9, 12))), {})


@pytest.mark.parametrize(("name", "count"), [("base", 150), ("tactics", 150)])
def test_proofs_with_most_cards_unseen_agree_with_brute_force(name: str, count: int) -> None:
    """Early in a game: one side is complete, the other is just begun."""
    dice = random.Random(f"early {name}")
    for round_number in range(count):
        cards = dice.sample(DECK, 3 + 2 + dice.choice((0, 10, 25)))
        side = cards[:3] if name == "base" else [*cards[:2], dice.choice(ELITE)]
        theirs = cards[3 : 3 + (0 if round_number % 10 == 0 else dice.choice((1, 2)))]
        modes = ["bluff"] if name == "tactics" and dice.random() < 0.2 else []
        compare_one(scene(VARIANTS[name], side, theirs, modes, cards[5:]))


@pytest.mark.parametrize(("troop", "count"), [("", 60), ("joker2", 25), ("spy", 40), ("shield", 40)])
def test_proofs_against_a_side_without_clan_cards_agree_with_brute_force(troop: str, count: int) -> None:
    """Any colour may come; in some colours no run is left, in others one is."""
    dice, found = random.Random(f"bare {troop}"), set[bool]()
    for _ in range(count):
        side = [f"{clan}9" for clan in dice.sample("bgrypn", 3)]
        if dice.random() < 0.5:
            side[0] = dice.choice([card for card in DECK if card[1] == "8"])
        open_clans = dice.sample("bgrypn", dice.choice((0, 1, 2)))
        seen = [f"{clan}{strength}" for clan in "bgrypn" for strength in (3, 6, 9) if clan not in open_clans]
        seen += dice.sample(DECK, dice.choice((0, 5, 20)))
        seen = [card for card in dict.fromkeys(seen) if card not in side]
        position = scene(TACTICS, side, [troop] if troop else [], [], seen)
        compare_one(position)
        found.add(bool(may_claim(position.state, 0, 0)))
    assert found == ({False} if troop in ("joker2", "shield") else {False, True})


def compare_one(position: Position) -> None:
    """Compare stone 1 alone, seat 0 claiming."""
    description, state = position.to_dict(), position.state
    assert best_possible(state, 1, 0, 0) == number(oracle.best_at(description, 1, 0))
    assert may_claim(state, 0, 0) == oracle.may_claim(description, 0, 0), position.record()


def test_proofs_in_random_games_agree_with_brute_force() -> None:
    """Late in real games, where few cards are left to come."""
    checked = 0
    for options in ({}, {"tactics": True}, {"tactics": True, "proofs": "all"}):
        game = stramash.load("schotten-totten", **options)
        for seed in range(12):
            dice, position = random.Random(seed), game.deal(seed)
            while not position.over:
                position.play(dice.choice(position.legal))
                if len(oracle.unseen_cards(position.to_dict(), 0)) < 10 and dice.random() < 0.2:
                    compare(position, {})
                    checked += 1
    assert checked > 30
