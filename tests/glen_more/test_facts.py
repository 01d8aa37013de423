"""Facts: what they say agrees with what the rules allow."""

from __future__ import annotations

import random

import pytest

import stramash
from stramash import StramashError
from tests.glen_more import oracle
from tests.glen_more.table import KINDS, moves, play, seat, table


def offer(position: stramash.Position, name: str) -> dict[str, object]:
    found: dict[str, object] = next(e for e in position.view(0).facts["ring"] if e["tile"] == name)
    return found


def test_a_tile_that_lacks_a_stone_says_what_it_costs_at_the_warehouse() -> None:
    position = table(seat("forest2 home*", coins=6), ring="distillery1", warehouse={"stone": 1})
    told = offer(position, "distillery1")
    assert told["can_take"] is True
    assert (told["verdict"], told["coins"], told["missing"]) == ("buy", 2, {"stone": 1})
    assert told["text"] == "Distillery needs 1 stone: 2 coins at the warehouse."


@pytest.mark.parametrize(
    ("picture", "holding", "rows", "tile", "verdict"),
    [
        ("forest2 home*", {}, {}, "meadow2", "free"),
        ("forest2:1 home*", {}, {}, "smallfair1", "held"),
        ("forest2 home*", {"coins": 0}, {}, "smallfair1", "too dear"),
        ("forest2 home*", {}, {"wood": 3}, "smallfair1", "row full"),
        ("forest2 home*", {}, {}, "tavern1", "no whisky"),
        ("home*", {}, {}, "meadow2", "no place"),
        ("home*", {}, {}, "ness", "no member"),
        ("home*", {"chieftains": 1}, {}, "ness", "special"),
        ("forest2:3 home*", {"coins": 0}, {"wood": 2}, "distillery1", "sell first"),
        ("home*", {"coins": 0}, {}, "oich", "too dear"),
        ("home*", {"coins": 6}, {}, "oich", "buy"),
        ("forest2:1 quarry1:1 home*", {"coins": 0}, {}, "oich", "held"),
        ("forest2:1 home*", {"coins": 0}, {"wood": 3}, "oich", "sell first"),
        ("home*", {}, dict.fromkeys(KINDS, 3), "oich", "row full"),
    ],
)
def test_the_reason_why_a_tile_can_or_cannot_be_taken(
    picture: str, holding: dict[str, int], rows: dict[str, int], tile: str, verdict: str
) -> None:
    position = table(seat(picture, **holding), ring=tile, warehouse=rows)
    told = offer(position, tile)
    assert told["verdict"] == verdict
    assert told["can_take"] is (f"take:{tile}" in moves(position))


def test_facts_agree_with_what_is_legal_in_random_games() -> None:
    for players in (2, 4):
        for seed in range(3):
            dice = random.Random(seed)
            position = stramash.load("glen-more", players=players).deal(seed)
            while not position.over:
                if position.to_dict()["phase"] == "moving":
                    facts = position.view(position.player).facts
                    can = {entry["tile"] for entry in facts["ring"] if entry["can_take"]}
                    assert can == {text.removeprefix("take:") for text in moves(position, "take:")}
                    assert all(entry["now"] is entry["can_take"] for entry in facts["ring"])
                    assert [entry["ahead"] for entry in facts["ring"]] == sorted(
                        e["ahead"] for e in facts["ring"]
                    )
                if position.to_dict()["phase"] == "placing":
                    facts = position.view(position.player).facts
                    (places,) = facts["places"].values()
                    assert {entry["place"] for entry in places} == {
                        text.removeprefix("place:") for text in moves(position, "place:")
                    }
                position.play(dice.choice(position.legal))


def test_what_a_place_would_activate_is_what_it_activates() -> None:
    asked = []
    for seed in range(8):
        dice = random.Random(seed)
        position = stramash.load("glen-more", players=3).deal(seed)
        while not position.over:
            told = position.to_dict()
            if told["phase"] != "placing":
                position.play(dice.choice(position.legal))
                continue
            (places,) = position.view(position.player).facts["places"].values()
            chosen = dice.choice(places)
            position.play(f"place:{chosen['place']}")
            while position.to_dict()["phase"] == "paying":
                position.play(dice.choice(position.legal))
            display = position.to_dict()["seats"][told["player"]]["display"]
            woken = {e["tile"] for e in display if e["activity"] != "idle" and e["tile"] != told["taken"]}
            assert woken == set(chosen["activates"])
            asked.append(told["taken"])
    assert {"oich", "lochy"} <= set(asked)


