"""Programs that tests need and pip cannot install. Without one its tests are skipped, unless all must run."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

__all__ = ["QUIET", "chromium", "missing", "postgres_programs"]

#: Set by `./test --all`: a missing program fails its tests instead of skipping them
ALL = "STRAMASH_TEST_ALL"
#: Chromium should talk to nobody but us
QUIET = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
#: Names of Chromium; the headless shell first, because it starts faster and draws no window
_BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
_POSTGRES = ("/usr/lib/postgresql/*/bin/initdb", "/opt/homebrew/opt/postgresql*/bin/initdb")


def missing(sentence: str) -> NoReturn:
    """Skip the test, or fail it where all tests must run."""
    if os.environ.get(ALL) == "1":
        pytest.fail(f"{sentence} ./test --all needs it.")
    pytest.skip(sentence)


def chromium() -> str:
    """Return the path of Chromium."""
    for name in _BROWSERS:
        if found := shutil.which(name):
            return found
    missing("Chromium is not installed: on Debian, apt install chromium.")


def postgres_programs() -> Path:
    """Return the folder of PostgreSQL's programs."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    for pattern in _POSTGRES:
        if there := sorted(Path("/").glob(pattern[1:])):
            return there[-1].parent
    missing("PostgreSQL is not installed: on Debian, apt install postgresql.")
