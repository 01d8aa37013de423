"""The table in a terminal: marks that the legend explains, whole names, lines that fit."""

from __future__ import annotations

import random
import re

import pytest

import stramash
from tests.glen_more.table import play, seat, table


def plain(text: str) -> list[str]:
    return re.sub(r"\[[^\]]*\]", "", text).splitlines()


def legend(lines: list[str]) -> str:
    return " ".join(lines[len(lines) - lines[::-1].index("") :])


def test_a_free_place_has_a_mark_of_its_own_and_the_legend_says_which() -> None:
    position = play(table(ring="forest1"), "take:forest1")
    lines = plain(position.sketch())
    assert "□ a place for the tile" in legend(lines)
    assert "+ river and road" in legend(lines)
    drawn = "\n".join(lines[: len(lines) - lines[::-1].index("")])
    assert drawn.count("□") == len(position.legal)


def test_activated_tiles_and_those_that_wait_are_marked() -> None:
    position = play(table(seat("forest2 home*"), ring="quarry2"), "take:quarry2")
    play(position, "place:home-n")
    lines = plain(position.view(0).sketch())
    assert any(line.split() == ["=?", "+*!"] for line in lines)
    assert "! activated" in legend(lines)
    assert "? waits to be activated" in legend(lines)


def test_the_tiles_of_a_display_are_counted() -> None:
    assert any("tiles: 2" in line for line in plain(table(seat("forest2 home*")).view(0).sketch()))


def test_a_name_is_not_cut_while_there_is_room() -> None:
    glen = """
        cattlebutcher  .       .         .      .        .            .
        quarry1        field1  village1  home*  forest2  distillery2  smallfair2
    """
    text = "\n".join(plain(table(seat(glen)).view(0).sketch()))
    assert "cattlebutcher ." in text
    assert "distillery2 smallfair2" in text


@pytest.mark.parametrize("locale", ["en", "es", "fr"])
def test_lines_fit_into_eighty_columns(locale: str) -> None:
    dice = random.Random(3)
    position = stramash.load("glen-more", players=5).deal(3)
    step = 0
    while not position.over:
        if step % 7 == 0:
            for line in plain(position.view(0).sketch(locale)):
                assert len(line) <= 80, line
        position.play(dice.choice(position.legal))
        step += 1
    assert step > 100
