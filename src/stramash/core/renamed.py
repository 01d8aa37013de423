"""Former names: they work for one more version and warn.

A module that renamed something sets `__getattr__ = former_names(__name__, {"old": "new"})` at its end.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["former_names", "warn_renamed"]


def warn_renamed(old: str, new: str) -> None:
    """Warn the caller's caller that `old` is now called `new`."""
    line = f"{old} is now called {new}; the old name is removed after version 0.2"
    warnings.warn(line, DeprecationWarning, stacklevel=3)


def former_names(module: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """Return a `__getattr__` for a module that finds each old name under its new one, with a warning."""

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warn_renamed(f"{module}.{name}", names[name])
        return getattr(sys.modules[module], names[name])

    return find