def test_loch_oich_activates_everything_wherever_it_lies_and_no_other_river_tile_does() -> None:
    position = table(seat("field1 quarry1 home*", coins=9), ring="meadow1 oich")
    facts = position.view(0).facts
    assert {entry["tile"]: entry["sort"] for entry in facts["ring"][:2]} == {
        "meadow1": "river",
        "oich": "oich",
    }
    assert all(entry["activates"] == ["quarry1", "home"] for entry in facts["places"]["river"])
    assert all(entry["activates"] == ["quarry1", "field1", "home"] for entry in facts["places"]["oich"])
    play(position, "take:oich")
    choices = [position.describe(action) for action in position.legal]
    assert choices[0].endswith("beside Quarry (1 west), Wheat field (2 west), Starting village")


def test_the_standings_are_what_a_scoring_now_would_give() -> None:
    for seed in range(4):
        dice = random.Random(seed)
        position = stramash.load("glen-more", players=4).deal(seed)
        while not position.over:
            told, facts = position.to_dict(), position.view(0).facts
            assert [entry["have"] for entry in facts["standings"]] == oracle.standings(told)
            points = [sum(entry["points"][other] for entry in facts["standings"]) for other in range(4)]
            assert points == oracle.scoring(told)
            final = oracle.final_scoring(told)
            assert facts["end"]["if_it_ended_now"] == [
                score + scored + last
                for score, scored, last in zip(position.scores, points, final, strict=True)
            ]
            position.play(dice.choice(position.legal))
        assert position.view(0).facts["end"]["if_it_ended_now"] == position.scores


def test_tiles_over_the_fewest_cost_three_points_each() -> None:
    facts = table(seat("home* quarry1 field1"), seat(), seat("home* forest2"), seat()).view(0).facts
    assert facts["tiles"]["over"] == [2, 0, 1, 0]
    assert facts["tiles"]["cost"] == [6, 0, 3, 0]
    assert facts["tiles"]["text"] == "You have 3 tiles, 2 more than the fewest: 6 points less at the end."


def test_explain_says_why_a_tile_given_by_its_distance_can_be_taken() -> None:
    position = table(ring="forest1 tavern1")
    assert position.explain(4) == "Forest costs nothing."
    assert "there is no place" in position.explain(5)
    assert "Bosque" in position.explain(4, "es")
    with pytest.raises(StramashError, match="tiles lie 4, 5"):
        position.explain(1)


def test_what_is_missing_is_not_counted_as_sellable() -> None:
    """A wood that the tile needs cannot be sold to pay for its stone."""
    position = table(seat("forest2:1 home*", coins=0), ring="armadale", warehouse={"wood": 3, "stone": 1})
    told = offer(position, "armadale")
    assert told["verdict"] == "too dear"
    assert "0 can be raised" in str(told["text"])


def test_a_choice_of_place_says_what_lies_beside_it() -> None:
    position = table(seat("forest2 home*"), ring="meadow1")
    play(position, "take:meadow1")
    action = position.parse("place:home-n")
    assert position.describe(action) == (
        "Place Meadow north of Starting village, beside Forest (1 west), Starting village"
    )


def test_loch_oich_names_the_cheapest_pair_to_buy() -> None:
    rows = {"wood": 2, "stone": 0, "sheep": 3, "cattle": 1, "grain": 2}
    told = offer(table(seat(coins=6), ring="oich", warehouse=rows), "oich")
    assert (told["missing"], told["coins"]) == ({"stone": 1, "cattle": 1}, 3)
    assert told["text"] == (
        "Loch Oich needs any two different resources (cheapest to buy: 1 stone, 1 cattle):"
        " 3 coins at the warehouse."
    )
    held = offer(table(seat("forest2:1 home*", coins=6), ring="oich", warehouse=rows), "oich")
    assert (held["missing"], held["coins"]) == ({"stone": 1}, 1)


