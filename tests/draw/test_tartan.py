from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from stramash.draw import Livery, Sheet, Tartan, cloth
from stramash.games.schotten_totten.art.liveries import CLAN_BACK, CLAN_LIVERIES, TACTIC_BACK
from tests.draw.colours import contrast, luminance

SVG = "{http://www.w3.org/2000/svg}"
PAPER = "#fcf8ee"


def in_grey(tartan: Tartan, samples: int = 60) -> list[float]:
    """The warp in greys, sampled along sixty units of cloth from its pivot."""
    line: list[float] = []
    for colour, threads in tartan.threads * 8:
        line += [luminance(colour) ** 0.45] * round(threads * 5)
    return line[: samples * 5 : 5]


def test_cloth_goes_there_and_back_from_its_pivots() -> None:
    tartan = Tartan("t", (("#111111", 3), ("#222222", 2), ("#333333", 1)))
    assert [threads for _, threads in tartan.threads] == [3, 2, 1, 2]
    assert tartan.width == 8


def test_warp_and_weft_are_the_same_sett() -> None:
    sheet = Sheet("x")
    cloth(sheet, CLAN_LIVERIES[0].tartan)
    pattern = ET.fromstring(sheet.picture(1, 1, "t")).findall(f".//{SVG}pattern")[-1]
    warp = pattern.findall(f"{SVG}path")
    weft = pattern.findall(f"{SVG}g/{SVG}path")
    assert [path.get("fill") for path in warp] == [path.get("fill") for path in weft]
    assert [path.get("d", "").count("M") for path in warp] == [path.get("d", "").count("M") for path in weft]


@pytest.mark.parametrize("livery", [*CLAN_LIVERIES, CLAN_BACK, TACTIC_BACK], ids=lambda livery: livery.name)
def test_a_whole_number_of_twill_lines_fits_a_repeat_so_that_no_seam_shows(livery: Livery) -> None:
    tartan = livery.tartan
    sheet = Sheet("x")
    cloth(sheet, tartan)
    twill = re.search(r'id="x-twill-[^"]*" width="([\d.]+)"', sheet.picture(1, 1, "t"))
    assert twill is not None
    lines = tartan.width / float(twill[1])
    assert abs(lines - round(lines)) < 0.05


def test_clans_have_different_rhythms_even_without_colour() -> None:
    for one, other in combinations(CLAN_LIVERIES, 2):
        greys = zip(in_grey(one.tartan), in_grey(other.tartan), strict=True)
        apart = sum(abs(left - right) for left, right in greys) / 60
        assert apart > 0.06, f"{one.name} and {other.name} look alike in black and white"


def test_clans_differ_by_badge_and_by_number_of_stripes_or_their_widths() -> None:
    assert len({livery.badge for livery in CLAN_LIVERIES}) == len(CLAN_LIVERIES)
    rhythms = {
        tuple(round(threads / livery.tartan.width, 2) for _, threads in livery.tartan.sett)
        for livery in CLAN_LIVERIES
    }
    assert len(rhythms) == len(CLAN_LIVERIES)


@pytest.mark.parametrize("livery", [*CLAN_LIVERIES, CLAN_BACK, TACTIC_BACK], ids=lambda livery: livery.name)
def test_numerals_and_badges_stand_out_from_the_paper(livery: Livery) -> None:
    assert contrast(livery.ink, PAPER) >= 4.5


def test_the_two_backs_differ_without_colour() -> None:
    one, other = in_grey(CLAN_BACK.tartan), in_grey(TACTIC_BACK.tartan)
    assert sum(abs(left - right) for left, right in zip(one, other, strict=True)) / 60 > 0.15
