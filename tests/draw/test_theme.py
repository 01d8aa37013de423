from __future__ import annotations

import re

import pytest

from stramash.draw import STYLE
from tests.draw.colours import contrast


def properties(selector: str) -> dict[str, str]:
    rule = next(line for line in STYLE.splitlines() if line.startswith(selector))
    return {name: f"{value:0<7}" for name, value in re.findall(r"--sm-([\w-]+):(#[0-9a-f]{6})\b", rule)}


DARK = properties(".stramash{")
LIGHT = DARK | properties(".stramash.light")


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("ground", ["ground", "weave-1", "weave-2", "well"])
@pytest.mark.parametrize("text", ["text", "quiet", "gold-text"])
def test_text_stands_out_from_every_ground(theme: dict[str, str], ground: str, text: str) -> None:
    assert contrast(theme[text], theme[ground]) >= 4.5


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("ground", ["ground", "weave-1", "weave-2", "well"])
@pytest.mark.parametrize("line", ["gold", "taken"])
def test_marks_of_what_can_be_done_stand_out(theme: dict[str, str], ground: str, line: str) -> None:
    assert contrast(theme[line], theme[ground]) >= 3


def test_gold_means_legal_and_nothing_else_is_gold() -> None:
    uses = [line for line in STYLE.splitlines() if "var(--sm-gold" in line]
    assert uses
    assert all(line.startswith((".stramash .legal", ".stramash .prompt.mine")) for line in uses)


def test_every_rule_stays_inside_our_pictures() -> None:
    for line in STYLE.splitlines():
        for selector in line.partition("{")[0].split(","):
            assert ".stramash" in selector
