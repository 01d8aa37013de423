"""The picture of the table: what it shows, what it must not show, and what can be touched in it."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import stramash
from stramash.core.options import OptionValue
from stramash.core.words import LOCALES
from stramash.draw import Sheet
from stramash.games.schotten_totten.art import draw_table
from stramash.games.schotten_totten.art.scene import WIDTH
from stramash.games.schotten_totten.art.stones import stone
from stramash.games.schotten_totten.game import SchottenTotten
from stramash.games.schotten_totten.names import card_name
from stramash.games.schotten_totten.rules.components import CARD_NAMES, CARDS, CLAN_CARDS

DOCS = Path(__file__).parents[2] / "docs"
VARIANTS: tuple[dict[str, OptionValue], ...] = (
    {},
    {"tactics": True},
    {"tactics": True, "expert": True, "rounds": 2},
)


def positions(every: int) -> Iterator[stramash.Position]:
    """Positions of random games of all variants, claims made, to the end."""
    for number, options in enumerate(VARIANTS):
        pos = SchottenTotten(None, **options).deal(seed=number)
        rng = random.Random(number)
        for ply in range(400):
            if ply % every == 0 or pos.over:
                yield pos.copy()
            if pos.over:
                break
            claims = [action for action in pos.legal if pos.notation(action).startswith("claim")]
            pos.play(rng.choice(claims or pos.legal))


def root_of(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def classes(node: ET.Element) -> list[str]:
    return (node.get("class") or "").split()


def legal_handles(svg: str) -> set[str | None]:
    return {node.get("data-handle") for node in root_of(svg).iter() if "legal" in classes(node)}


def visible_text(svg: str) -> str:
    """Everything but the style and the geometry: texts, titles, ids and data."""
    said = []
    for node in root_of(svg).iter():
        if not node.tag.endswith("style"):
            said += [node.text or "", *(node.get(key) or "" for key in ("id", "data-card", "data-handle"))]
    return "\n".join(said)


def test_a_picture_is_well_formed_and_named_and_its_ids_are_unique() -> None:
    for pos in positions(every=17):
        for seat in (None, 0, 1):
            root = root_of(pos.svg(seat))
            assert root.get("role") == "img"
            assert (root.get("aria-label") or "").startswith("Schotten Totten. ")
            ids = Counter(value for node in root.iter() if (value := node.get("id")))
            assert max(ids.values()) == 1
            assert all(value.startswith("st-") for value in ids)


def test_every_reference_leads_somewhere() -> None:
    for pos in positions(every=40):
        svg = pos.svg(0, reveal=True)
        ids = {node.get("id") for node in root_of(svg).iter()}
        assert set(re.findall(r'(?:url\(#|href="#)([\w-]+)', svg)) <= ids


def test_the_same_view_is_drawn_to_the_same_bytes() -> None:
    for pos in positions(every=40):
        assert pos.svg(0) == pos.copy().svg(0)


def test_every_legal_handle_of_the_player_to_act_is_there_and_gold_and_nothing_else_is() -> None:
    seen = set()
    for pos in positions(every=1):
        if pos.over:
            continue
        expected = {handle for action in pos.legal for handle in pos.game.handles(action)}
        assert legal_handles(pos.svg(pos.player)) == expected
        seen |= {handle.partition(":")[0] for handle in expected}
    assert {"card", "stone", "deck", "discard", "done", "next"} <= seen


def test_what_completes_a_choice_is_marked_as_later() -> None:
    svg = stramash.load("schotten-totten").deal(seed=7).svg(0)
    later = {node.get("data-handle") for node in root_of(svg).iter() if "later" in classes(node)}
    assert later == {f"stone:{number}" for number in range(1, 10)}


def test_nothing_is_gold_for_others() -> None:
    for pos in positions(every=9):
        for seat in (None, 0, 1):
            if seat is None or seat != pos.player:
                svg = pos.svg(seat)
                assert legal_handles(svg) == set()
                assert "prompt middle mine" not in svg


def test_no_hidden_card_is_named_in_a_seats_picture() -> None:
    for pos in positions(every=13):
        for seat in (None, 0, 1):
            view, svg = pos.view(seat), pos.svg(seat)
            known = set(re.findall(r"[a-z]\d|\w+", str(view.to_dict())))
            words = visible_text(svg)
            for card in range(CARDS if pos.state.tactics else CLAN_CARDS):
                notation = CARD_NAMES[card]
                if notation not in known:
                    assert f"card-{notation}\n" not in words
                    assert f'data-card="{notation}"' not in svg
                    if card < CLAN_CARDS:
                        name = card_name(card, pos.game.translator("en"))
                        assert not re.search(rf"\b{name}\b", words)


def test_redealing_what_is_hidden_changes_no_byte() -> None:
    for pos in positions(every=11):
        for seat in (None, 0, 1):
            assert pos.view(seat).imagine(rng=1).svg(seat) == pos.svg(seat)


def test_all_open_cards_are_drawn_once() -> None:
    for pos in positions(every=23):
        described = pos.to_dict()
        table = [card for stone in described["stones"] for side in stone["sides"] for card in side]
        modes = [mode for stone in described["stones"] for mode in stone["modes"]]
        hands = [card for hand in described["hands"] for card in hand]
        under = [known["card"] for known in described["returned"] if known and known["place"] == "under"]
        drawn = [card for node in root_of(pos.svg(0, reveal=True)).iter() if (card := node.get("data-card"))]
        assert Counter(drawn) == Counter([*table, *modes, *hands, *described["discard"], *under])


def test_a_hidden_hand_shows_its_backs() -> None:
    pos = stramash.load("schotten-totten", tactics=True).position(
        {"hands": [["b1", "b2"], ["r1", "joker1", "spy"]]}
    )
    titles = [node.text for node in root_of(pos.svg(0)).iter() if node.tag.endswith("title")]
    assert (titles.count("a Clan card"), titles.count("a Tactic card")) == (1, 2)


def test_a_claimed_stone_lies_on_its_owners_side_and_the_other_side_fades() -> None:
    stones = [
        {"owner": 0, "sides": [["b1", "b2", "b3"], []]},
        {"owner": 1, "sides": [["r1"], ["g7", "g8", "g9"]]},
    ]
    pos = stramash.load("schotten-totten").position({"stones": stones + [{}] * 7, "hands": [["y1"], ["y2"]]})

    def height(seat: int, stone: int) -> float:
        nodes = [
            node for node in root_of(pos.svg(seat)).iter() if node.get("data-handle") == f"stone:{stone}"
        ]
        return float((nodes[0].get("transform") or "").rstrip(")").split()[1])

    assert height(0, 1) > height(0, 3) > height(0, 2)
    assert height(1, 1) < height(1, 3) < height(1, 2)
    root = root_of(pos.svg(0))
    settled = {
        node.get("data-card")
        for group in root.iter()
        if "settled" in classes(group)
        for node in group.iter()
        if node.get("data-card")
    }
    assert settled == {"r1"}


def test_a_card_is_named_with_its_side_and_its_stone() -> None:
    stones = [{}, {"sides": [["b1"], ["spy"]]}, *[{}] * 7]
    pos = stramash.load("schotten-totten", tactics=True).position(
        {"stones": stones, "hands": [["y1"], ["y2"]], "discard": ["mud"]}
    )

    def titles(seat: int | None, locale: str = "en") -> str:
        return "\n".join(
            node.text or "" for node in root_of(pos.svg(seat, locale)).iter() if node.tag.endswith("title")
        )

    assert "blue 1, your side of stone 2" in titles(0)
    assert "Spy, Player 2's side of stone 2. " in titles(0)
    assert "blue 1, Player 1's side of stone 2" in titles(None)
    assert "Mud Fight, in the discard. " in titles(1)
    assert "azul, tu lado de la piedra 2" in titles(0, "es")


def test_the_stones_that_won_are_raised_on_a_ribbon() -> None:
    def won(owners: list[int | None]) -> list[str]:
        stones = [{"owner": owner} if owner is not None else {} for owner in owners]
        pos = stramash.load("schotten-totten").position(
            {"stones": stones, "hands": [["y1"], ["y2"]], "player": None, "winner": 0}
        )
        root = root_of(pos.svg(0))
        assert sum("ribbon" in classes(node) for node in root.iter()) > 0
        return [
            node.get("data-handle") or ""
            for node in root.iter()
            if any("halo" in classes(child) for child in node)
        ]

    assert won([0, None, 1, 0, 0, 0, 1, None, 0]) == ["stone:4", "stone:5", "stone:6"]
    assert won([0, 0, 1, 0, 0, 1, 1, 1, 0]) == [f"stone:{stone}" for stone in (1, 2, 4, 5, 9)]


def test_the_card_a_ruse_has_chosen_is_marked() -> None:
    pos = stramash.load("schotten-totten", tactics=True).position(
        {
            "hands": [["strategist", "b9"], ["r1"]],
            "stones": [{"sides": [["b1"], []]}, *[{}] * 8],
        }
    )
    pos.play("strategist")
    pos.play("take:b1")
    taken = [node.get("data-card") for node in root_of(pos.svg(0)).iter() if "taken" in classes(node)]
    assert taken == ["b1"]


def test_the_prompt_says_how_it_ended() -> None:
    ends = [pos for pos in positions(every=1000) if pos.over]
    assert ends
    for pos in ends:
        said = root_of(pos.svg(0)).get("aria-label") or ""
        assert said.endswith("The game is over.")
        expected = "It is a draw." if len(pos.winners) == 2 else f"Player {pos.winners[0] + 1} wins."
        assert expected in said


def test_pictures_of_one_page_can_have_their_own_ids() -> None:
    pos = stramash.load("schotten-totten").deal(seed=7)
    words = pos.game.translator("en")
    one, other = (draw_table(pos.view(0).state, 0, words, prefix=prefix) for prefix in ("one", "other"))
    ids = [{node.get("id") for node in root_of(svg).iter() if node.get("id")} for svg in (one, other)]
    assert not ids[0] & ids[1]
    assert one.replace("one-", "other-") == other


@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_is_drawn_outside_the_picture_in_any_language(locale: str) -> None:
    hand = ["joker1", "joker2", "spy", "shield", "bluff", "mud", "traitor", "strategist", "banshee"]
    pos = stramash.load("schotten-totten", tactics=True).position(
        {
            "hands": [hand, ["b1"]],
            "discard": ["recruiter"],
            "phase": "returning",
            "pending": 2,
            "recruiter": 0,
        }
    )
    root = root_of(pos.svg(0, locale))
    box = [float(side) for side in (root.get("viewBox") or "").split()]
    assert box[2] == WIDTH
    places = [node.get("transform") or "" for node in root.iter() if "card" in classes(node)]
    for place in places:
        x, y = re.findall(r"translate\((-?[\d.]+) (-?[\d.]+)\)", place)[0]
        assert 0 < float(x) < box[2]
        assert 0 < float(y) < box[3]


def test_the_pictures_of_the_pages_are_up_to_date() -> None:
    spec = spec_from_file_location("make_pictures", DOCS / "make_pictures.py")
    assert spec is not None
    assert spec.loader is not None
    script = module_from_spec(spec)
    spec.loader.exec_module(script)
    for name, make in script.MAKERS.items():
        now = (DOCS / "pictures" / name).read_text(encoding="utf-8")
        assert now == make(), f"{name} is old: run python docs/make_pictures.py"


def test_stones_differ_in_shape_but_never_change() -> None:
    shapes = [stone(Sheet("x"), number, "1") for number in range(9)]
    assert len(set(shapes)) == 9
    assert shapes == [stone(Sheet("x"), number, "1") for number in range(9)]
