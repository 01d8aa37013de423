"""The picture of the table: what it shows and what can be touched in it."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest

import stramash
from stramash import Position
from stramash.core.words import LOCALES
from stramash.games.glen_more.art import draw_table
from stramash.games.glen_more.rules import components as c
from tests.glen_more.table import play, seat, table


def positions(every: int, players: tuple[int, ...] = (2, 3, 5)) -> Iterator[Position]:
    """Positions of random games, few sales, to the end."""
    for count in players:
        position = stramash.load("glen-more", players=count).deal(seed=count)
        dice = random.Random(count)
        for ply in range(2000):
            if ply % every == 0 or position.over:
                yield position.copy()
            if position.over:
                break
            worthy = [action for action in position.legal if not position.notation(action).startswith("sell")]
            position.play(dice.choice(worthy or position.legal))


def root_of(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def classes(node: ET.Element) -> list[str]:
    return (node.get("class") or "").split()


def legal_handles(svg: str) -> set[str | None]:
    return {node.get("data-handle") for node in root_of(svg).iter() if "legal" in classes(node)}


def test_a_picture_is_well_formed_and_named_and_its_ids_are_unique() -> None:
    for position in positions(every=23):
        for seat_or_none in (None, 0, 1):
            root = root_of(position.svg(seat_or_none))
            assert (root.get("aria-label") or "").startswith("Glen More. ")
            ids = Counter(value for node in root.iter() if (value := node.get("id")))
            assert max(ids.values()) == 1
            assert all(value.startswith("gm-") for value in ids)


def test_every_reference_leads_somewhere() -> None:
    for position in positions(every=50):
        svg = position.svg(0)
        ids = {node.get("id") for node in root_of(svg).iter()}
        assert set(re.findall(r'(?:url\(#|href="#)([\w-]+)', svg)) <= ids


def test_every_legal_handle_of_the_player_to_act_is_there_and_gold_and_nothing_else_is() -> None:
    seen: set[str] = set()
    for position in positions(every=2, players=(3, 5)):
        if position.over:
            continue
        expected = {handle for action in position.legal for handle in position.game.handles(action)}
        assert legal_handles(position.svg(position.player)) == expected
        seen |= {handle.partition(":")[0] for handle in expected}
    assert {"tile", "place", "cube", "warehouse", "sell", "move", "crown", "done"} <= seen


@pytest.mark.parametrize(
    ("picture", "ring", "moves", "handles"),
    [
        ("home*", "lochy", ["take:lochy", "place:home-n"], {"gain:wood", "gain:grain"}),
        ("home* field1", "shiel", ["take:shiel", "place:home-n"], {"fill"}),
        (
            "home* village1*",
            "ness",
            ["take:ness", "place:home-n"],
            {"tile:home", "tile:village1", "chieftain"},
        ),
    ],
)
def test_rare_choices_can_be_touched_too(
    picture: str, ring: str, moves: list[str], handles: set[str]
) -> None:
    position = play(table(seat(picture, chieftains=1), ring=ring), *moves)
    assert handles <= legal_handles(position.svg(0))


def test_what_is_gold_has_an_edge_to_show_it() -> None:
    for position in positions(every=9, players=(4,)):
        if position.over:
            continue
        for node in root_of(position.svg(position.player)).iter():
            if "legal" in classes(node):
                assert any("edge" in classes(child) for child in node), node.get("data-handle")


def test_nothing_is_gold_for_others() -> None:
    for position in positions(every=19):
        for seat_or_none in (None, 0, 1):
            if seat_or_none is None or seat_or_none != position.player:
                assert legal_handles(position.svg(seat_or_none)) == set()


def test_every_tile_on_the_table_is_drawn_once() -> None:
    for position in positions(every=31):
        told = position.to_dict()
        shown = Counter(tile for tile in told["track"] if tile)
        shown.update(entry["tile"] for one in told["seats"] for entry in one["display"])
        if told["phase"] == "placing":
            shown[told["taken"]] += 1
        drawn = Counter(name for node in root_of(position.svg(0)).iter() if (name := node.get("data-tile")))
        assert drawn == shown


def test_rivers_and_roads_run_to_the_edges_so_that_they_go_on_from_tile_to_tile() -> None:
    position = table(seat("meadow1\nhome*"), ring="forest1")
    for node in root_of(position.svg(0)).iter():
        name = node.get("data-tile")
        if name not in ("meadow1", "home"):
            continue
        number = {"meadow1": 2, "home": 67}[name]
        assert sum("river" in classes(child) for child in node) == c.HAS_RIVER[number]
        assert sum("road" in classes(child) for child in node) == c.HAS_ROAD[number]
    beyond = {
        name: re.findall(rf'id="gm-{name}"><path d="([^"]+)"', position.svg(0)) for name in ("river", "road")
    }
    assert beyond["river"][0].startswith("M31-1")  # from above the tile to below it
    assert " 81H49" in beyond["river"][0]
    assert beyond["road"][0].startswith("M-1 36")
    assert " 81 36V49" in beyond["road"][0]


def test_cubes_and_members_are_drawn_where_they_are() -> None:
    position = table(seat("forest2:3 home*"), ring="meadow1")
    for node in root_of(position.svg(0)).iter():
        if node.get("data-tile") == "forest2":
            uses = [use.get("href") for use in node.iter() if use.tag.endswith("use")]
            assert uses.count("#gm-icon-wood") == 1 + 3  # the tile's own icon, and three cubes


@pytest.mark.parametrize("locale", LOCALES)
def test_pictures_are_drawn_in_every_language(locale: str) -> None:
    svg = table(ring="forest1").svg(0, locale)
    assert {"en": "Forest", "es": "Bosque", "fr": "Forêt"}[locale] in svg


def test_the_prompt_says_how_it_ended() -> None:
    for position in positions(every=5000):
        if position.over:
            said = root_of(position.svg(0)).get("aria-label") or ""
            assert said.endswith("The game is over.")
            assert f"Player {position.winners[0] + 1}" in said


def test_pictures_of_one_page_can_have_their_own_ids() -> None:
    position = table(ring="forest1")
    words = position.game.translator("en")
    one, other = (draw_table(position.view(0).state, 0, words, prefix=prefix) for prefix in ("one", "other"))
    assert one.replace("one-", "other-") == other


def test_a_sketch_fits_eighty_columns_and_names_every_tile() -> None:
    for position in positions(every=37):
        plain = re.sub(r"\[/?[^\]]*\]", "", position.sketch(0))
        for tile in position.to_dict()["track"]:
            if tile:
                assert re.search(rf"\d+:{tile}\b", plain)
        for line in plain.splitlines():
            assert len(line) <= 100
