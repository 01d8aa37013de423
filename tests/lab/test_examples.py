"""The examples that the lab's page shows run as it says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(example: str, *arguments: str) -> str:
    command = [sys.executable, f"examples/{example}", *arguments]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def test_random_agents_play_a_game_to_its_end() -> None:
    last = run("pettingzoo_random.py", "lords-of-scotland").splitlines()[-1]
    assert "decisions; rewards: {'seat_0': " in last


def test_the_small_game_is_solved_better_with_every_iteration() -> None:
    lines = run("cfr_mini.py", "--iterations", "8").splitlines()
    exploited = [float(line.split("exploitability ")[1].split(",")[0]) for line in lines]
    assert [line.split()[0] for line in lines] == ["1", "2", "4", "8"]
    assert exploited == sorted(exploited, reverse=True)
    assert exploited[-1] < 0.03


@pytest.mark.parametrize("example", sorted(path.name for path in (ROOT / "examples").glob("[a-z]*.py")))
def test_every_example_is_on_the_page(example: str) -> None:
    assert f"examples/{example}" in (ROOT / "docs" / "lab.md").read_text()
