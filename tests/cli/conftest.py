from __future__ import annotations

from pathlib import Path

import pytest

import stramash
from tests.cli.terminal import Shell


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which games are saved when a player leaves."""
    folder = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder


@pytest.fixture
def shell(home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    return Shell(capsys, monkeypatch)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game of twelve actions, saved."""
    position = stramash.load("schotten-totten", tactics=True).deal(seed=7)
    for _ in range(12):
        position.play(position.legal[0])
    file = tmp_path / "game.txt"
    file.write_text(str(position.record()), "utf-8")
    return file
