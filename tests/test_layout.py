"""All games have the same files, and CONTRIBUTING says what is in each."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import stramash
from stramash import Game
from stramash.games import find

ROOT = Path(__file__).parent.parent
GAMES = Path(stramash.__file__).parent / "games"

#: Games that have the layout
FOLDERS = ["glen_more", "lords_of_scotland", "schotten_totten"]

#: Modules that every game has
NEEDED = {
    "__init__", "game", "position", "facts", "names", "text", "outcome", "effects", "prepared", "lesson",
    "terminal", "network", "score_sheet",
}  # fmt: skip
#: Modules that only some games need
OPTIONAL = {"history", "dealer", "gains", "puzzles"}
PACKAGES = {"rules", "art", "words"}

NEEDED_RULES = {"__init__", "components", "actions", "state", "turn", "view", "observation", "evaluation"}

#: The hooks that a game answers by functions, by the file in which they are. `game.py` may answer in a line
HOOKS = {
    "position": ("rest_to_json", "clear_state", "complete_state", "check_state"),
    "facts": ("facts",),
    "text": ("describe", "prompt", "explain", "why_not"),
    "outcome": ("outcome", "standing"),
    "effects": ("effects",),
    "score_sheet": ("score_sheet",),
    "gains": ("gains",),
    "history": ("imagine_history",),
    "lesson": ("lesson", "illustrations"),
    "terminal": ("sketch",),
    "art": ("svg", "pieces", "cover"),
}
#: Where the rules are that every game has; who wins is in the chapter that says how the game ends
RULES = {
    "turn": ("deal", "legal", "play"),
    "view": ("hide", "imagine"),
    "observation": ("observe",),
    "evaluation": ("evaluate",),
}
#: Lines of a file
LONGEST = 400

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


@each_folder
def test_a_hook_is_answered_by_the_file_that_contributing_names(folder: Path) -> None:
    game = find(folder.name.replace("_", "-"))
    home = f"stramash.games.{folder.name}."
    for file, hooks in HOOKS.items():
        for hook in hooks:
            answer = getattr(game, hook)
            if answer is not getattr(Game, hook) and answer.__module__ != f"{home}game":
                assert f"{answer.__module__}.".startswith(f"{home}{file}."), hook
    for file, rules in RULES.items():
        for name in rules:
            assert getattr(game.rules, name).__module__ == f"{home}rules.{file}", name
    assert game.rules.state.__module__ == f"{home}rules.state"


@each_folder
def test_a_file_that_grows_too_long_becomes_a_folder(folder: Path) -> None:
    lines = {path.name: len(path.read_text("utf-8").splitlines()) for path in folder.rglob("*.py")}
    assert [name for name, count in lines.items() if count > LONGEST] == []


def test_contributing_explains_every_file() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"^\| `(?:rules/)?(\w+)\.py` \| \S", text, re.MULTILINE))
    assert NEEDED | OPTIONAL | (NEEDED_RULES - {"__init__"}) <= explained


#: Files outside the games that name one: as the default of an environment, as an example for programs
NAMING = {"lab/gymnasium.py", "table/http/models.py"}


def texts(source: str) -> list[str]:
    """Return the texts of a module that are not docstrings."""
    nodes = list(ast.walk(ast.parse(source)))
    docstrings = {
        id(node.body[0].value)
        for node in nodes
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    return [
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
    ]


def test_code_outside_the_games_names_no_game() -> None:
    """What only one game knows is in its folder; docstrings have examples."""
    package = GAMES.parent
    names = {name for folder in FOLDERS for name in (folder, folder.replace("_", "-"))}
    found = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if GAMES not in path.parents
        and any(name in text for text in texts(path.read_text("utf-8")) for name in names)
    }
    assert found == NAMING
