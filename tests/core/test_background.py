"""Dealing starts a child process that compiles; nobody waits for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import stramash
from stramash import Game
from stramash.core.background import Compiler, can_compile
from stramash.core.rule import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="rules are interpreted here: nothing is compiled")

EXAMPLES = Path(__file__).parents[2] / "examples"

#: A small game of another package, with a cache of its own
PLAY_UNTIL_COMPILED = """
import random, time
from hidden_stone import HiddenStone
game = HiddenStone()
first = None
deadline = time.monotonic() + 300
while True:
    position, dice, began = game.deal(seed=4), random.Random(4), game.compiled
    while not position.over:
        position.play(dice.choice(position.legal))
    if first is None:
        assert not began, "nothing was compiled when this began"
        first = str(position.record())
    assert str(position.record()) == first
    if began or not WAIT:
        break
    assert time.monotonic() < deadline, "the child process has not compiled the game"
print(game.compiled, bool(game.rules.play.overloads))
"""


def run(script: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"PYTHONPATH": str(EXAMPLES)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


def test_a_game_changes_to_machine_code_when_its_child_process_has_compiled_it(tmp_path: Path) -> None:
    cache = str(tmp_path)
    assert run(PLAY_UNTIL_COMPILED.replace("WAIT", "True"), STRAMASH_CACHE=cache) == "True True"
    assert len(list(tmp_path.glob("*.ready"))) == 1


def write_priority(_game: Game, _report: object) -> None:
    """A part of a game that compiles nothing: it writes the niceness of the child process into a file."""
    Path(os.environ["STRAMASH_TOLD"]).write_text(str(os.getpriority(os.PRIO_PROCESS, 0)), "utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no niceness")
@pytest.mark.parametrize("niceness", [0, 10])
def test_who_waits_for_the_compiler_gives_it_full_priority(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, niceness: int
) -> None:
    monkeypatch.setenv("STRAMASH_TOLD", str(tmp_path / "told"))
    Compiler(niceness).compile(stramash.load("glen-more"), [f"{__name__}:{write_priority.__name__}"])
    wanted = min(19, os.getpriority(os.PRIO_PROCESS, 0) + niceness)
    assert (tmp_path / "told").read_text("utf-8") == str(wanted)


def test_no_child_process_is_started_where_that_is_forbidden(tmp_path: Path) -> None:
    script = PLAY_UNTIL_COMPILED.replace("WAIT", "False")
    assert run(script, STRAMASH_CACHE=str(tmp_path), STRAMASH_BACKGROUND="0") == "False False"
    assert not list(tmp_path.glob("*.lock")), "nothing was even begun"


def test_a_child_process_compiles_only_classes_that_it_can_import(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STRAMASH_BACKGROUND", raising=False)
    game = stramash.load("schotten-totten")
    assert can_compile(game)

    class Local(type(game)):  # type: ignore[misc]
        """A game that a function defines."""

    assert not can_compile(Local())
    assert not can_compile(type("Made", (type(game),), {})())
