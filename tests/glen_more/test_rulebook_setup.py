"""The components and the set-up."""

from __future__ import annotations

from collections import Counter

import pytest

import stramash
from stramash.games.glen_more.rules import components as c
from tests.glen_more import oracle
from tests.glen_more.table import TILE_NAMES

BORDERS = ("yellow", "green", "gray", "blue", "brown")


def test_there_are_72_tiles_in_stacks_of_8_23_19_and_17_and_five_starting_villages() -> None:
    checks = oracle.facts()["checks"]
    assert c.TILES == checks["total_with_start"] == 72
    sizes = Counter(c.STACK.tolist())
    assert {str(stack): sizes[stack] for stack in range(4)} == checks["per_stack"]
    assert sizes[-1] == 5


@pytest.mark.parametrize("number", range(67))
def test_every_tile_is_as_printed(number: int) -> None:
    name = TILE_NAMES[number]
    tile, ours = oracle.printed()[name], stramash.load("glen-more").components[name]
    assert ours["number"] == number
    assert [ours[key] for key in ("stack", "border", "river", "road")] == [
        tile[key] for key in ("stack", "border", "river", "road")
    ]
    words = {
        "whisky": "whiskey",
        "member": "clan_member_or_chieftain",
        "different": "any_different_resources",
    }
    assert {words.get(what, what): count for what, count in ours["cost"].items()} == tile["cost"]
    location = tile["special_location"]
    assert ours["location"] is (location is not None)
    assert ours["tams"] == (location["tams"] if location else 0)
    assert ours["brings"].get("members", 0) == tile["windfall"].get("clan_member", 0) + (name == "stalker")
    if tile["kind"] == "tavern":
        assert c.TAVERN_POINTS[number] == tile["activation"]["gain"]["vp"]
    if tile["kind"] == "annual fair":
        assert c.FAIR_SIZES[c.KIND[number]] == tile["activation"]["max_resources"]
        points = tile["activation"]["vp_by_count"]
        assert c.FAIR_POINTS[1 : len(points) + 1].tolist() == points


def test_starting_villages_have_a_river_and_a_road() -> None:
    assert c.HAS_RIVER[67:].all()
    assert c.HAS_ROAD[67:].all()
    assert (c.KIND[67:] == c.VILLAGE).all()


def test_the_die_shows_1_1_1_2_2_3() -> None:
    assert sorted(c.DIE_FACES.tolist()) == sorted(oracle.facts()["die_faces"])


@pytest.mark.parametrize(("players", "tiles"), [(2, 10), (3, 9), (4, 9), (5, 8)])
def test_tiles_lie_up_to_the_space_behind_the_start_player(players: int, tiles: int) -> None:
    told = stramash.load("glen-more", players=players).deal(1).to_dict()
    assert told["figures"] == list(range(players))
    assert told["die"] == (players if players < 4 else None)
    first = players + (players < 4)
    assert [space for space, tile in enumerate(told["track"]) if tile] == list(range(first, 13))
    assert 13 - first == tiles
    assert told["track"][13] is None
    assert told["player"] == 0


def test_the_0_stack_is_laid_first_then_the_1_stack() -> None:
    told = stramash.load("glen-more", players=4).deal(3).to_dict()
    stacks = [oracle.printed()[tile]["stack"] for tile in told["track"] if tile]
    assert stacks == [0] * 8 + [1]
    assert [len(stack) for stack in told["stacks"]] == [0, 22, 19, 17]


def test_every_player_has_a_starting_village_with_a_clan_member_and_six_coins() -> None:
    for players in (2, 3, 4, 5):
        told = stramash.load("glen-more", players=players).deal(1).to_dict()
        assert len(told["seats"]) == players
        for seat in told["seats"]:
            assert seat["coins"] == 6
            (home,) = seat["display"]
            assert (home["tile"], home["east"], home["north"], home["members"]) == ("home", 0, 0, 1)
            assert (seat["whisky"], seat["chieftains"], seat["points"]) == (0, 0, 0)


@pytest.mark.parametrize(("players", "filled"), [(2, 1), (3, 1), (4, 0), (5, 0)])
def test_with_two_or_three_players_a_coin_lies_in_every_row(players: int, filled: int) -> None:
    told = stramash.load("glen-more", players=players).deal(1).to_dict()
    assert told["warehouse"] == dict.fromkeys(oracle.KINDS, filled)


def test_stacks_are_shuffled_each_by_itself() -> None:
    game = stramash.load("glen-more", players=5)
    orders = {tuple(game.deal(seed).to_dict()["stacks"][3]) for seed in range(20)}
    assert len(orders) == 20
    for seed in range(20):
        for stack, tiles in enumerate(game.deal(seed).to_dict()["stacks"]):
            assert all(oracle.printed()[tile]["stack"] == stack for tile in tiles)


def test_every_tile_is_equally_likely_to_come_first() -> None:
    game = stramash.load("glen-more", players=5)
    firsts = Counter(game.deal(seed).to_dict()["stacks"][3][0] for seed in range(1700))
    assert len(firsts) == 17
    assert 60 <= min(firsts.values()) <= max(firsts.values()) <= 145
