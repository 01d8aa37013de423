"""The tables in `docs/rules/` name, for every rule, tests that exist; and every rulebook test has its row."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import stramash

ROOT = Path(__file__).parent.parent
TABLES = sorted((ROOT / "docs" / "rules").glob("*.md"))

each_table = pytest.mark.parametrize("table", TABLES, ids=lambda path: path.stem)


def names_in(paths: list[Path]) -> set[str]:
    """Return the names of the test functions in these files."""
    return {
        node.name
        for path in paths
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def rows(table: Path) -> list[list[str]]:
    """Return the cells of every row of the tables in a page, without the headings."""
    lines = [line.strip() for line in table.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row[0] != "rule" and not set(row[0]) <= {"-", ":"}]


def named_tests(row: list[str]) -> list[str]:
    return re.findall(r"`(test_\w+)`", row[-1])


@each_table
def test_every_rule_has_a_test_that_exists(table: Path) -> None:
    folder = ROOT / "tests" / table.stem.replace("-", "_")
    known = names_in([*folder.rglob("test_*.py"), *(ROOT / "tests").glob("test_*.py")])
    assert len(rows(table)) >= 20
    for row in rows(table):
        rule, place, _ = row
        assert rule, row
        assert place, row
        assert named_tests(row), f"no test pins: {rule}"
        assert set(named_tests(row)) <= known, f"no such test for: {rule}"


@each_table
def test_every_rulebook_test_is_in_the_table(table: Path) -> None:
    folder = ROOT / "tests" / table.stem.replace("-", "_")
    named = {name for row in rows(table) for name in named_tests(row)}
    assert names_in([*folder.rglob("test_rulebook_*.py")]) <= named


def test_every_game_with_finished_rules_has_a_table() -> None:
    assert {path.stem for path in TABLES} <= set(stramash.games())
    assert "schotten-totten" in {path.stem for path in TABLES}
