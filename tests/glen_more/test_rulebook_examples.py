"""The worked examples of the rulebook, step by step."""

from __future__ import annotations

from stramash.games.glen_more.rules import components as c
from stramash.games.glen_more.rules.display import add_tile
from stramash.games.glen_more.rules.scoring import score_finally
from tests.glen_more.table import TILE_NAMES, cubes, holdings, moves, play, seat, table, tile_of


def test_anna_takes_the_iona_abbey() -> None:
    """Anna has 2 wood, 1 cattle and 3 coins; the abbey costs 1 wood, 1 stone and 1 sheep.

    The warehouse holds what her prices say: cattle sells for 2, stone costs 2, sheep 3, grain 1.
    She places it where a quarry, a meadow and the middle fair are next to it.
    """
    anna = """
        .          .      meadow2      .
        forest2:2  home*  middlefair*  .
        pasture2:1 .      quarry3      .
    """
    rows = {"wood": 0, "stone": 1, "sheep": 2, "cattle": 2, "grain": 0}
    position = table(seat(anna, coins=3), ring="iona", warehouse=rows)
    assert cubes(position) == {"wood": 2, "cattle": 1}
    assert "take:iona" in moves(position)  # she can pay, if she sells the cattle
    play(position, "take:iona", "place:middlefair-e")
    # She sells her cattle for 2 coins …
    play(position, "sell:pasture2")
    assert holdings(position)["coins"] == 5
    # … buys 1 stone for 2 and 1 sheep for 3 …
    play(position, "buy:stone")
    assert holdings(position)["coins"] == 3
    play(position, "buy:sheep")
    assert holdings(position)["coins"] == 0
    # … and hands in 1 wood.
    play(position, "pay:forest2")
    assert cubes(position) == {"wood": 1}
    assert position.to_dict()["phase"] == "activating"
    # The abbey lies next to the quarry, the meadow and the fair: 1 stone and 1 sheep.
    assert {"use:iona", "use:quarry3", "use:meadow2", "use:middlefair"} == set(moves(position, "use:"))
    play(position, "use:quarry3", "use:meadow2")
    assert cubes(position) == {"wood": 1, "stone": 1, "sheep": 1}
    # From the abbey she takes 1 sheep, which she sells for 3 coins.
    play(position, "use:iona", "gain:sheep")
    assert tile_of(position, "iona")["cubes"] == {"sheep": 1}
    assert "use:middlefair" in moves(position)
    play(position, "sell:iona-sheep")
    assert holdings(position)["coins"] == 3
    # With that she buys 1 grain for 1 coin, and hands it in with wood, stone and sheep: 8 points.
    play(position, "use:middlefair", "buy:grain")
    assert holdings(position)["coins"] == 2
    play(position, "pay:forest2", "pay:quarry3", "pay:meadow2")
    assert holdings(position)["points"] == 8
    assert cubes(position) == {}
    assert position.to_dict()["warehouse"] == {"wood": 0, "stone": 2, "sheep": 2, "cattle": 1, "grain": 1}


def test_the_red_player_stays_at_the_start_or_yellow_takes_the_next_turn() -> None:
    track = [None, "meadow1", "village1", None, "forest1", None, None, "lochy", *TILE_NAMES[9:14], None]
    for tile, where, next_player in (
        ("meadow1", "home-n", 0),
        ("village1", "home-e", 0),
        ("forest1", "home-n", 1),
        ("lochy", "home-n", 1),
    ):
        position = table(figures=[0, 3, 5, 6], track=track)
        play(position, f"take:{tile}", f"place:{where}")
        while position.to_dict()["turn"] == 1:
            play(position, "gain:wood" if moves(position, "gain:") else "done")
        assert position.player == next_player
        if next_player == 1:
            assert {"meadow1", "village1"} <= set(position.to_dict()["gone"])


def test_fifteen_thirteen_sixteen_and_thirteen_tiles_cost_six_none_nine_and_none() -> None:
    sizes = (15, 13, 16, 13)
    state = table(players=4).state.copy()
    stock = iter(range(c.STACKED))
    for player, size in enumerate(sizes):
        state.coins[player] = 0
        for place in range(size - 1):
            add_tile(state, player, next(stock), place + 1, 0)
    for location in (c.IONA, c.MORAR, c.DUART):
        state.owner[location] = c.GONE  # only the tiles are looked at here
    score_finally(state)
    assert (-state.points[:4]).tolist() == [6, 0, 9, 0]


def test_three_movement_points_one_member_three_tiles_or_three_members_one_tile() -> None:
    line = "quarry1 home* village1* village4*"
    start = table(seat(line), ring="quarry3")
    play(start, "take:quarry3", "place:village1-n", "use:quarry3")
    assert start.to_dict()["movement"] == 3
    one = play(start.copy(), "move:home-w", "move:quarry1-e", "move:home-ne")
    assert tile_of(one, "quarry3")["members"] == 1
    assert moves(one, "move:") == []
    three = play(start.copy(), "move:home-w", "move:village1-n", "move:village4-nw")
    assert [tile_of(three, name)["members"] for name in ("quarry1", "quarry3")] == [1, 2]
    assert moves(three, "move:") == []
