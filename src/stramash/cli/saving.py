"""Saving a game to a file, so that it can be resumed, shown and replayed."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from stramash.core.errors import BadRecord, StramashError
from stramash.core.position import Position
from stramash.core.record import Record

__all__ = ["autosave_file", "save"]


class NotOurs(StramashError):
    """A file that is not a saved game must not be overwritten by one."""


def save(position: Position, file: Path) -> Path:
    """Write a game to a file; a file that holds anything but a game is left alone."""
    if file.exists() and not _is_record(file):
        raise NotOurs(f"{file} exists and is not a saved game: choose another name")
    file.parent.mkdir(parents=True, exist_ok=True)
    whole = file.with_name(f"{file.name}.part")
    whole.write_text(str(position.record()), "utf-8")
    whole.replace(file)  # atomic: the file is complete or unchanged
    return file


def _is_record(file: Path) -> bool:
    try:
        Record.read(file.read_text("utf-8"))
    except (BadRecord, UnicodeDecodeError):
        return False
    return True


def autosave_file(game: str) -> Path:
    """Return where a game is saved when a player leaves: in the user's state folder, named by the time."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "stramash" / f"{game}-{datetime.now():%Y%m%d-%H%M%S-%f}.txt"
