"""Activation: production, conversions, brown tiles, and the order of it all."""

from __future__ import annotations

import pytest

from tests.glen_more.table import cubes, holdings, moves, play, seat, table, tile_of

# home with something on each side, a member at home
GLEN = """
    .          meadow1    .
    forest2    home*      field1
    .          pasture1   .
"""


@pytest.mark.parametrize(
    ("tile", "kind"),
    [
        ("quarry3", "stone"),
        ("forest3", "wood"),
        ("meadow2", "sheep"),
        ("pasture2", "cattle"),
        ("field3", "grain"),
    ],
)
def test_a_production_tile_takes_a_cube_of_its_kind(tile: str, kind: str) -> None:
    position = table(seat(GLEN), ring=tile)
    play(position, f"take:{tile}", "place:meadow1-e", f"use:{tile}")
    assert tile_of(position, tile)["cubes"] == {kind: 1}


def test_the_new_tile_and_its_eight_neighbours_are_activated() -> None:
    position = table(seat(GLEN), ring="quarry3")
    play(position, "take:quarry3", "place:meadow1-e")
    # beside meadow1 and field1, home at the corner gives its movement point by itself
    assert set(moves(position, "use:")) == {"use:quarry3", "use:meadow1", "use:field1"}
    assert position.to_dict()["movement"] == 1


def test_tiles_are_activated_in_the_order_the_player_chooses_each_once() -> None:
    position = table(seat(GLEN), ring="quarry3")
    play(position, "take:quarry3", "place:meadow1-e", "use:field1")
    assert set(moves(position, "use:")) == {"use:quarry3", "use:meadow1"}
    play(position, "use:quarry3", "use:meadow1")
    assert moves(position, "use:") == []
    assert position.to_dict()["phase"] == "ending"


def test_activation_is_optional() -> None:
    position = table(seat(GLEN), ring="quarry3")
    play(position, "take:quarry3", "place:meadow1-e", "done")
    assert position.to_dict()["phase"] == "ending"
    assert cubes(position) == {}


def test_a_tile_never_holds_more_than_three_resources() -> None:
    position = table(seat(GLEN.replace("field1", "field1:3")), ring="quarry3")
    play(position, "take:quarry3", "place:meadow1-e")
    assert "use:field1" not in moves(position)


def test_selling_first_makes_room() -> None:
    position = table(seat(GLEN.replace("field1", "field1:3")), ring="quarry3", warehouse={"grain": 1})
    play(position, "take:quarry3", "place:meadow1-e", "sell:field1")
    assert "use:field1" in moves(position)
    play(position, "use:field1")
    assert tile_of(position, "field1")["cubes"] == {"grain": 3}


def test_a_distillery_brings_a_barrel_when_it_is_placed() -> None:
    position = table(seat(GLEN), ring="distillery1")
    play(position, "take:distillery1", "place:meadow1-e", "buy:stone")
    assert holdings(position)["whisky"] == 1


def test_a_distillery_turns_one_grain_into_one_barrel_each_activation() -> None:
    position = table(seat(GLEN.replace("field1", "field1:3"), coins=1), ring="distillery1")
    play(position, "take:distillery1", "place:meadow1-e", "buy:stone", "use:distillery1")
    assert moves(position) == ["pay:field1"]
    play(position, "pay:field1")
    assert holdings(position)["whisky"] == 2
    assert cubes(position) == {"grain": 2}
    assert "use:distillery1" not in moves(position)


def test_the_grain_may_lie_on_a_tile_that_is_not_activated() -> None:
    glen = """
        .         .         meadow1    .
        quarry1   forest2   home*      field1:1
    """
    position = table(seat(glen, coins=1), ring="distillery1")
    play(position, "take:distillery1", "place:meadow1-w", "buy:stone", "use:distillery1", "pay:field1")
    assert holdings(position)["whisky"] == 2


def test_grain_may_be_bought_for_the_distillery() -> None:
    position = table(seat(GLEN, coins=2), ring="distillery1")
    play(position, "take:distillery1", "place:meadow1-e", "buy:stone", "use:distillery1", "buy:grain")
    assert holdings(position)["whisky"] == 2
    assert holdings(position)["coins"] == 0


@pytest.mark.parametrize(
    ("butcher", "animal", "other"),
    [("sheepbutcher", "meadow1", "sheep"), ("cattlebutcher", "pasture1", "cattle")],
)
def test_a_butcher_of_one_kind_gives_two_points_each_for_one_or_two(
    butcher: str, animal: str, other: str
) -> None:
    glen = GLEN.replace(animal, f"{animal}:3")
    place = "place:meadow1-e" if animal == "meadow1" else "place:pasture1-w"
    once = table(seat(glen, coins=0), ring=butcher)
    play(once, f"take:{butcher}", place, f"use:{butcher}", f"pay:{animal}", "done")
    assert holdings(once)["points"] == 2
    assert cubes(once) == {other: 2}
    twice = table(seat(glen, coins=0), ring=butcher)
    play(twice, f"take:{butcher}", place, f"use:{butcher}", f"pay:{animal}", f"pay:{animal}")
    assert holdings(twice)["points"] == 4
    assert twice.to_dict()["phase"] == "activating"


def test_the_third_butcher_takes_exactly_a_sheep_and_a_cattle_for_five_points() -> None:
    glen = GLEN.replace("meadow1", "meadow1:1").replace("pasture1", "pasture1:1")
    position = table(seat(glen, coins=1), ring="butcher")
    play(position, "take:butcher", "place:meadow1-e", "buy:wood", "use:butcher", "pay:pasture1")
    assert "done" not in moves(position)
    play(position, "pay:meadow1")
    assert holdings(position)["points"] == 5


