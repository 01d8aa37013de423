"""The mark of the bots: one for each game, and another one when a source of theirs changes."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import stramash
from stramash.bots.mark import mark_of

PACKAGE = Path(stramash.__file__).parent
ASK = """
import stramash
from stramash.bots.mark import mark_of
print(mark_of(stramash.load("schotten-totten")))
"""


def mark_at(folder: Path) -> str:
    """Return the mark that a copy of the package has, which is not installed."""
    command = [sys.executable, "-c", f"import sys\nsys.path.insert(0, {str(folder)!r})\n{ASK}"]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder).stdout.strip()


def test_every_game_has_a_mark_of_its_own_whatever_its_options() -> None:
    assert len({mark_of(stramash.load(name)) for name in stramash.games()}) == len(stramash.games())
    assert mark_of(stramash.load("schotten-totten", tactics=True)) == mark_of(
        stramash.load("schotten-totten")
    )


@pytest.mark.parametrize(
    ("source", "other"),
    [
        ("bots/search.py", True),
        ("bots/rules/tree.py", True),
        ("games/schotten_totten/rules/evaluation.py", True),
        ("games/glen_more/rules/evaluation.py", False),
        ("bots/hints.py", False),
    ],
)
def test_what_may_play_otherwise_has_another_mark(tmp_path: Path, source: str, *, other: bool) -> None:
    shutil.copytree(PACKAGE, tmp_path / "stramash", ignore=shutil.ignore_patterns("__pycache__"))
    here = mark_of(stramash.load("schotten-totten"))
    changed = tmp_path / "stramash" / source
    changed.write_text(changed.read_text("utf-8") + "\n# another line\n", "utf-8")
    assert (mark_at(tmp_path) != here) is other
