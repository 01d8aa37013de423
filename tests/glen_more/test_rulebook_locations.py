"""The 13 special locations."""

from __future__ import annotations

import pytest

from tests.glen_more.table import TILE_NAMES, cubes, holdings, moves, play, seat, table, tile_of

PAY_ALL = {
    "moil": ["buy:wood", "buy:stone", "buy:grain"],
    "stalker": ["buy:wood", "buy:stone"],
    "armadale": ["buy:wood", "buy:stone"],
    "donan": ["buy:wood", "buy:stone", "buy:grain"],
}


def test_loch_lochy_gives_any_two_resources_at_once() -> None:
    position = table(ring="lochy")
    play(position, "take:lochy", "place:home-n")
    assert moves(position) == ["gain:wood", "gain:stone", "gain:sheep", "gain:cattle", "gain:grain"]
    play(position, "gain:stone")
    assert "done" not in moves(position)
    play(position, "gain:stone")
    assert tile_of(position, "lochy")["cubes"] == {"stone": 2}


def test_loch_lochys_cubes_may_be_of_two_kinds_and_lie_on_it() -> None:
    position = table(ring="lochy", warehouse={"grain": 1})
    play(position, "take:lochy", "place:home-n", "gain:grain", "sell:lochy-grain", "gain:wood", "done")
    assert cubes(position) == {"wood": 1}


def test_loch_lochy_gives_nothing_when_it_is_activated_again() -> None:
    position = table(seat("lochy\nhome*\n"), ring="forest2")
    play(position, "take:forest2", "place:home-e")
    assert moves(position, "use:") == ["use:forest2"]


def test_castle_stalker_brings_two_clan_members() -> None:
    position = table(ring="stalker")
    play(position, "take:stalker", "place:home-n", "buy:wood", "buy:stone")
    assert tile_of(position, "stalker")["members"] == 2


def test_castle_moil_brings_a_barrel() -> None:
    position = table(seat("forest2 home*"), ring="moil")
    play(position, "take:moil", "place:forest2-n", *PAY_ALL["moil"])
    assert holdings(position)["whisky"] == 1


def test_armadale_castle_brings_three_coins() -> None:
    position = table(seat("forest2 home*"), ring="armadale")
    play(position, "take:armadale", "place:forest2-n", *PAY_ALL["armadale"])
    assert holdings(position)["coins"] == 6 - 2 + 3


def test_donan_castle_brings_two_barrels() -> None:
    position = table(ring="donan")
    play(position, "take:donan", "place:home-e", *PAY_ALL["donan"])
    assert holdings(position)["whisky"] == 2


# --- Loch Ness ---------------------------------------------------------------------------------------


def test_loch_ness_costs_a_clan_member_of_choice_or_a_chieftain() -> None:
    position = table(seat("home* village1*", chieftains=1), ring="ness")
    play(position, "take:ness", "place:home-n")
    assert moves(position) == ["member:village1", "member:home", "chieftain"]
    by_member = play(position.copy(), "member:village1")
    assert tile_of(by_member, "village1")["members"] == 0
    by_chieftain = play(position.copy(), "chieftain")
    assert holdings(by_chieftain)["chieftains"] == 0


def test_loch_ness_is_paid_after_its_place_is_chosen() -> None:
    # the member next to it may pay, though the place needed it
    position = table(seat("home* village1*"), ring="ness")
    play(position, "take:ness", "place:home-n", "member:home")
    assert tile_of(position, "ness")["north"] == 1


def test_the_last_clan_member_cannot_pay_for_loch_ness() -> None:
    assert "take:ness" not in moves(table(ring="ness forest1"))
    position = table(seat(chieftains=1), ring="ness forest1")
    play(position, "take:ness", "place:home-n")
    assert moves(position) == ["chieftain"]


FAR = """
    .        ness     .         .          .
    quarry1  home*    field1    village1   forest2
"""


def test_loch_ness_activates_any_one_own_tile_once_each_turn() -> None:
    position = table(seat(FAR), ring="meadow1")
    play(position, "take:meadow1", "place:home-s")
    # meadow1, quarry1 and field1 wait; forest2 and village1 are far: by Loch Ness
    assert set(moves(position, "use:")) == {
        "use:meadow1",
        "use:quarry1",
        "use:field1",
        "use:forest2",
        "use:village1",
    }
    play(position, "use:forest2")
    assert tile_of(position, "forest2")["cubes"] == {"wood": 1}
    assert set(moves(position, "use:")) == {"use:meadow1", "use:quarry1", "use:field1"}


def test_loch_ness_works_again_in_the_next_turn() -> None:
    track = [None, "meadow1", "pasture1", None, None, None, *TILE_NAMES[9:16], None]
    position = table(seat(FAR), figures=[0, 3, 4, 5], track=track)
    play(position, "take:meadow1", "place:home-s", "use:forest2", "done", "move:home-s", "done")
    assert position.player == 0
    play(position, "take:pasture1", "place:meadow1-s")
    assert "use:forest2" in moves(position)


def test_loch_ness_may_activate_a_village_for_a_movement_point() -> None:
    position = table(seat(FAR), ring="meadow1")
    play(position, "take:meadow1", "place:home-s")
    before = position.to_dict()["movement"]
    play(position, "use:village1")
    assert position.to_dict()["movement"] == before + 1


def test_loch_ness_activates_no_tile_twice() -> None:
    position = table(seat(FAR), ring="meadow1")
    play(position, "take:meadow1", "place:home-s", "use:quarry1")
    assert "use:quarry1" not in moves(position)
    assert "use:home" not in moves(position)  # home gave its movement point already


def test_loch_ness_works_from_the_turn_it_is_taken() -> None:
    position = table(seat("home* field1 village1* forest2"), ring="ness")
    play(position, "take:ness", "place:home-n", "member:home")
    assert "use:forest2" in moves(position)


