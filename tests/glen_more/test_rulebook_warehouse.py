"""The warehouse and paying."""

from __future__ import annotations

import itertools
import random

from stramash.games.glen_more.rules.paying import can_hand_in_any, can_hand_in_different, can_pay
from stramash.games.glen_more.rules.warehouse import price_to_hand_in, purse
from tests.glen_more import oracle
from tests.glen_more.table import cubes, holdings, moves, play, seat, table, tile_of


def test_buying_costs_the_cheapest_open_space() -> None:
    position = table(seat("forest2 home*", coins=6), ring="smallfair1", warehouse={"wood": 1})
    play(position, "take:smallfair1", "place:forest2-n", "buy:wood")
    assert holdings(position)["coins"] == 4
    assert position.to_dict()["warehouse"]["wood"] == 2


def test_a_full_row_sells_nothing_to_players() -> None:
    position = table(seat("forest2 home*", coins=20), ring="smallfair1 forest1", warehouse={"wood": 3})
    assert "take:smallfair1" not in moves(position)


def test_selling_brings_the_coins_of_the_dearest_filled_space() -> None:
    position = table(seat("forest2:3 home*", coins=0), warehouse={"wood": 3})
    for coins, left in ((3, 2), (5, 1), (6, 0)):
        play(position, "sell:forest2")
        assert holdings(position)["coins"] == coins
        assert position.to_dict()["warehouse"]["wood"] == left
    assert cubes(position) == {}


def test_a_row_without_coins_buys_nothing() -> None:
    position = table(seat("forest2:1 home*"))
    assert moves(position, "sell:") == []


def test_one_may_sell_at_any_time_in_ones_turn() -> None:
    position = table(
        seat(
            """
            .          lochy:wood+wood
            forest2:3  home*
            """,
            coins=9,
        ),
        ring="village4 smallfair1",
        warehouse={"wood": 3},
    )
    assert set(moves(position, "sell:")) == {"sell:forest2", "sell:lochy-wood"}
    play(position, "take:smallfair1")
    assert "sell:forest2" in moves(position)  # while placing
    play(position, "place:forest2-n")
    assert "sell:lochy-wood" in moves(position)  # while paying
    play(position, "pay:forest2")
    assert "sell:forest2" in moves(position)  # while activating
    play(position, "use:smallfair1")
    assert "sell:forest2" in moves(position)  # while handing in
    play(position, "pay:forest2", "done", "done")
    assert position.to_dict()["phase"] == "ending"
    assert "sell:lochy-wood" in moves(position)  # at the end


def test_buying_is_allowed_only_to_cover_a_cost() -> None:
    position = table(seat(coins=20), ring="forest1")
    assert moves(position, "buy:") == []
    play(position, "take:forest1")
    assert moves(position, "buy:") == []
    play(position, "place:home-n")
    assert moves(position, "buy:") == []


def test_whisky_is_never_bought_or_sold() -> None:
    position = table(seat("forest2 home*", coins=50, whisky=0), ring="tavern1 forest1", warehouse={"wood": 3})
    assert "take:tavern1" not in moves(position)
    rich = table(seat("forest2 home*", whisky=5), ring="tavern1", warehouse={"wood": 3})
    assert moves(rich, "sell:") == []


def test_cubes_are_paid_from_any_tile_of_ones_choice() -> None:
    glen = """
        .          lochy:wood
        forest2:1  home*
    """
    position = table(seat(glen, coins=0), ring="smallfair1")
    play(position, "take:smallfair1", "place:forest2-n")
    assert set(moves(position)) == {"pay:forest2", "pay:lochy-wood"}
    play(position, "pay:lochy-wood")
    assert cubes(position) == {"wood": 1}
    assert tile_of(position, "forest2")["cubes"] == {"wood": 1}


def test_one_may_buy_though_one_holds_such_a_cube() -> None:
    position = table(seat("forest2:1 home*", coins=1), ring="smallfair1")
    play(position, "take:smallfair1", "place:forest2-n", "buy:wood")
    assert cubes(position) == {"wood": 1}
    assert holdings(position)["coins"] == 0


def test_a_tile_counts_as_payable_if_selling_raises_the_coins() -> None:
    # 1 stone costs 2 coins; there is 1 coin, and a sheep sells for 1
    glen = """
        .        meadow1:1*
        forest2  home
    """
    position = table(seat(glen, coins=1), ring="distillery1", warehouse={"stone": 1, "sheep": 1})
    assert "take:distillery1" in moves(position)
    play(position, "take:distillery1", "place:meadow1-e")
    assert moves(position) == ["sell:meadow1"]  # buying comes after selling
    play(position, "sell:meadow1", "buy:stone")
    assert holdings(position)["coins"] == 0
    poor = table(seat(glen, coins=0), ring="distillery1", warehouse={"stone": 1, "sheep": 1})
    assert "take:distillery1" not in moves(poor)


def test_whisky_costs_are_paid_with_a_barrel() -> None:
    position = table(seat("forest2 home*", whisky=2), ring="tavern1")
    play(position, "take:tavern1", "place:forest2-n")
    assert holdings(position)["whisky"] == 1
    assert position.to_dict()["phase"] == "activating"


