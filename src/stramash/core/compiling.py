"""Compiling once on a machine: who comes second waits for the first, and then finds it done."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

__all__ = ["once_on_this_machine"]


@contextlib.contextmanager
def once_on_this_machine(mark: Path) -> Iterator[bool]:
    """Yield whether there is something to compile; the mark is set when that ended well.

    Two processes that want the same do not both compile it: the second waits here, and is told that
    nothing is left to do.

    >>> import tempfile
    >>> mark = Path(tempfile.mkdtemp()) / "game.ready"
    >>> for _ in range(2):
    ...     with once_on_this_machine(mark) as needed:
    ...         print(needed)
    True
    False
    """
    if mark.exists():
        yield False
        return
    mark.parent.mkdir(parents=True, exist_ok=True)
    with mark.with_suffix(".lock").open("w") as lock:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)  # given back when the file is closed, or its process ends
        if mark.exists():
            yield False
            return
        yield True
        mark.touch()
