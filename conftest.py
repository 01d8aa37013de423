"""Leaves out the tests of libraries that are not installed; `./test --all` insists on all of them."""

from __future__ import annotations

import gc
import os
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent
#: By library: the modules that import it, and the tests of these modules
NEEDED_BY = {
    "torch": ("src/stramash/learn", "tests/learn", "tests/test_tour.py"),
    "pyspiel": ("src/stramash/lab/openspiel", "tests/lab/test_minis.py", "tests/lab/test_openspiel.py"),
}
MISSING = {library: paths for library, paths in NEEDED_BY.items() if find_spec(library) is None}


def _sentences() -> list[str]:
    return [f"{library} is not installed: left out {', '.join(paths)}" for library, paths in MISSING.items()]


def pytest_configure() -> None:
    """Refuse to leave anything out where all tests must run; let the garbage collector run less often."""
    gc.set_threshold(50_000, 20, 100)  # with the defaults it takes a tenth of the tests' processor time
    if MISSING and os.environ.get("STRAMASH_TEST_ALL") == "1":
        raise pytest.UsageError("./test --all needs all libraries: " + "; ".join(_sentences()))


def pytest_collection_finish() -> None:
    """Keep the garbage collector from walking through all tests and modules again and again."""
    gc.collect()
    gc.freeze()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out modules whose library is missing."""
    needing = [ROOT / path for paths in MISSING.values() for path in paths]
    return True if any(collection_path.is_relative_to(path) for path in needing) else None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what was left out, and why tests were skipped: each reason once."""
    reasons = Counter(_reason(report) for report in terminalreporter.stats.get("skipped", ()))
    for sentence in (*_sentences(), *(f"{count} skipped: {reason}" for reason, count in reasons.items())):
        terminalreporter.write_line(sentence)


def _reason(report: pytest.TestReport) -> str:
    where = report.longrepr
    return str(where[2] if isinstance(where, tuple) else where).removeprefix("Skipped: ")
