"""Moving a figure: who has the turn, and to which tiles one may move."""

from __future__ import annotations

from tests.glen_more.table import moves, play, seat, table, tile_of


def test_the_player_at_the_start_of_the_chain_has_the_turn() -> None:
    position = table()
    assert position.player == 0
    play(position, "take:quarry1", "place:home-e", "use:quarry1", "done")
    assert position.player == 1


def test_a_player_who_is_still_at_the_start_of_the_chain_takes_another_turn() -> None:
    position = table(
        figures=[0, 3, 4, 5],
        track=[None, "meadow1", "village1", None, None, None, "forest1", "pasture1", "quarry2", "forest2",
               "quarry1", "field1", "meadow2", None],
    )  # fmt: skip
    play(position, "take:meadow1", "place:home-n", "use:meadow1", "done")
    assert position.player == 0
    play(position, "take:village1", "place:home-e", "done")
    assert position.player == 0  # seat 1 stands right ahead, but seat 0 still is behind it
    later = table(
        figures=[0, 3, 4, 5],
        track=[None, "meadow1", "village1", None, None, None, "forest1", "pasture1", "quarry2", "forest2",
               "quarry1", "field1", "meadow2", None],
    )  # fmt: skip
    play(later, "take:forest1", "place:home-n", "use:forest1", "done")
    assert later.player == 1
    assert {"meadow1", "village1"} <= set(later.to_dict()["gone"])


def test_a_figure_moves_to_any_space_with_a_tile_however_far() -> None:
    position = table(ring="forest1 quarry1 meadow1 field1 pasture1 forest2 quarry2 village1 field2")
    assert len(moves(position, "take:")) == 9


def test_a_tile_that_cannot_be_paid_for_cannot_be_moved_to() -> None:
    position = table(seat(coins=0), ring="smallfair1 forest1")
    assert "take:smallfair1" not in moves(position)
    assert "take:forest1" in moves(position)


def test_a_tile_that_cannot_be_placed_cannot_be_moved_to() -> None:
    # the member stands at the east end, two tiles away from both ends of the river
    glen = "quarry1 home field1 village1*"
    position = table(seat(glen), ring="meadow1 forest2 meadow2")
    assert "take:meadow1" not in moves(position)  # river
    assert {"take:forest2", "take:meadow2"} <= set(moves(position))


def test_when_no_tile_can_be_taken_the_player_moves_to_any_tile_and_it_leaves_the_game() -> None:
    ring = "tavern1 tavern2 tavern3 moil mey duart cawdor armadale donan"
    position = table(seat(coins=0), ring=ring)
    assert set(moves(position)) == {f"remove:{name}" for name in ring.split()}
    play(position, "remove:mey")
    assert moves(position) == ["done"]
    play(position, "done")
    told = position.to_dict()
    assert "mey" in told["gone"]
    assert told["figures"][0] == 8
    assert len(told["seats"][0]["display"]) == 1
    assert position.player == 1


def test_without_a_tile_to_take_one_may_still_sell_and_use_loch_ness_with_the_movement_it_brings() -> None:
    glen = """
        .        ness     .
        quarry1:1  home   village1*
    """
    ring = "tavern1 tavern2 tavern3 mey duart cawdor donan moil iona"
    position = table(seat(glen, coins=0), ring=ring, warehouse={"stone": 1})
    assert "sell:quarry1" in moves(position)
    play(position, "sell:quarry1")
    assert "remove:moil" in moves(position)
    play(position, "remove:moil")
    assert {"use:home", "use:village1", "use:quarry1"} <= set(moves(position))
    play(position, "use:home")
    assert position.to_dict()["movement"] == 1
    assert "move:village1-w" in moves(position)
    play(position, "move:village1-w", "done")
    assert tile_of(position, "home")["members"] == 1
    assert position.player == 1


def test_the_ring_never_lacks_a_tile_so_a_turn_is_always_possible() -> None:
    for players in (2, 3, 4, 5):
        position = table(players=players)
        tiles = [tile for tile in position.to_dict()["track"] if tile]
        assert len(tiles) == 13 - players - (players < 4)