def test_loch_ness_works_for_its_owner_only() -> None:
    position = table(seat("home* field1 village1* forest2"), seat("ness\nhome*"), ring="meadow1")
    play(position, "take:meadow1", "place:home-s")
    assert "use:forest2" not in moves(position)


# --- Loch Shiel --------------------------------------------------------------------------------------

STOCKED = """
    .          lochy     .
    quarry1:2  home*     field1
    .          meadow1   .
"""


def test_loch_shiel_puts_a_cube_on_each_empty_production_tile() -> None:
    position = table(seat(STOCKED.replace("home*", "home").replace("lochy", "lochy*")), ring="shiel")
    play(position, "take:shiel", "place:lochy-n", "fill")
    assert tile_of(position, "quarry1")["cubes"] == {"stone": 2}
    assert tile_of(position, "field1")["cubes"] == {"grain": 1}
    assert tile_of(position, "meadow1")["cubes"] == {"sheep": 1}
    assert tile_of(position, "lochy")["cubes"] == {}  # not a production tile


def test_before_loch_shiel_fills_the_player_may_sell() -> None:
    glen = STOCKED.replace("home*", "home").replace("lochy", "lochy*").replace("quarry1:2", "quarry1:1")
    position = table(seat(glen), ring="shiel", warehouse={"stone": 1})
    play(position, "take:shiel", "place:lochy-n")
    assert moves(position) == ["fill", "sell:quarry1"]
    play(position, "sell:quarry1", "fill")
    assert tile_of(position, "quarry1")["cubes"] == {"stone": 1}
    assert holdings(position)["coins"] == 7


def test_loch_shiel_allows_any_cube_on_an_empty_iona_abbey() -> None:
    glen = "iona home* field1"
    position = table(seat(glen), ring="shiel")
    play(position, "take:shiel", "place:home-n", "fill")
    assert moves(position) == ["gain:wood", "gain:stone", "gain:sheep", "gain:cattle", "gain:grain", "done"]
    play(position, "gain:cattle")
    assert tile_of(position, "iona")["cubes"] == {"cattle": 1}
    # then the usual activation: the abbey is a neighbour and takes another one
    play(position, "use:iona")
    assert "done" not in moves(position)
    play(position, "gain:wood")
    assert tile_of(position, "iona")["cubes"] == {"wood": 1, "cattle": 1}


def test_loch_shiel_passes_over_an_abbey_that_is_not_empty() -> None:
    position = table(seat("iona:wood home* field1"), ring="shiel")
    play(position, "take:shiel", "place:home-n", "fill")
    assert position.to_dict()["phase"] == "activating"


def test_loch_shiel_fills_before_the_usual_activation() -> None:
    position = table(seat("quarry1 home* field1"), ring="shiel")
    play(position, "take:shiel", "place:home-n", "fill")
    assert cubes(position) == {"stone": 1, "grain": 1}
    play(position, "use:quarry1", "use:field1")
    assert cubes(position) == {"stone": 2, "grain": 2}


# --- Loch Oich ---------------------------------------------------------------------------------------

WIDE = """
    .        forest1*  .         .          .
    quarry1  home*     field1    village1   forest2
"""


def test_loch_oich_activates_all_tiles_in_any_order_movement_points_included() -> None:
    position = table(seat(WIDE, coins=9), ring="oich")
    play(position, "take:oich", "place:forest1-n", "buy:wood", "buy:stone")
    assert set(moves(position, "use:")) == {"use:quarry1", "use:forest1", "use:field1", "use:forest2"}
    assert position.to_dict()["movement"] == 2  # home and village1
    play(position, "use:forest2", "use:quarry1", "use:field1", "use:forest1")
    assert position.to_dict()["phase"] == "ending"


def test_loch_oich_costs_any_two_resources_as_long_as_they_are_different() -> None:
    position = table(seat(WIDE, coins=9), ring="oich")
    play(position, "take:oich", "place:forest1-n", "buy:sheep")
    assert "buy:sheep" not in moves(position)
    assert set(moves(position, "buy:")) == {"buy:wood", "buy:stone", "buy:cattle", "buy:grain"}


def test_loch_oich_forbids_loch_ness_in_its_turn() -> None:
    glen = """
        .        forest1*  .
        quarry1  home*     field1
        .        ness      .
    """
    position = table(seat(glen, coins=9), ring="oich")
    play(position, "take:oich", "place:forest1-n", "buy:wood", "buy:stone")
    play(position, "use:quarry1", "use:forest1", "use:field1")
    assert position.to_dict()["phase"] == "ending"


def test_loch_oich_activates_everything_only_once_in_the_game() -> None:
    position = table(seat(WIDE.replace("forest1*", "oich*")), ring="meadow1")
    play(position, "take:meadow1", "place:home-s")
    assert "use:forest2" not in moves(position)


@pytest.mark.parametrize("name", ["morar", "mey", "duart", "cawdor", "iona", "ness"])
def test_other_cards_do_nothing_at_once(name: str) -> None:
    glen = "forest2 home* village1*" if name in ("mey", "duart", "cawdor") else "forest2* home* village1*"
    position = table(seat(glen, coins=20), ring=name)
    where = {"morar": "home-n", "ness": "home-n", "iona": "village1-e"}.get(name, "forest2-n")
    play(position, f"take:{name}", f"place:{where}")
    while position.to_dict()["phase"] == "paying":
        play(position, next(text for text in moves(position) if text.startswith(("pay", "buy", "member"))))
    assert position.to_dict()["phase"] in ("activating", "ending")
    assert (holdings(position)["whisky"], holdings(position)["points"]) == (0, 0)
