"""The styles of the pages: none is meant for a page and meets a thing of a picture."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import stramash
from stramash.games import names
from stramash.table import web

#: `table.css` is about pictures, too
STYLES = [path for path in (Path(web.__file__).parent / "static").glob("*.css") if path.stem != "table"]
#: Classes that mean the same on pages and in pictures
SHARED = {"button", "portrait", "quiet"}


@cache
def classes_of_pictures() -> set[str]:
    """Return the classes of all things in pictures of the first turns of every game."""
    found: set[str] = set()
    for name in names():
        position = stramash.load(name).deal(seed=1)
        for _ in range(4):
            pieces = position.view(position.player).pieces(["Ailsa", "Callum"])
            for classes in re.findall(r'class="([^"]*)"', "".join(pieces.values())):
                found.update(classes.split())
            position.play(position.legal[0])
    return found


@pytest.mark.parametrize("style", STYLES, ids=lambda path: path.name)
def test_a_style_of_pages_names_no_class_of_pictures_alone(style: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", style.read_text("utf-8"), flags=re.DOTALL)
    selectors = [one.strip() for group in re.findall(r"([^{}]+){", text) for one in group.split(",")]
    alone = {found[1] for one in selectors if (found := re.match(r"\.([\w-]+)(?::[\w-]+)*$", one))}
    assert alone & classes_of_pictures() <= SHARED
