"""Rules as plain Python: functions that call plain functions.

A compiled rule is an object that Numba dispatches. Called from Python, that costs microseconds, which would
dominate rules that call small rules. So a plain rule has a namespace in which all rules are plain functions.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import CellType, FunctionType
from typing import Any

__all__ = ["plain"]

#: Plain namespaces by the `id` of the module's namespace. Keeping the original as well keeps its id unique
_namespaces: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}


def plain(rule: Any) -> Callable[..., Any]:
    """Return a rule as a plain function; every rule that it calls is plain as well."""
    known: Callable[..., Any] | None = getattr(rule, "plain", None)
    if known is not None:
        return known
    function: FunctionType = rule.py_func
    if not _is_complete(function.__module__):
        return function  # names of the module can still change: each call looks them up
    closure = tuple(CellType(_plain_value(cell.cell_contents)) for cell in function.__closure__ or ())
    twin = FunctionType(
        function.__code__,
        _namespace(function.__globals__),
        function.__name__,
        function.__defaults__,
        closure or None,
    )
    twin.__module__, twin.__kwdefaults__ = function.__module__, function.__kwdefaults__
    rule.plain = twin
    return twin


def _is_complete(module: str) -> bool:
    """Return whether a module is fully imported. The names of `__main__` can always change."""
    found = sys.modules.get(module)
    if found is None or module == "__main__":
        return False
    return not getattr(found.__spec__, "_initializing", False)


def _namespace(names: dict[str, Any]) -> dict[str, Any]:
    """Return the namespace of a module with plain functions in place of its rules."""
    if id(names) not in _namespaces:
        ours: dict[str, Any] = {}
        _namespaces[id(names)] = names, ours
        ours.update({name: _plain_value(value) for name, value in names.items()})
    return _namespaces[id(names)][1]


def _plain_value(value: Any) -> Any:
    return plain(value) if hasattr(value, "py_func") else value
