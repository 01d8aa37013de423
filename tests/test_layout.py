"""All games have the same files, and CONTRIBUTING says what is in each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import stramash

ROOT = Path(__file__).parent.parent
GAMES = Path(stramash.__file__).parent / "games"

#: Games that have the layout
FOLDERS = ["glen_more", "lords_of_scotland", "schotten_totten"]

#: Modules that every game has
NEEDED = {
    "__init__", "game", "position", "facts", "names", "text", "outcome", "effects", "prepared", "lesson",
    "terminal", "network",
}  # fmt: skip
#: Modules that only some games need
OPTIONAL = {"history", "dealer"}
PACKAGES = {"rules", "art", "words"}

NEEDED_RULES = {"__init__", "components", "actions", "state", "turn", "view", "observation", "evaluation"}

each_folder = pytest.mark.parametrize("folder", [GAMES / name for name in FOLDERS], ids=FOLDERS)


def modules(folder: Path) -> set[str]:
    """Return the names of the modules in a folder; a package may stand for a module that grew too long."""
    packages = {path.parent.name for path in folder.glob("*/__init__.py")}
    return {path.stem for path in folder.glob("*.py")} | packages - PACKAGES


@each_folder
def test_a_game_answers_each_question_in_the_same_file(folder: Path) -> None:
    found = modules(folder)
    assert NEEDED - found == set(), "missing"
    assert found - NEEDED - OPTIONAL == set(), "not in the layout"
    assert {path.name for path in folder.iterdir() if path.is_dir()} - {"__pycache__"} >= PACKAGES


@each_folder
def test_the_rules_of_a_game_have_the_same_files_beside_their_chapters(folder: Path) -> None:
    assert NEEDED_RULES - modules(folder / "rules") == set(), "missing"


def test_contributing_explains_every_file() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"^\| `(?:rules/)?(\w+)\.py` \| \S", text, re.MULTILINE))
    assert NEEDED | OPTIONAL | (NEEDED_RULES - {"__init__"}) <= explained