@pytest.mark.parametrize(
    ("fair", "kinds", "points"),
    [
        ("smallfair1", 1, 1), ("smallfair1", 2, 3), ("smallfair1", 3, 5),
        ("middlefair", 1, 1), ("middlefair", 2, 3), ("middlefair", 3, 5), ("middlefair", 4, 8),
        ("largefair", 1, 1), ("largefair", 2, 3), ("largefair", 3, 5), ("largefair", 4, 8),
        ("largefair", 5, 12),
    ],
)  # fmt: skip
def test_a_fair_gives_1_3_5_8_12_points_for_1_to_5_different_resources(
    fair: str, kinds: int, points: int
) -> None:
    glen = """
        .          meadow1:1  .          .
        forest2:1  home*      field1:1   .
        .          pasture1:1 .          .
    """
    place = "place:meadow1-e" if fair == "smallfair1" else "place:field1-e"
    glen = glen.replace("field1:1", "field1:1*")
    position = table(seat(glen, coins=2), ring=fair)
    play(position, f"take:{fair}", place, "buy:wood", f"use:{fair}")
    handed = ["pay:forest2", "pay:meadow1", "pay:field1", "pay:pasture1", "buy:stone"][:kinds]
    play(position, *handed)
    sizes = {"smallfair1": 3, "middlefair": 4, "largefair": 5}
    if kinds < sizes[fair]:
        assert not any(text in moves(position) for text in handed)  # all different
        play(position, "done")
    assert holdings(position)["points"] == points
    assert position.to_dict()["phase"] in ("activating", "ending")


def test_a_fair_is_used_once_an_activation() -> None:
    glen = GLEN.replace("forest2", "forest2:3").replace("meadow1", "meadow1:3")
    position = table(seat(glen, coins=1), ring="smallfair1")
    play(position, "take:smallfair1", "place:meadow1-e", "buy:wood", "use:smallfair1", "pay:forest2", "done")
    assert "use:smallfair1" not in moves(position)


def test_the_grocer_takes_exactly_three_of_any_kind_for_eight_points() -> None:
    glen = GLEN.replace("meadow1", "meadow1:2").replace("field1", "field1:1")
    position = table(seat(glen, coins=1), ring="grocer")
    play(position, "take:grocer", "place:meadow1-e", "buy:stone", "use:grocer")
    play(position, "pay:meadow1")
    assert "done" not in moves(position)
    play(position, "pay:meadow1")
    assert "done" not in moves(position)
    play(position, "pay:field1")
    assert holdings(position)["points"] == 8


def test_the_grocer_is_not_offered_when_three_cannot_be_handed_in() -> None:
    glen = GLEN.replace("meadow1", "meadow1:2")
    full = {"wood": 3, "stone": 2, "sheep": 3, "cattle": 3, "grain": 3}
    position = table(seat(glen, coins=3), ring="grocer", warehouse=full)
    play(position, "take:grocer", "place:meadow1-e", "buy:stone")
    assert "use:grocer" not in moves(position)


def test_the_bridge_takes_exactly_a_stone_and_a_wood_for_seven_points() -> None:
    position = table(seat("quarry1:1 home* forest2:1", coins=0), ring="bridge")
    play(position, "take:bridge", "place:home-n", "use:bridge", "pay:quarry1")
    assert "done" not in moves(position)
    play(position, "pay:forest2")
    assert holdings(position)["points"] == 7


@pytest.mark.parametrize(("tavern", "points"), [("tavern1", 3), ("tavern2", 3), ("tavern3", 4)])
def test_a_tavern_scores_without_any_further_cost(tavern: str, points: int) -> None:
    position = table(seat(GLEN, whisky=1), ring=tavern)
    play(position, f"take:{tavern}", "place:meadow1-e", f"use:{tavern}")
    assert holdings(position)["points"] == points


def test_a_conversion_that_cannot_be_paid_is_not_offered() -> None:
    poor = table(seat(GLEN, coins=0), ring="sheepbutcher")
    play(poor, "take:sheepbutcher", "place:meadow1-e")
    assert "use:sheepbutcher" not in moves(poor)


def test_resources_may_be_bought_for_brown_tiles() -> None:
    position = table(seat(GLEN, coins=3), ring="sheepbutcher")
    play(position, "take:sheepbutcher", "place:meadow1-e", "use:sheepbutcher", "buy:sheep", "buy:sheep")
    assert holdings(position)["points"] == 4
    assert holdings(position)["coins"] == 0


def test_iona_abbey_takes_a_cube_of_choice_and_holds_three() -> None:
    glen = GLEN.replace("field1", "iona:wood+grain")
    position = table(seat(glen), ring="quarry3")
    play(position, "take:quarry3", "place:meadow1-e", "use:iona")
    assert moves(position) == ["gain:wood", "gain:stone", "gain:sheep", "gain:cattle", "gain:grain"]
    play(position, "gain:cattle")
    assert tile_of(position, "iona")["cubes"] == {"wood": 1, "cattle": 1, "grain": 1}
    full = table(seat(glen.replace("wood+grain", "wood+wood+grain")), ring="quarry3")
    play(full, "take:quarry3", "place:meadow1-e")
    assert "use:iona" not in moves(full)


def test_activating_a_loch_has_no_effect() -> None:
    position = table(seat(GLEN.replace("meadow1", "lochy")), ring="quarry3")
    play(position, "take:quarry3", "place:field1-n")
    assert "use:lochy" not in moves(position)
