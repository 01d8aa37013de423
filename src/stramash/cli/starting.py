"""`stramash new-game` and `stramash check`: write a package for a new game, and check a game."""

from __future__ import annotations

import keyword
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from stramash.core.contract import check_declared, check_game
from stramash.core.errors import BadOption
from stramash.core.packages import NAME
from stramash.games import find, names

__all__ = ["check", "new_game", "write_game"]

_TEMPLATES = Path(__file__).parent / "new_game"

#: Each file of the package and its template
_FILES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "src/{module}/__init__.py": "__init__.py",
    "src/{module}/game.py": "game.py",
    "src/{module}/rules/__init__.py": "rules_init.py",
    "src/{module}/rules/state.py": "state.py",
    "src/{module}/rules/actions.py": "actions.py",
    "src/{module}/rules/turn.py": "turn.py",
    "src/{module}/rules/view.py": "view.py",
    "src/{module}/rules/observation.py": "observation.py",
    "src/{module}/position.py": "position.py",
    "tests/test_{module}.py": "test_game.py",
}


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the game is loaded by, such as my-game.")],
    folder: Annotated[
        Path | None,
        typer.Option("--folder", metavar="DIR", help="Where to write it; by default a folder of its name."),
    ] = None,
) -> None:
    """Write a small package to start a game from: it can be installed and played at once.

    Example: stramash new-game my-game
    """
    where = folder or Path(name)
    for path in write_game(name, where):
        typer.echo(path)
    typer.echo(f"Now: pip install -e {where}    then: stramash check {name}    and: stramash play {name}")


def check(
    name: Annotated[str, typer.Argument(metavar="GAME", help="The game, as 'stramash games' lists it.")],
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="Random games of each variant.")
    ] = 5,
) -> None:
    """Check a game that you write: play random games and say which rule breaks the contract, if one does.

    Example: stramash check my-game
    """
    game = find(name)
    check_declared(game)
    for variant in game.variants:
        made = game(**variant.arguments)
        check_game(made, range(1, games + 1))
        typer.echo(f"{made!r}: no fault found in {games} random games")


def write_game(name: str, folder: Path) -> list[Path]:
    """Write the package of a new game into a folder; return the files."""
    if not re.fullmatch(NAME, name):
        raise BadOption(f"a game cannot be called {name!r}: write lower-case words with hyphens, my-game")
    if name in names():
        raise BadOption(f"there is a game {name!r} already: choose another name")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadOption(f"{folder} is there already: choose an empty folder with --folder DIR")
    module = name.replace("-", "_")
    if keyword.iskeyword(module) or _is_module(module):
        raise BadOption(f"a game cannot be called {name!r}: Python has a word or a module of that name")
    words = name.split("-")
    called = {
        "name": name,
        "module": module,
        "class_name": "".join(word.capitalize() for word in words),
        "title": " ".join(word.capitalize() for word in words),
    }
    written = []
    for place, template in _FILES.items():
        path = folder / _fill(place, called)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_fill((_TEMPLATES / f"{template}.txt").read_text("utf-8"), called), "utf-8")
        written.append(path)
    return written


def _is_module(name: str) -> bool:
    """Return whether Python can import a module of that name; a folder without code does not count."""
    found = find_spec(name)
    return found is not None and found.origin is not None


def _fill(text: str, called: dict[str, str]) -> str:
    """Replace `{name}`, `{module}`, `{class_name}` and `{title}`, and no other braces."""
    return re.sub(r"{(name|module|class_name|title)}", lambda found: called[found[1]], text)
