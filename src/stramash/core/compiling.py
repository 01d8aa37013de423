"""Compile once for each machine: a second process waits for the first and then uses its result.

A marker file `NAME-KEY.ready` says that the rules in the folder `KEY` beside it are compiled. Using it
updates
its time stamp. Markers that were not used for a long time are removed together with their machine code.
"""

from __future__ import annotations

import contextlib
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from stramash.core.errors import StramashError

__all__ = ["CacheNotWritable", "forget_unused", "once_on_this_machine"]

_DAY = 24 * 60 * 60


class CacheNotWritable(StramashError):
    """Rules are to be compiled, and the cache folder cannot be written."""


@contextlib.contextmanager
def once_on_this_machine(mark: Path) -> Iterator[bool]:
    """Yield whether this process has to compile; write the marker if that succeeds.

    Only one process compiles. A second one waits here and gets False.

    >>> import tempfile
    >>> mark = Path(tempfile.mkdtemp()) / "game.ready"
    >>> for _ in range(2):
    ...     with once_on_this_machine(mark) as needed:
    ...         print(needed)
    True
    False
    """
    if mark.exists():
        with contextlib.suppress(OSError):  # another user may own the cache
            mark.touch()
        yield False
        return
    with _lock_file(mark) as lock:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)  # released when the file is closed or its process ends
        if mark.exists():
            yield False
            return
        yield True
        mark.touch()
    forget_unused(mark.parent)


def _lock_file(mark: Path) -> TextIO:
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        return mark.with_suffix(".lock").open("w")
    except OSError as error:
        raise CacheNotWritable(
            f"compiled rules cannot be kept in {mark.parent}: {error.strerror}. "
            "Set STRAMASH_CACHE to a folder that can be written."
        ) from error


def forget_unused(folder: Path, days: float = 60) -> None:
    """Remove markers that were not used for this many days, and cache entries that no marker refers to."""
    marks = list(folder.glob("*.ready"))
    old = [mark for mark in marks if mark.stat().st_mtime < time.time() - days * _DAY]
    kept = {key for mark in marks if mark not in old for key in _keys(mark)}
    for mark in old:
        mark.unlink(missing_ok=True)
        mark.with_suffix(".lock").unlink(missing_ok=True)
        for key in _keys(mark) - kept:
            shutil.rmtree(folder / key, ignore_errors=True)


def _keys(mark: Path) -> set[str]:
    """Return the source hashes in the name of a marker: each is the name of a folder."""
    return {part for part in mark.stem.split("-") if len(part) == 16}
