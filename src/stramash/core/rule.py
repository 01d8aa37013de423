"""The rule layer: a rule is written once and runs interpreted, compiled and on the GPU.

`@rule` turns a plain function over a state record into a `Rule`. It runs interpreted until its game's machine
code is there; machine code releases the GIL. With `NUMBA_DISABLE_JIT=1` the function stays as it is, for the
debugger and for coverage. A CUDA kernel calls the same objects: Numba compiles them again for the device.

Numba caches machine code on disk but looks for changes only in the file of the function itself, while a
rule calls rules in other files. So the cache lives in a folder named after a hash of *all* sources that
could be linked into it: change one character of a rule and the folder is another; two checkouts of the
same sources share one.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import uuid
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite.binding as llvm
import numba
import numpy as np

from stramash.core.machine_code import LIBRARY, Allowed, Rule, allow

__all__ = [
    "INTERPRETED",
    "allow_calls",
    "cache_folder",
    "home_of",
    "own_sources",
    "ready_mark",
    "rule",
    "sources_key",
]

F = TypeVar("F", bound=Callable[..., Any])

#: True when rules run as plain Python.
INTERPRETED: bool = bool(numba.config.DISABLE_JIT)

_PACKAGE = Path(__file__).resolve().parent.parent

#: The files of the core that compiled code depends on: rules, and what gives them their constants
CORE_RULES = (
    "actions.py", "chance.py", "lists.py", "machine_code.py", "playout.py", "rule.py", "state.py",
)  # fmt: skip

#: How rules are compiled: without the GIL, and dividing by zero as NumPy does
_OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None}


def rule(function: F) -> F:
    """Make a function a rule: interpreted or compiled, its machine code cached on disk.

    >>> @rule
    ... def double(number: int) -> int:
    ...     return 2 * number
    >>> double(21)
    42
    """
    if INTERPRETED:
        return function
    made = Rule(function, targetoptions=dict(_OPTIONS))
    key, inside = sources_key(function), _closed_over(function)
    made.home = next((one.home for one in inside), _home(function, key))
    if Path(function.__code__.co_filename).is_file():  # else typed at a prompt: nothing to key a cache by
        # Numba names each compiled function by a random id, and a function that closes over others is
        # cached under the ids of those. A lasting name makes such functions found again by the next process;
        # it includes the rules that the function closes over, at any depth.
        ids = "/".join(str(one._uuid) for one in inside)
        name = f"{key}/{function.__module__}/{function.__qualname__}/{ids}"
        made._set_uuid(uuid.uuid5(uuid.NAMESPACE_URL, name))
        made.keep_in(cache_folder() / key, name)
    return made


def _closed_over(function: Callable[..., Any]) -> list[Rule]:
    """Return the rules that a function closes over."""
    inside = [cell.cell_contents for cell in function.__closure__ or ()]
    return [one for one in inside if isinstance(one, Rule)]


def _home(function: Callable[..., Any], key: str) -> str:
    """Return the key of the game that a rule belongs to, or `LIBRARY`."""
    folder = _folder_of(function)
    is_ours = folder.is_relative_to(_PACKAGE) and not folder.is_relative_to(_PACKAGE / "games")
    return LIBRARY if is_ours else key


def allow_calls(function: Callable[..., Any], what: Allowed) -> None:
    """Allow calls of all rules of a rule's game to load or compile; no effect if only interpreted."""
    home = home_of(function)
    if home is not None:
        allow(home, what)


def home_of(function: Callable[..., Any]) -> str | None:
    """Return the home of a rule; None for a function that only runs interpreted."""
    return function.home if isinstance(function, Rule) else None


def sources_key(function: Callable[..., Any]) -> str:
    """Return the hash of all sources that a rule is compiled from."""
    return _hash_sources(_folder_of(function))


def own_sources(function: Callable[..., Any]) -> list[Path]:
    """Return the files that may be compiled together with a rule, without those of the core."""
    return _sources_in(_folder_of(function))


def _folder_of(function: Callable[..., Any]) -> Path:
    plain = getattr(function, "py_func", function)
    return _rule_folder(Path(plain.__code__.co_filename).resolve())


def ready_mark(function: Callable[..., Any], name: str) -> Path:
    """Return the file that says that the rules of a game are compiled, from these sources."""
    return cache_folder() / f"{name}-{sources_key(function)}.ready"


def cache_folder() -> Path:
    """Return where compiled rules are kept: `STRAMASH_CACHE`, or the user's cache folder.

    A folder that cannot be written is used if it holds the machine code for this processor and this version,
    as in a container image. Otherwise a temporary folder is used.
    """
    chosen = os.environ.get("STRAMASH_CACHE")
    folder = Path(chosen) if chosen else _user_folder() / "stramash" / "rules"
    if _writable(folder) or (folder / _hash_sources(_PACKAGE / "core")).is_dir():
        return folder
    return Path(tempfile.gettempdir()) / "stramash" / "rules"


def _user_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", tempfile.gettempdir()))
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _writable(folder: Path) -> bool:
    while not folder.exists():
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK)


def _rule_folder(source: Path) -> Path:
    """Return the folder whose sources are compiled together with this file."""
    for folder in source.parents:
        if folder.name == "rules" or folder.parent == _PACKAGE:
            return folder
    return source.parent


def _sources_in(folder: Path) -> list[Path]:
    """Return the source files of a folder; of its subfolders too if it is a package."""
    return sorted(folder.rglob("*.py") if (folder / "__init__.py").exists() else folder.glob("*.py"))


@cache
def _processor() -> str:
    """Return what machine code is made for: a cache folder may be shared between machines."""
    if numba.config.CPU_NAME:
        return f"{numba.config.CPU_NAME} {numba.config.CPU_FEATURES or ''}"
    features = sorted(name for name, has in llvm.get_host_cpu_features().items() if has)
    return f"{llvm.get_host_cpu_name()} {','.join(features)}"


@cache
def _hash_sources(folder: Path) -> str:
    """Hash everything that machine code of this folder depends on."""
    digest = hashlib.sha256(f"numba {numba.__version__} numpy {np.__version__} {_processor()}".encode())
    sources = {*(_PACKAGE / "core" / name for name in CORE_RULES)}
    if folder != _PACKAGE / "core":
        sources |= {*_sources_in(folder)}
    for path in sorted(sources):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
