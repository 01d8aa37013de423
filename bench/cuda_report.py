"""What the parts of `cuda_batch.py` share: rows that are kept at once, and a lock on the GPU."""

from __future__ import annotations

import contextlib
import fcntl
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any


class Report:
    """Rows that are on the disk as soon as they are there."""

    def __init__(self, part: str, out: Path) -> None:
        self._path = out / f"cuda_{part}.json"
        self.rows: list[dict[str, Any]] = []

    def add(self, **row: Any) -> None:
        """Add a row and show it."""
        self.rows.append(row)
        self._path.write_text(json.dumps(self.rows, indent=1) + "\n")
        print(json.dumps(row), flush=True)


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Have the GPU for oneself: parts may run side by side, but not while one of them measures."""
    with Path(tempfile.gettempdir(), "stramash-gpu.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
