"""What a page shows of Glen More: the pieces it arranges, prices, the ledger, the cover."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from xml.etree import ElementTree as ET

import pytest

from stramash import Position
from stramash.core.words import LOCALES
from stramash.draw import Sheet
from stramash.games.glen_more.art.ring import draw_ring
from stramash.games.glen_more.art.scene import Scene
from tests.glen_more.table import play, seat, table
from tests.glen_more.test_art import classes, positions

NAMES = ["Ailsa", "Bruce", "Catriona", "Donald", "Effie"]


def pieces(
    position: Position, asking: int | None = 0, *, narrow: bool = False, locale: str = "en"
) -> list[ET.Element]:
    """Return the pieces as a page gets them, read as XML."""
    drawn = position.view(asking).pieces(NAMES[: position.game.players], locale, narrow=narrow)
    return [ET.fromstring(piece) for piece in drawn.values() if piece]


def texts(position: Position, locale: str = "en") -> list[str]:
    """Return everything that is written on the pieces."""
    roots = pieces(position, locale=locale)
    return [node.text or "" for root in roots for node in root.iter() if node.tag.endswith("text")]


def ring_tile(position: Position, name: str) -> ET.Element:
    """Return the drawing of a tile of the ring, as seat 0 sees it."""
    view = position.view(0)
    root = ET.fromstring(f"<g>{draw_ring(Scene(Sheet('gm'), view.state, 0, view.game.translator('en')))}</g>")
    return next(node for node in root.iter() if node.get("data-tile") == name)


def said_on(node: ET.Element) -> set[str | None]:
    return {text.text for text in node.iter() if text.tag == "text"}


@pytest.mark.parametrize("narrow", [False, True])
def test_pieces_show_everything_that_can_be_touched_but_what_is_a_button(*, narrow: bool) -> None:
    buttons = ("done", "fill", "crown", "chieftain", "gain")
    for position in positions(every=3, players=(3, 5)):
        if position.over:
            continue
        wanted = {
            handle
            for action in position.legal
            for handle in position.game.handles(action)
            if handle.partition(":")[0] not in buttons
        }
        lit = {
            node.get("data-handle")
            for root in pieces(position, position.player, narrow=narrow)
            for node in root.iter()
            if "legal" in classes(node)
        }
        assert lit == wanted


@pytest.mark.parametrize("narrow", [False, True])
def test_pieces_of_one_page_share_no_id_and_refer_to_what_is_there(*, narrow: bool) -> None:
    for position in positions(every=60):
        roots = pieces(position, narrow=narrow)
        ids = Counter(value for root in roots for node in root.iter() if (value := node.get("id")))
        assert max(ids.values()) == 1
        drawn = position.view(0).pieces(NAMES[: position.game.players], narrow=narrow).values()
        assert {name for piece in drawn for name in re.findall(r'(?:url\(#|href="#)([\w-]+)', piece)} <= set(
            ids
        )


@pytest.mark.parametrize("narrow", [False, True])
def test_every_thing_that_glides_has_a_name_of_its_own(*, narrow: bool) -> None:
    for position in positions(every=60):
        names = Counter(
            name
            for root in pieces(position, narrow=narrow)
            for node in root.iter()
            if (name := node.get("data-card"))
        )
        assert max(names.values()) == 1
        assert {f"figure-{one}" for one in range(position.game.players)} <= set(names)


def test_a_phone_gets_pieces_of_one_width_and_the_others_below() -> None:
    for position in positions(every=80):
        drawn = position.view(0).pieces(NAMES[: position.game.players], narrow=True)
        boxes = [ET.fromstring(drawn[name]).get("viewBox", "").split() for name in ("board", "hand", "panel")]
        assert {box[2] for box in boxes} == {"440"}
        assert not position.view(0).pieces(NAMES[: position.game.players], narrow=False)["panel"]


@pytest.mark.parametrize("locale", LOCALES)
def test_pieces_are_drawn_in_every_language(locale: str) -> None:
    words = {"en": "Warehouse", "es": "Almacén", "fr": "Entrepôt"}
    assert words[locale] in texts(table(ring="forest1"), locale=locale)


# --- Prices --------------------------------------------------------------------------------------------


def test_a_tile_of_the_ring_shows_what_it_costs_at_the_warehouse_now() -> None:
    position = table(seat("home*", coins=6), ring="village2 forest1", warehouse={"stone": 1})
    assert "2" in said_on(ring_tile(position, "village2"))
    assert said_on(ring_tile(position, "forest1")) == {"Forest"}


def test_the_price_on_a_tile_rises_with_what_is_bought() -> None:
    for filled, price in ((0, "1"), (1, "2"), (2, "3")):
        position = table(seat("home*", coins=6), ring="village2", warehouse={"stone": filled})
        assert price in said_on(ring_tile(position, "village2"))


def test_a_tile_that_can_be_paid_with_cubes_has_a_tick_and_no_price() -> None:
    position = table(seat("quarry1:1 home*", coins=6), ring="village3", warehouse={"stone": 1})
    tile = ring_tile(position, "village3")
    assert said_on(tile) == {"Village"}
    assert any(path.get("stroke") == "#2c5c22" for path in tile.iter("path"))


def test_a_tile_out_of_reach_is_veiled() -> None:
    position = table(seat("home*", coins=0), ring="village2 forest1")

    def veiled(name: str) -> bool:
        return any("veil" in classes(node) for node in ring_tile(position, name).iter("rect"))

    assert veiled("village2")
    assert not veiled("forest1")


def test_a_spectator_is_shown_no_prices() -> None:
    position = table(seat("home*", coins=6), ring="village2", warehouse={"stone": 1})
    view = position.view(None)
    root = ET.fromstring(
        f"<g>{draw_ring(Scene(Sheet('gm'), view.state, -1, view.game.translator('en')))}</g>"
    )
    tile = next(node for node in root.iter() if node.get("data-tile") == "village2")
    assert said_on(tile) == {"Village"}


def test_the_warehouse_says_what_a_resource_costs_and_brings() -> None:
    position = table(seat("home*"), ring="forest1", warehouse={"wood": 0, "stone": 2, "grain": 3})
    said = {entry["warehouse"]: entry["text"] for entry in position.view(0).facts["warehouse"]}
    assert said["wood"] == "wood: buy for 1, cannot be sold"
    assert said["stone"] == "stone: buy for 3, sell for 2"
    assert said["grain"] == "grain: none to buy, sell for 3"


# --- Places ----------------------------------------------------------------------------------------------


def test_a_place_shows_an_icon_for_each_tile_that_it_would_activate() -> None:
    position = play(table(seat(". forest1\nquarry1 home*"), ring="meadow2"), "take:meadow2")
    facts = {
        entry["place"]: entry for entries in position.view(0).facts["places"].values() for entry in entries
    }
    slots = {
        (node.get("data-handle") or "").removeprefix("place:"): [
            use for use in node.iter() if use.tag.endswith("use")
        ]
        for root in pieces(position)
        for node in root.iter()
        if "place" in classes(node)
    }
    assert set(slots) == set(facts)
    assert {place: len(icons) for place, icons in slots.items()} == {
        place: len(entry["activates"]) for place, entry in facts.items()
    }
    assert len(slots["quarry1-n"]) == 3


def test_places_of_the_tile_in_hand_are_told_by_their_handles() -> None:
    position = play(table(seat("home*"), ring="meadow1"), "take:meadow1")
    assert {entry["place"] for entry in position.view(0).facts["here"]} == {"home-n", "home-s"}
    assert position.view(1).facts["here"] == []


# --- The ledger ------------------------------------------------------------------------------------------


def test_the_ledger_shows_what_a_scoring_now_would_bring_and_what_tiles_cost() -> None:
    position = table(
        seat("quarry1 home*", whisky=4), seat(whisky=1), seat(whisky=0), players=3, ring="forest1"
    )
    shown = texts(position)
    assert "+5" in shown, "four barrels more than the fewest"
    assert "+1" in shown
    assert "−3" in shown, "one tile more than the fewest"


def test_the_ledger_says_how_many_tiles_come_before_the_next_scoring() -> None:
    for position in positions(every=45):
        facts, told = position.view(0).facts, position.to_dict()
        left = [len(stack) for stack in told["stacks"]]
        if told["scorings"] == 3:
            assert facts["until_scoring"] is None
        else:
            assert facts["until_scoring"] == sum(left[: told["scorings"] + 2])
            assert any(f"after {facts['until_scoring']} more" in text for text in texts(position))


def test_standing_is_points_so_far() -> None:
    position = table(seat(points=1), seat(points=12), ring="forest1")
    assert position.view(0).standing(0) == ["1 point"]
    assert position.view(None).standing(1, "fr") == ["12 points"]


# --- Facts in words --------------------------------------------------------------------------------------


def test_every_tile_of_the_ring_and_of_ones_own_is_told_about() -> None:
    position = table(seat("home* field1"), ring="iona smallfair1 forest1")
    said = {entry["tile"]: entry["text"] for entry in position.view(0).facts["about"]}
    assert "When activated: up to 3 different resources, 1, 3, 5 points." in said["smallfair1"]
    assert said["iona"].endswith("At the end: 2 points for each of your yellow tiles.")
    assert said["field1"] == "Wheat field (1 east). When activated: 1 grain."
    assert "home" in said


@pytest.mark.parametrize(("locale", "said"), [("en", "2 sheep"), ("es", "2 ovejas"), ("fr", "2 moutons")])
def test_amounts_are_said_in_the_plural(locale: str, said: str) -> None:
    position = table(seat("sheepbutcher* meadow1:2\n. home*", coins=0), ring="pasture2")
    play(position, "take:pasture2", "place:sheepbutcher-n", "use:sheepbutcher")
    assert said in position.prompt(locale)


def test_the_end_of_a_turn_mentions_selling_only_if_something_can_be_sold() -> None:
    for filled, said in ((1, "End your turn; you may still sell."), (0, "End your turn.")):
        position = table(seat("home field1 forest2:1*"), ring="meadow2", warehouse={"wood": filled})
        play(position, "take:meadow2", "place:forest2-n", "done")
        assert position.prompt() == said


# --- The cover -------------------------------------------------------------------------------------------


def test_the_cover_needs_no_compiled_rules() -> None:
    code = (
        "import stramash\n"
        "game = stramash.load('glen-more'); picture = game.cover(game.translator('fr'))\n"
        "assert picture.startswith('<svg') and 'Forêt' in picture\n"
        "rules = [getattr(game.rules, name) for name in game.rules.signatures()]\n"
        "assert not any(getattr(rule, 'signatures', ()) for rule in rules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=240)
