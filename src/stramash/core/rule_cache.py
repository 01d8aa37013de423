"""Where the machine code of rules lies on the disk, and by what name it is found.

Numba can do this too, but its folder and its locator are global settings, read while a function is decorated.
Two threads that import two games at once would change them under each other.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator

__all__ = ["RuleCache"]

_PACKAGE = Path(__file__).resolve().parent.parent


class RuleCache(FunctionCache):  # type: ignore[misc]
    """The machine code of a rule on the disk, found by the lasting name of the rule.

    Numba would find it by what the function closes over, pickled; the path of the checkout is part of that.
    """

    def __init__(self, function: Callable[..., Any], folder: Path, name: str) -> None:
        self._impl_class = partial(_Files, folder=folder)
        super().__init__(function)
        self._rule_name = name

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        return sig, codegen.magic_tuple(), self._rule_name


class _Files(CompileResultCacheImpl):  # type: ignore[misc]
    """The names of the files of one rule."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        # Not Numba's own, which chooses a locator by global settings.
        source = function.__code__.co_filename
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Locator(function, source, folder)
        self._locator.ensure_cache_path()
        self._filename_base = self.get_filename_base(
            f"{Path(source).stem}.{function.__qualname__}", getattr(sys, "abiflags", "")
        )


class _Locator(UserProvidedCacheLocator):  # type: ignore[misc]
    """Finds a compiled rule by its module, wherever the package is installed."""

    def __init__(self, function: Callable[..., Any], source: str, folder: Path) -> None:
        self._py_file = source
        self._lineno = function.__code__.co_firstlineno
        self._cache_path = str(folder / self.get_suitable_cache_subpath(source))

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """Return the folder within the cache; the hash of all sources is already in the cache's name."""
        folder = Path(py_file).resolve().parent
        if folder.is_relative_to(_PACKAGE):
            return "-".join(folder.relative_to(_PACKAGE.parent).parts)
        outside: str = super().get_suitable_cache_subpath(py_file)
        return outside

    def ensure_cache_path(self) -> None:
        """Create the cache folder; a folder that cannot be written can still be read."""
        with contextlib.suppress(OSError):
            super().ensure_cache_path()
