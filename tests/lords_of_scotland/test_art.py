"""The picture of the table: nine clans that cannot be mistaken, and everything one may touch."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

import stramash
from stramash.draw import BADGES, Livery, Tartan, width_of
from stramash.games.lords_of_scotland import names
from stramash.games.lords_of_scotland.art.liveries import BACK, LIVERIES, livery_of
from stramash.games.lords_of_scotland.art.scene import layout_for
from stramash.games.lords_of_scotland.rules.components import TURNS
from tests.draw.colours import contrast, luminance
from tests.lords_of_scotland.table import ALL, BRUCE, THREE, TWO, table

PAPER = "#fcf8ee"


def channels(colour: str) -> list[int]:
    return [int(colour[start : start + 2], 16) for start in (1, 3, 5)]


def in_grey(tartan: Tartan) -> list[float]:
    """The warp in greys, sampled along sixty units of cloth from its pivot."""
    line: list[float] = []
    for colour, threads in tartan.threads * 8:
        line += [luminance(colour) ** 0.45] * round(threads * 5)
    return line[:300:5]


def mean_colour(tartan: Tartan) -> list[float]:
    return [
        sum(channels(colour)[part] * threads for colour, threads in tartan.threads) / tartan.width
        for part in range(3)
    ]


def test_nine_clans_wear_nine_setts_and_nine_badges() -> None:
    assert len(LIVERIES) == 9
    assert len({livery.badge for livery in LIVERIES}) == 9
    assert {livery.badge for livery in LIVERIES} <= set(BADGES)
    assert len({livery.tartan.sett for livery in LIVERIES}) == 9
    assert [livery_of(card).name for card in (0, 7, 8, 96, 97)] == [
        "scott",
        "cochrane",
        "scott",
        "bruce",
        "bruce",
    ]
    with pytest.raises(ValueError, match="0 to 97"):
        livery_of(98)


def test_clans_have_different_rhythms_even_without_colour() -> None:
    for one, other in combinations(LIVERIES, 2):
        pairs = zip(in_grey(one.tartan), in_grey(other.tartan), strict=True)
        assert sum(abs(left - right) for left, right in pairs) / 60 > 0.06, f"{one.name} and {other.name}"


def test_clans_alike_in_colour_are_all_the_more_unlike_in_pattern() -> None:
    for one, other in combinations(LIVERIES, 2):
        pairs = zip(mean_colour(one.tartan), mean_colour(other.tartan), strict=True)
        if sum(abs(left - right) for left, right in pairs) < 110:
            greys = zip(in_grey(one.tartan), in_grey(other.tartan), strict=True)
            apart = sum(abs(left - right) for left, right in greys) / 60
            assert apart > 0.12, f"{one.name} and {other.name} look alike"


@pytest.mark.parametrize("livery", [*LIVERIES, BACK], ids=lambda livery: livery.name)
def test_numerals_and_badges_stand_out_from_the_paper(livery: Livery) -> None:
    assert contrast(livery.ink, PAPER) >= 4.5


def positions(every: int) -> Iterator[stramash.Position]:
    """Positions of random games of all variants, with many powers used."""
    for number, game in enumerate(ALL):
        position = game.deal(number)
        dice = random.Random(number)
        for ply in range(150):
            if ply % every == 0 or position.over:
                yield position.copy()
            if position.over:
                break
            powers = [action for action in position.legal if "!" in position.notation(action)]
            position.play(
                dice.choice(powers) if powers and dice.random() < 0.5 else dice.choice(position.legal)
            )


def legal_handles(svg: str) -> set[str | None]:
    return {
        node.get("data-handle")
        for node in ET.fromstring(svg).iter()
        if "legal" in (node.get("class") or "").split()
    }


def test_every_legal_handle_is_gold_and_nothing_else_is() -> None:
    seen = set()
    for position in positions(every=3):
        if position.player is None:
            continue
        expected = {handle for action in position.legal for handle in position.game.handles(action)}
        assert legal_handles(position.svg(position.player)) == expected
        assert legal_handles(position.svg(None)) == set()
        seen |= {handle.partition(":")[0] for handle in expected}
    assert seen >= {"recruit", "card", "muster", "follower", "supporter"}
    stuck = table(TWO, recruits="- - - - -")
    assert legal_handles(stuck.svg(0)) == {"pass"}


def test_a_picture_is_well_formed_and_its_ids_are_unique_and_lead_somewhere() -> None:
    for position in positions(every=25):
        for seat in (None, 0):
            svg = position.svg(seat)
            root = ET.fromstring(svg)
            assert (root.get("aria-label") or "").startswith("Lords of Scotland. ")
            ids = Counter(value for node in root.iter() if (value := node.get("id")))
            assert max(ids.values()) == 1
            assert set(re.findall(r'(?:url\(#|href="#)([\w-]+)', svg)) <= set(ids)


def test_no_hidden_card_is_drawn() -> None:
    for position in positions(every=20):
        for seat in (None, 0, 1):
            known = set(re.findall(r"\b[a-z]{2}\d+\b", str(position.view(seat).to_dict())))
            drawn = set(re.findall(r'data-card="(\w+)"', position.svg(seat)))
            assert drawn <= known


def test_only_a_page_has_places_to_drop_a_card() -> None:
    view = table(TWO, "fo3", hands=("ck2 md9",), supporters="sc5").view(0)
    assert "data-drop" not in view.svg()
    places = re.findall(r'data-drop="([\w:]+)"', view.pieces(["Ailsa", "Callum"])["board"])
    assert places == ["muster:power", "muster:up", "muster:down"]
    assert "data-drop" not in table(TWO, "fo3", player=1).view(0).pieces(["Ailsa", "Callum"])["board"]


def test_every_piece_is_drawn_for_a_phone_too() -> None:
    for position in positions(every=30):
        names = [f"Name {seat}" for seat in range(position.game.players)]
        pieces = position.view(0).pieces(names, narrow=True)
        for piece in ("shared", "board", "panel"):
            ET.fromstring(pieces[piece])
        whole = "".join(pieces.values())
        ids = re.findall(r'\bid="([^"]+)"', whole)
        assert len(ids) == len(set(ids))
        assert set(re.findall(r'(?:url\(#|href="#)([\w-]+)', whole)) <= set(ids)
        known = set(re.findall(r"\b[a-z]{2}\d+\b", str(position.view(0).to_dict())))
        assert set(re.findall(r'data-card="(\w+)"', whole)) <= known


def test_the_panel_tells_of_every_card_whether_it_may_still_come() -> None:
    view = table(TWO, "fo3", "[fo4]", hands=("fo5",), supporters="fo6 fo7", discard="fo8",
                 victory=["fo9", ""], recruits="fo10 [fo11] - - -").view(0)  # fmt: skip
    assert "Forsyth, not seen yet: 1, 2, 4, 11, 12" in view.pieces(["Ailsa", "Callum"])["panel"]


def test_no_power_is_said_to_work_when_the_game_is_over() -> None:
    position, dice = stramash.load("lords-of-scotland").deal(seed=5), random.Random(4)
    for _ in range(4):
        position.play(dice.choice(position.legal))
    assert ">works now</text>" in position.svg(0)
    while not position.over:
        position.play(dice.choice(position.legal))
    facts = position.view(0).facts["hand"]
    assert any(fact["works"] for fact in facts) or any(fact["blocker"] for fact in facts)
    svg = position.svg(0)
    assert not any(f">{word}</text>" in svg for word in ("works now", "blocked by", "no use now"))


def test_marks_say_what_is_on_a_follower() -> None:
    svg = table(BRUCE, "ch4! sc2=md md5~ [fo3]").svg(0)
    for mark in ("active", "copied", "kept", "face-down"):
        assert f">{mark}</text>" in svg or f"<title>{mark}</title>" in svg


def test_the_terminal_marks_the_same() -> None:
    sketch = table(BRUCE, "ch4! sc2=md md5~ [fo3]", "[we2]", hands=("fo9",)).sketch(0)
    plain = re.sub(r"\[[^\]]*\]", "", sketch)
    assert "ch4!  sc2=md  md5~  (fo3)" in plain
    assert "(?1.1)" in plain
    assert "Forsyth 9: no power now, Scott 2 (yours) is lower." in plain
    assert "we2" not in plain


@pytest.mark.parametrize("locale", ["en", "es", "fr"])
def test_no_line_of_a_sketch_is_wider_than_a_terminal(locale: str) -> None:
    for position in positions(every=40):
        for seat in (None, 0):
            for line in re.sub(r"\[[^\]]*\]", "", position.sketch(seat, locale)).splitlines():
                assert len(line) <= 80, line


def test_a_large_army_goes_on_in_the_next_line_of_a_sketch() -> None:
    army = " ".join(f"{clan}{strength}" for clan in ("fo", "md") for strength in range(1, 10))
    plain = re.sub(r"\[[^\]]*\]", "", table(TWO, army).sketch(0))
    first, second = (line for line in plain.splitlines() if "fo9" in line or "md9" in line)
    assert first.startswith("      fo1  ")
    assert second.startswith("        md")


def test_a_sketch_writes_colons_as_the_language_does() -> None:
    sketch = table(TWO, supporters="ch1 ch2").sketch(0, "fr")
    assert "Partisans\u202f: " in sketch
    assert "Recrues\u202f: " in sketch


def test_a_picture_marks_a_place_that_a_face_down_follower_may_change() -> None:
    position = table(THREE, "ch9!", "fo3 [fo2]", "fo1", supporters="sc1 sc2 sc3")
    svg = position.svg(0)
    assert all(f">{text}</text>" in svg for text in ("1st to claim?", "2nd to claim?", "3rd to claim"))
    assert "takes two" not in svg
    assert ">2nd to claim</text>" in position.svg(1), "who mustered it knows"
    assert "¿2.º en reclamar?" in position.svg(0, "es")


def test_a_picture_says_who_claims_first_and_who_gets_nothing() -> None:
    position = table(TWO, "sc2", "ch4!", supporters="sc1 sc3")
    assert all(text in position.svg(0) for text in ("1st to claim", "2nd to claim", "no Supporter left"))
    assert "1.º en reclamar" in position.svg(0, "es")
    assert "1er à choisir" in position.svg(0, "fr")


@pytest.mark.parametrize("low", [False, True])
def test_an_army_of_a_round_lies_in_one_row_on_a_phone(*, low: bool) -> None:
    assert layout_for(2, narrow=True, low=low).in_a_row >= TURNS


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("locale", ["en", "es", "fr"])
def test_the_word_for_a_power_fits_under_a_card_of_a_full_row(locale: str, *, narrow: bool) -> None:
    layout, _ = layout_for(2, narrow=narrow), stramash.load("lords-of-scotland").translator(locale)
    room = layout.width / layout.abreast - 4
    words = {names.power_word(clan, _) for clan in range(9)}
    assert len(words) == 9
    assert not {word for word in words if width_of(word, layout.least) > room}
