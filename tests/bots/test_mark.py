"""The mark of the bots: one for each game, and another one when a source of theirs changes."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import ClassVar

import pytest

import stramash
from stramash.arena.review import mark_of_reviews
from stramash.bots.mark import mark_of
from stramash.core.tuning import SearchParameters
from stramash.games import find

PACKAGE = Path(stramash.__file__).parent
ASK = """
import stramash
from stramash.arena.review import mark_of_reviews
from stramash.bots.mark import mark_of
game = stramash.load("schotten-totten")
print(mark_of(game), mark_of_reviews(game))
"""


def marks_at(folder: Path) -> list[str]:
    """Return the marks of bots and reviews that a copy of the package has, which is not installed."""
    command = [sys.executable, "-c", f"import sys\nsys.path.insert(0, {str(folder)!r})\n{ASK}"]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder).stdout.split()


def test_every_game_has_a_mark_of_its_own_whatever_its_options() -> None:
    assert len({mark_of(stramash.load(name)) for name in stramash.games()}) == len(stramash.games())
    assert mark_of(stramash.load("schotten-totten", tactics=True)) == mark_of(
        stramash.load("schotten-totten")
    )


def test_other_search_settings_have_another_mark() -> None:
    class Hasty(find("schotten-totten")):  # type: ignore[misc]
        search = SearchParameters(plies=1)

    class AtMany(find("schotten-totten")):  # type: ignore[misc]
        search_scales: ClassVar[dict[int, float]] = {3: 9.0}

    assert len({mark_of(game) for game in (stramash.load("schotten-totten"), Hasty(), AtMany())}) == 3


@pytest.mark.parametrize(
    ("source", "others"),
    [
        ("bots/search.py", [True, True]),
        ("bots/rules/tree.py", [True, True]),
        ("games/schotten_totten/rules/evaluation.py", [True, True]),
        ("games/glen_more/rules/evaluation.py", [False, False]),
        ("bots/hints.py", [False, False]),
        ("arena/review.py", [False, True]),
    ],
)
def test_what_may_play_or_judge_otherwise_has_another_mark(
    tmp_path: Path, source: str, others: list[bool]
) -> None:
    shutil.copytree(PACKAGE, tmp_path / "stramash", ignore=shutil.ignore_patterns("__pycache__"))
    game = stramash.load("schotten-totten")
    here = [mark_of(game), mark_of_reviews(game)]
    assert marks_at(tmp_path) == here
    changed = tmp_path / "stramash" / source
    changed.write_text(changed.read_text("utf-8") + "\n# another line\n", "utf-8")
    assert [mark != mine for mark, mine in zip(marks_at(tmp_path), here, strict=True)] == others
