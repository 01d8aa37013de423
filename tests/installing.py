"""Packages with a game, installed for a test: for this process, and for those it starts."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from stramash.games import find


def forget_games() -> None:
    """Search for games again."""
    sys.modules["stramash.games"]._elsewhere.cache_clear()
    find.cache_clear()


def declare(folder: Path, package: str, **games: str) -> None:
    """Write what an installed package says about itself: its games, as name and object."""
    about = folder / f"{package}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = [f"{name.replace('_', '-')} = {value}" for name, value in games.items()]
    (about / "entry_points.txt").write_text("\n".join(["[stramash.games]", *lines]) + "\n")


def pip_install(package: Path, folder: Path) -> None:
    """Have pip build a package and install it into a folder, from nothing but this machine."""
    quiet = ["--quiet", "--disable-pip-version-check", "--no-input", "--no-index"]
    offline = ["--no-deps", "--no-build-isolation", "--target", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", "install", *quiet, *offline, str(package)], check=True)


@contextmanager
def on_the_path(*folders: Path) -> Iterator[None]:
    """Add folders to the import path of this process and its children, and find the games there."""
    added = [str(folder) for folder in folders]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([*added, os.environ.get("PYTHONPATH", "")]).rstrip(":"))
        for folder in added:
            patch.syspath_prepend(folder)
        forget_games()
        yield
    forget_games()
