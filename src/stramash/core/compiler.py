"""The child process that compiles: `python -m stramash.core.compiler NICENESS MODULE:CLASS PART…`.

It prints `PART DONE TOTAL` while it works, and ends when its standard input is closed.
"""

from __future__ import annotations

import importlib
import os
import sys
import threading
from typing import Any


def _end_with_parent() -> None:
    """End when the process that started this one has ended, however it ended."""
    sys.stdin.read()
    os._exit(1)


def _find(address: str) -> Any:
    """Return the object at an address `module:name`."""
    module, _, name = address.partition(":")
    found: Any = importlib.import_module(module)
    for one in name.split("."):
        found = getattr(found, one)
    return found


def _main(niceness: int, game_address: str, parts: list[str]) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(niceness)
    game = _find(game_address)()
    for part in parts:

        def report(done: int, total: int, _rule: str, part: str = part) -> None:
            if done < total:
                print(part, done, total, flush=True)  # noqa: T201

        _find(part)(game, report)
        print(part, 1, 1, flush=True)  # noqa: T201


if __name__ == "__main__":
    _main(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