def test_loch_oich_is_paid_by_what_sells_for_more_than_it_costs_to_do_without() -> None:
    """Wood sells for three coins, and two other resources cost three: with no coin, the wood is sold."""
    rows = {"wood": 3, "stone": 0, "sheep": 1, "cattle": 1, "grain": 1}
    position = table(seat("forest2:1 home*", coins=0), ring="oich", warehouse=rows)
    told = offer(position, "oich")
    assert (told["verdict"], told["missing"], told["coins"]) == ("sell first", {"stone": 1, "sheep": 1}, 3)
    assert "take:oich" in moves(position)


def test_tiles_behind_a_waiting_seats_own_figure_will_be_gone() -> None:
    names = ". forest1 . meadow1 . quarry1 . field1 pasture1 quarry2 forest2 lochy sheepbutcher ."
    track = [None if name == "." else name for name in names.split()]
    position = table(track=track, figures=[0, 2, 4, 6])
    for asking, behind in ((0, 0), (1, 1), (2, 2), (3, 3)):
        ring = position.view(asking).facts["ring"]
        assert [entry["verdict"] == "behind you" for entry in ring] == [
            place < behind for place in range(len(ring))
        ]
        assert not any(entry["can_take"] for entry in ring[:behind])
        assert any(entry["can_take"] for entry in ring[behind:])
        assert any(entry["now"] for entry in ring) is (asking == 0)
    assert "will be gone" in position.explain(1, seat=1)
    assert position.explain(1, seat=0) == "Forest costs nothing."


def test_nothing_can_be_taken_now_once_the_move_is_made() -> None:
    position = table(ring="forest1 meadow1")
    assert offer(position, "meadow1")["now"] is True
    play(position, "take:forest1")
    assert offer(position, "meadow1")["can_take"] is True
    assert offer(position, "meadow1")["now"] is False


def test_a_full_row_names_only_what_the_warehouse_has_not() -> None:
    told = offer(table(seat("forest2 home*"), ring="moil", warehouse={"stone": 3}), "moil")
    assert (told["verdict"], told["coins"]) == ("row full", None)
    assert told["missing"] == {"wood": 1, "stone": 1, "grain": 1}
    assert told["text"] == ("Castle Moil cannot be taken: it needs 1 stone, and the warehouse has none left.")


def test_the_last_clan_member_cannot_pay_for_loch_ness() -> None:
    assert table(ring="ness").explain(4) == (
        "Loch Ness cannot be taken: it needs a clan member or a chieftain,"
        " and the last clan member cannot pay."
    )


def test_the_keys_of_facts_are_the_same_in_every_language() -> None:
    view = table(seat("forest2 home*"), ring="armadale").view(0)
    missing = [view.describe_facts(locale)["ring"][0]["missing"] for locale in ("en", "es", "fr")]
    assert missing == [{"wood": 1, "stone": 1}] * 3


def test_one_tile_is_said_in_the_singular() -> None:
    view = table().view(0)
    assert [view.describe_facts(locale)["tiles"]["text"] for locale in ("en", "es", "fr")] == [
        "You have 1 tile: nobody has fewer.",
        "Tienes 1 loseta: nadie tiene menos.",
        "Vous avez 1 tuile\u202f: personne n’en a moins.",
    ]


def test_a_choice_of_tile_says_how_far_ahead_it_lies_and_what_it_costs() -> None:
    position = table(seat("forest2 home*"), ring="village2 village1 distillery1")
    told = {position.notation(action): position.describe(action) for action in position.legal}
    assert told["take:village2"] == "Take Village (4 ahead): 1 stone"
    assert told["take:village1"] == "Take Village (5 ahead)"
    assert (
        position.describe(position.parse("take:village2"), "fr")
        == "Prendre Village (4 plus loin)\u202f: 1 pierre"
    )


def test_the_log_tells_what_a_conversion_brought() -> None:
    position = table(seat("field1:1 forest2:1 home* quarry1:1"), ring="sheepbutcher smallfair1")
    play(position, "take:smallfair1", "place:forest2-n", "pay:forest2", "use:smallfair1")
    play(position, "pay:field1")
    assert "point" not in position.log()[-1]
    play(position, "pay:quarry1")
    assert "point" not in position.log()[-1]
    whole = position.copy()
    play(position, "done")
    assert position.log()[-1].endswith("stops handing in: 3 points")
    play(whole, "buy:sheep")
    assert whole.log()[-1].endswith("buys sheep for 1 coin: 5 points")
