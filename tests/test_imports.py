"""The import contracts of pyproject.toml hold, and CONTRIBUTING says the same."""

from __future__ import annotations

import re
from pathlib import Path

import grimp
import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

ROOT = Path(__file__).parent.parent
PACKAGES = ("core", "draw", "games", "bots", "arena", "lab", "learn", "client", "table", "cli")


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("stramash", exclude_type_checking_imports=True, cache_dir=None)


def test_every_import_contract_is_kept() -> None:
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == EXIT_STATUS_SUCCESS


@pytest.mark.parametrize("package", PACKAGES)
def test_contributing_lists_what_each_package_imports(package: str, graph: grimp.ImportGraph) -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    row = re.search(rf"^\| `{package}` \| (.*) \|$", text, re.MULTILINE)
    assert row is not None
    inside = {f"stramash.{package}"} | graph.find_descendants(f"stramash.{package}")
    imported = {name for module in inside for name in graph.find_modules_directly_imported_by(module)}
    assert {name.split(".")[1] for name in imported - inside} == set(re.findall(r"`(\w+)`", row[1]))
