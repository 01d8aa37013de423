"""The animation in the README shows a recorded game to its end, and fits a page."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    """The names in docs/make_animation.py."""
    return runpy.run_path(str(DOCS / "make_animation.py"))


def test_the_kept_animation_shows_every_frame_and_fits_a_page(made: dict[str, Any]) -> None:
    kept = (DOCS / "pictures" / "game.svg").read_text("utf-8")
    assert len(kept) < 500_000
    assert "The game is over" in "".join(ET.fromstring(kept).itertext()), "run python docs/make_animation.py"
    assert made["animation"](made["frames"]()[-2:]).count("@keyframes") == 2


def test_the_last_frame_shows_the_end_of_the_game(made: dict[str, Any]) -> None:
    last = made["frames"]()[-1]
    assert "The game is over" in "".join(ET.fromstring(last).itertext())


def test_an_element_is_written_once_for_all_its_frames(made: dict[str, Any]) -> None:
    merged = made["merge"]([["a", "b"], ["a", "c", "b"], ["c"]])
    assert [(text, sorted(shown)) for text, shown in merged] == [("a", [0, 1]), ("c", [1, 2]), ("b", [0, 1])]