def test_a_windfall_never_helps_to_pay_its_own_tile() -> None:
    # Armadale gives three coins, but only once its wood and stone are paid
    position = table(seat("forest2 home*", coins=1), ring="armadale forest1")
    assert "take:armadale" not in moves(position)
    paid = table(seat("forest2 home*", coins=2), ring="armadale")
    play(paid, "take:armadale", "place:forest2-n", "buy:wood", "buy:stone")
    assert holdings(paid)["coins"] == 3


def test_a_step_after_which_the_rest_cannot_be_paid_is_not_legal() -> None:
    # Loch Oich takes two different resources: with no coins, any first step must leave another kind
    glen = """
        .          forest1:2  .
        forest2:1  home*      field1:1
    """
    position = table(seat(glen, coins=0), ring="oich")
    play(position, "take:oich", "place:home-s")
    assert set(moves(position)) == {"pay:forest1", "pay:forest2", "pay:field1"}
    play(position, "pay:forest1")
    assert moves(position) == ["pay:field1"]  # not wood again
    tight = table(
        seat(glen.replace(":1", "").replace(":2", ":1"), coins=1), ring="oich", warehouse={"stone": 1}
    )
    play(tight, "take:oich", "place:home-s")
    # a wood and one coin: the coin buys sheep, cattle or grain; stone would cost two
    assert set(moves(tight)) == {"pay:forest1", "buy:wood", "buy:sheep", "buy:cattle", "buy:grain"}
    play(tight, "buy:wood")
    assert moves(tight) == ["sell:forest1"]  # the wood brings the coin back that the other one needs
    play(tight, "sell:forest1")
    assert set(moves(tight)) == {"buy:sheep", "buy:cattle", "buy:grain"}


def test_a_dear_resource_is_not_offered_where_the_rest_could_then_not_be_paid() -> None:
    rows = {"wood": 2}  # wood costs 3, everything else 1
    oich = table(seat("home* field1", coins=3), ring="oich", warehouse=rows)
    play(oich, "take:oich", "place:home-n")
    assert set(moves(oich)) == {"buy:stone", "buy:sheep", "buy:cattle", "buy:grain"}
    grocer = table(seat("forest2 home*", coins=4), ring="grocer", warehouse=rows)
    play(grocer, "take:grocer", "place:forest2-n", "buy:stone", "use:grocer")
    # three coins are left: two of them pay for the next stone, and that leaves one
    assert set(moves(grocer)) == {"buy:sheep", "buy:cattle", "buy:grain"}
    play(grocer, "buy:sheep")
    assert set(moves(grocer)) == {"buy:cattle", "buy:grain"}
    play(grocer, "buy:cattle")
    assert set(moves(grocer)) == {"buy:grain"}
    play(grocer, "buy:grain")
    assert holdings(grocer)["points"] == 8


def test_bought_resources_are_handed_in_at_once() -> None:
    position = table(seat("forest2 home*", coins=6), ring="smallfair1")
    play(position, "take:smallfair1", "place:forest2-n", "buy:wood")
    assert cubes(position) == {}
    assert position.to_dict()["phase"] == "activating"


def test_what_can_be_paid_is_what_trying_everything_finds() -> None:
    """The purse against the oracle, on thousands of holdings, rows and costs."""
    dice = random.Random(7)
    position = table(players=5)
    state = position.state.copy()
    for _ in range(4000):
        have = tuple(dice.choice((0, 0, 0, 1, 1, 2, 3)) for _ in range(5))
        rows = tuple(dice.randrange(4) for _ in range(5))
        coins = dice.choice((0, 0, 1, 2, 3, 4, 6))
        state.stock[0], state.warehouse[:], state.coins[0] = have, rows, coins
        most = int(purse(state, 0))
        kinds = dice.sample(range(5), dice.randrange(1, 4))
        price = sum(int(price_to_hand_in(state, 0, kind, 1)) for kind in kinds)
        assert (price <= most) is oracle.payable(have, rows, coins, oracle.due_of(*kinds))
        pairs = [oracle.due_of(*pair) for pair in itertools.combinations(range(5), 2)]
        assert bool(can_hand_in_different(state, 0, -1)) is any(
            oracle.payable(have, rows, coins, due) for due in pairs
        )
        first, count = dice.randrange(5), dice.randrange(1, 4)
        bundles = itertools.combinations_with_replacement(range(5), count - 1)
        assert bool(can_hand_in_any(state, 0, first, count)) is any(
            oracle.payable(have, rows, coins, oracle.due_of(first, *rest)) for rest in bundles
        )


def test_the_price_of_every_tile_is_what_trying_everything_finds() -> None:
    dice = random.Random(8)
    state = table(players=5).state.copy()
    for _ in range(600):
        have = tuple(dice.choice((0, 0, 1, 2)) for _ in range(5))
        rows = tuple(dice.randrange(4) for _ in range(5))
        coins = dice.randrange(6)
        state.stock[0], state.warehouse[:], state.coins[0] = have, rows, coins
        most = int(purse(state, 0))
        for number, name in enumerate(oracle.printed()):
            cost = oracle.printed()[name]["cost"]
            if number < 67 and not set(cost) - set(oracle.KINDS):
                due = tuple(cost.get(kind, 0) for kind in oracle.KINDS)
                assert bool(can_pay(state, 0, number, most)) is oracle.payable(have, rows, coins, due)
