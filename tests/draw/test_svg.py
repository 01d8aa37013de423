from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from stramash.draw import (
    BADGES,
    Sheet,
    badge,
    element,
    fitted,
    group,
    label,
    lines_of,
    shift,
    width_of,
)
from stramash.draw.svg import Markup

HOSTILE = "</text><script>alert(\"1\" & '2')</script>\x00\x08\ud800"


def test_text_and_attributes_are_escaped() -> None:
    sheet = Sheet("x")
    drawn = sheet.picture(10, 10, HOSTILE, label(HOSTILE, 1, 2, "name", data_handle=HOSTILE))
    root = ET.fromstring(drawn)
    text = root.find("{http://www.w3.org/2000/svg}text")
    assert text is not None
    shown = HOSTILE.replace("\x00", "\ufffd").replace("\x08", "\ufffd").replace("\ud800", "\ufffd")
    assert text.text == shown
    assert text.get("data-handle") == shown
    assert root.get("aria-label") == shown
    assert "<script" not in drawn


def test_line_breaks_in_attributes_survive() -> None:
    assert ET.fromstring(element("a", title="one\ntwo\t\r")).get("title") == "one\ntwo\t\r"


def test_only_markup_is_taken_as_it_is() -> None:
    assert group("<b>") == "<g>&lt;b&gt;</g>"
    assert group(Markup("<b/>")) == "<g><b/></g>"
    assert isinstance(group(), Markup)


def test_what_is_none_is_left_out() -> None:
    assert element("g", None, id=None, x=0.0) == '<g x="0"/>'


def test_a_definition_is_made_once_and_those_it_needs_come_first() -> None:
    sheet = Sheet("x")

    def outer(id_: str) -> Markup:
        inner = sheet.define("inner", lambda inner_id: element("circle", id=inner_id))
        return group(element("use", href=f"#{inner}"), id=id_)

    assert sheet.define("outer", outer) == sheet.define("outer", outer) == "x-outer"
    drawn = sheet.picture(1, 1, "t")
    assert drawn.count('id="x-outer"') == 1
    assert drawn.index('id="x-inner"') < drawn.index('id="x-outer"')


@pytest.mark.parametrize("prefix", ["", "1a", "A", 'a"', "a b"])
def test_a_prefix_that_is_not_an_id_is_refused(prefix: str) -> None:
    with pytest.raises(ValueError, match="small letters"):
        Sheet(prefix)


def test_pictures_with_different_prefixes_share_no_id() -> None:
    def ids(prefix: str) -> set[str]:
        sheet = Sheet(prefix)
        drawn = sheet.picture(1, 1, "t", *(badge(sheet, name, 0, 0, 9) for name in BADGES))
        return {value for node in ET.fromstring(drawn).iter() if (value := node.get("id"))}

    assert ids("a")
    assert not ids("a") & ids("b")


def test_a_picture_uses_no_style_attribute_so_that_a_page_can_forbid_them() -> None:
    sheet = Sheet("x")
    drawn = sheet.picture(1, 1, "t", label("3", 0, 0, "numeral"), badge(sheet, "stag", 0, 0, 9))
    assert all(node.get("style") is None for node in ET.fromstring(drawn).iter())


def test_there_are_many_badges_and_no_two_are_alike() -> None:
    assert len(BADGES) >= 16
    assert len({(it.fill, it.line) for it in BADGES.values()}) == len(BADGES)


def test_a_shift_names_only_what_it_does() -> None:
    assert shift(1, 2) == "translate(1 2)"


@pytest.mark.parametrize(
    "name", ["Blind-Man's Bluff", "Combat de boue", "Reclutador", "Porte-bouclier", "Spy"]
)
def test_names_fit_their_room(name: str) -> None:
    lines = lines_of(name, 11.5, 49)
    assert 1 <= len(lines) <= 2
    assert "".join(lines).replace(" ", "") == name.replace(" ", "")
    size = min(fitted(line, 11.5, 49) for line in lines)
    assert all(width_of(line, size) <= 49.01 for line in lines)
    assert size > 6.5
