"""What a position says: its phase, what `done` ends, why a tile cannot be taken; tiles and options."""

from __future__ import annotations

import random

import pytest

import stramash
from stramash import BadOption, IllegalAction, StramashError
from stramash.games import restore
from tests.glen_more.table import play, seat, table


def test_a_position_and_its_views_know_their_phase() -> None:
    position, dice, seen = stramash.load("glen-more", players=3).deal(5), random.Random(5), set()
    while not position.over:
        assert position.phase == position.view(None).phase == position.to_dict()["phase"]
        seen.add(position.phase)
        position.play(dice.choice(position.legal))
    assert position.phase == "over"
    assert {"moving", "placing", "paying", "activating", "converting", "ending"} <= seen


def test_done_says_what_it_ends_and_so_does_the_prompt() -> None:
    position = table(seat("field1:1 forest2:1 home* quarry1:1"), ring="smallfair1")
    play(position, "take:smallfair1", "place:forest2-n", "pay:forest2")
    done = position.parse("done")
    assert (position.phase, position.describe(done)) == ("activating", "Stop activating")
    assert position.prompt().endswith("or stop.")
    play(position, "use:smallfair1")
    assert position.phase == "converting"
    assert done not in position.legal
    assert "or stop" not in position.prompt()
    play(position, "pay:field1")
    assert position.describe(done) == "Stop handing in"
    assert position.prompt().endswith("Or stop handing in.")
    play(position, "done")
    while position.phase == "activating":
        play(position, "done")
    assert (position.phase, position.describe(done)) == ("ending", "End the turn")
    assert position.prompt().startswith(("End your turn", "You have"))


def test_done_may_leave_the_cube_that_loch_shiel_allows() -> None:
    position = table(seat("iona home*", coins=0), ring="shiel")
    play(position, "take:shiel", "place:home-n", "fill")
    assert (position.phase, position.describe(position.parse("done"))) == ("gaining", "Take no cube")
    assert position.prompt().endswith("or none.")


@pytest.mark.parametrize(
    ("tile", "reason"),
    [
        ("forest1", "Forest costs nothing."),
        ("tavern1", "Tavern cannot be taken: there is no place for it in your glen."),
        ("iona", "Iona Abbey cannot be taken: it is still in its stack."),
        ("mey", "Castle of Mey cannot be taken: it has left the game."),
        ("quarry3", "Quarry cannot be taken: it lies in the glen of Player 2."),
    ],
)
def test_explain_takes_the_name_of_a_tile(tile: str, reason: str) -> None:
    position = table(seat(), seat("quarry3 .\nforest2 home*"), ring="forest1 tavern1", gone=["mey"])
    assert position.explain(tile) == reason
    assert position.explain(tile.upper()) == reason
    if tile != "forest1":
        with pytest.raises(IllegalAction) as refused:
            position.play(f"take:{tile}")
        assert f"take:{tile} is not legal now: {reason} Legal are " in str(refused.value)


def test_explain_refuses_a_name_that_is_not_a_tile() -> None:
    for about in ("home", "castle", ""):
        with pytest.raises(StramashError, match="not a tile of the stacks: tiles are like"):
            table().explain(about)


def test_an_illegal_move_says_why() -> None:
    position = table(ring="forest1 meadow1")
    with pytest.raises(IllegalAction, match=r"A tile leaves the game only if none can be taken\. Legal are"):
        position.play("remove:forest1")
    play(position, "take:forest1")
    assert position.explain("forest1") == "Forest is the tile taken this turn."
    with pytest.raises(IllegalAction, match=r"You have moved already this turn\. Legal are place:home"):
        position.play("take:meadow1")
    with pytest.raises(IllegalAction, match="crown:home is not legal now: legal are"):
        position.play("crown:home")


def test_the_table_of_tiles_says_what_is_printed() -> None:
    tiles = stramash.load("glen-more").components
    assert len(tiles) == 68
    assert tiles["moil"] == {
        "number": 26,
        "kind": "castle",
        "stack": 1,
        "border": "gray",
        "river": False,
        "road": False,
        "cost": {"wood": 1, "stone": 1, "grain": 1},
        "brings": {"members": 1, "whisky": 1},
        "location": True,
        "tams": 1,
    }
    assert (tiles["tavern1"]["cost"], tiles["home"]["stack"]) == ({"whisky": 1}, None)


def test_what_the_die_counts_is_chosen_only_where_there_is_one() -> None:
    for players in (2, 3):
        assert stramash.load("glen-more", players=players, die="spaces").options == {"die": "spaces"}
    for players in (4, 5):
        with pytest.raises(BadOption, match=f"is not possible with {players} players: choose tiles"):
            stramash.load("glen-more", players=players, die="spaces")
        assert restore("glen-more", players, {"die": "spaces"}).options == {"die": "spaces"}


def test_a_tile_is_named_by_its_name_its_handle_or_an_action() -> None:
    position = stramash.load("glen-more", players=4).deal(0)
    told = position.explain("forest1")
    assert told.startswith("Forest ")
    assert position.explain("5") == position.explain(5)
    assert {position.explain(about) for about in ("tile:forest1", "take:forest1", " Forest1 ")} == {told}
