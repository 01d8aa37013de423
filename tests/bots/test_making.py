"""Bots by text: those of the package, and bots of your own by their address."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import stramash
from stramash import bots
from stramash.bots.making import sources_of
from stramash.core.errors import StramashError

SOURCE = '''
class First:
    """Plays the first legal action."""

    name = "first"

    def choose(self, view):
        return view.legal[0]


class Seeded(First):
    def __init__(self, seed=None):
        self.seed = seed


def nothing():
    return None
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the current folder, with a module of bots."""
    (tmp_path / "bots_of_mine.py").write_text(SOURCE, "utf-8")
    (tmp_path / "broken_bots.py").write_text("import no_such_library\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield tmp_path
    for name in ("bots_of_mine", "broken_bots"):
        sys.modules.pop(name, None)


def test_a_bot_in_the_current_folder_is_made_by_its_address(folder: Path) -> None:
    view = stramash.load("schotten-totten").deal(seed=7).view(0)
    assert bots.make_own("bots_of_mine:First").choose(view) == view.legal[0]
    assert vars(bots.make_own("bots_of_mine:Seeded", seed=5)) == {"seed": 5}
    assert bots.make_own("random", seed=1).name == "random"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("no_such_bots:First", "'no_such_bots' of a bot cannot be imported: No module named 'no_such_bots'"),
        ("broken_bots:First", "'broken_bots' of a bot cannot be imported: No module named 'no_such_library'"),
        ("bots_of_mine:Last", "the module bots_of_mine has no class or function 'Last'"),
        ("bots_of_mine:nothing", "is not a bot: a bot has a text `name` and a method"),
        ("search:First", "search"),
    ],
)
def test_an_invalid_bot_is_refused_in_a_sentence(folder: Path, spec: str, message: str) -> None:
    with pytest.raises(StramashError, match=message):
        bots.make_own(spec)


def test_the_web_table_imports_no_module_that_a_stranger_names(folder: Path) -> None:
    with pytest.raises(bots.UnknownBot, match="no bot 'bots_of_mine:First'"):
        bots.make("bots_of_mine:First")
    assert "bots_of_mine" not in sys.modules


def test_a_changed_bot_has_another_hash(folder: Path) -> None:
    before = sources_of(("greedy", "bots_of_mine:First"))
    (folder / "bots_of_mine.py").write_text(SOURCE.replace("legal[0]", "legal[-1]"), "utf-8")
    assert before != sources_of(("greedy", "bots_of_mine:First")) != ""
    assert sources_of(("greedy", "random")) == ""
