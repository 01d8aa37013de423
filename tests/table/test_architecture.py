"""The table's layers import in one direction, and its documents name only what exists."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import import_graph
import pytest

from stramash.table.settings import ServerSettings

ROOT = Path(__file__).parents[2]
SERVING = (ROOT / "docs" / "serving.md").read_text("utf-8")
IMPORTS = (ROOT / "docs" / "table-imports.md").read_text("utf-8")

#: All that the domain may import, and what no import of it may load: the network and databases
PURE = {
    "__future__",
    "collections",
    "dataclasses",
    "functools",
    "hashlib",
    "hmac",
    "types",
    "typing",
    "unicodedata",
}
OURS = ("stramash.core.", "stramash.table.domain.")
OUTSIDE = (
    "fastapi",
    "starlette",
    "uvicorn",
    "sqlalchemy",
    "alembic",
    "asyncio",
    "stramash.table.server",
)
#: Settings that nobody who runs a server needs
UNDOCUMENTED = {"warm_up", "rooms_kept", "heartbeat"}

ARROWS = re.findall(r"^ +→ `([\w.]+):([\w.]+)`", SERVING, re.MULTILINE)
TESTS = sorted(set(re.findall(r"`(test_\w+\.py)::(\w+)`", SERVING)))


def graph() -> dict[str, set[str]]:
    return import_graph.imports(import_graph.sources_now())


def test_no_modules_of_the_table_import_each_other() -> None:
    assert import_graph.cycles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]
    assert import_graph.cycles(graph()) == []


def test_the_page_of_imports_lists_every_module_and_no_other() -> None:
    shown = re.findall(r"^([\w.]+) -> ", IMPORTS.partition("## Now")[2].partition("## ")[0], re.MULTILINE)
    assert shown == sorted(graph()), "run python bench/import_graph.py --write"


def test_the_domain_talks_to_nothing_outside() -> None:
    checked = 0
    for name, source in import_graph.sources_now().items():
        if not name.startswith("domain."):
            continue
        checked += 1
        nodes = list(ast.walk(ast.parse(source)))
        modules = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        modules |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
        foreign = [module for module in modules if not module.startswith(OURS)]
        assert {module.partition(".")[0] for module in foreign} <= PURE, name
    assert checked > 6


def test_the_domain_can_be_used_without_network_and_database() -> None:
    """Nothing that it imports imports them either."""
    domain = [name for name in import_graph.sources_now() if name.startswith("domain.")]
    code = f"""
import importlib, sys
for name in {domain}:
    importlib.import_module("stramash.table." + name)
print([name for name in {OUTSIDE} if name in sys.modules])
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"


def test_every_arrow_of_the_diagram_is_a_function_that_exists() -> None:
    assert len(ARROWS) >= 8
    for module, name in ARROWS:
        found: Any = importlib.import_module(f"stramash.{module}")
        for part in name.split("."):
            found = getattr(found, part)
        assert callable(found), (module, name)


def test_each_function_of_the_diagram_is_called_by_one_before_it() -> None:
    folder = ROOT / "src" / "stramash"
    texts = [(folder / f"{module.replace('.', '/')}.py").read_text("utf-8") for module, _ in ARROWS]
    for number, (_, name) in enumerate(ARROWS):
        called = name.rpartition(".")[2]
        before = "\n".join(texts[:number])
        assert number < 2 or re.search(rf"\b{called}\(", before + texts[number]), name


@pytest.mark.parametrize("named", TESTS, ids=lambda named: str(named[1]))
def test_every_test_that_the_fault_table_names_exists(named: tuple[str, str]) -> None:
    file, name = named
    (path,) = (ROOT / "tests" / "table").rglob(file)
    assert f"def {name}(" in path.read_text("utf-8")


def test_every_row_of_the_fault_table_names_a_test() -> None:
    table = SERVING.partition("## When something fails")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 15
    assert all(re.search(r"`test_\w+\.py::\w+`", row) for row in rows)


def test_every_setting_is_documented() -> None:
    missing = [
        setting.name
        for setting in fields(ServerSettings)
        if setting.name not in UNDOCUMENTED and f"STRAMASH_{setting.name.upper()}" not in SERVING
    ]
    assert missing == []


def modules_with(pattern: str) -> set[str]:
    """Return the modules of the table whose source matches a pattern."""
    return {name for name, source in import_graph.sources_now().items() if re.search(pattern, source)}


def test_there_is_one_way_to_append() -> None:
    """A room stores events; whatever acts at a table gives it a command. Migrations and backups copy rows."""
    assert modules_with(r"store\.append\(") == {"server.room"}
    assert modules_with(r"\bdecide\(self\.state\b") == {"server.room"}
    assert modules_with(r"sql\.insert\(events\)") == {"server.store"}
    assert modules_with(r"INSERT INTO events \(") == {"server.writers"}
    submitting = {"http.commands", "server.bot_runner", "server.clocks"}
    assert modules_with(r"\.submit\(") == submitting


def test_no_class_is_spread_over_files() -> None:
    """Only errors and request models inherit from a class of another module."""
    checked = 0
    for name, source in import_graph.sources_now().items():
        tree = ast.parse(source)
        ours = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("stramash.table.")
            for alias in node.names
            if not str(node.module).endswith((".errors", ".models"))
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                checked += 1
                assert not {ast.unparse(base) for base in node.bases} & ours, (name, node.name)
    assert checked > 50
