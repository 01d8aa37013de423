"""./play and ./test prepare themselves, and say what is missing where they cannot."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="./play and ./test are shell scripts")

ROOT = Path(__file__).parents[2]
FILES = (
    "play",
    "test",
    ".ci/environment",
    ".ci/link.py",
    ".ci/run",
    "pyproject.toml",
    "requirements.lock",
    "requirements-dev.lock",
    "requirements-learn.lock",
)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A bare checkout: the scripts and what they read."""
    folder = tmp_path / "checkout"
    for name in FILES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


def pretend_python(folder: Path, body: str) -> Path:
    """Write a program that answers like a Python would."""
    python = folder / "python-here"
    python.write_text(f"#!/bin/sh\n{body}\n", "utf-8")
    python.chmod(0o755)
    return python


def run(checkout: Path, script: str, python: Path) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": str(checkout), "PYTHON": str(python)}
    return subprocess.run(
        [str(checkout / script)],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("script", ["play", "test", ".ci/run"])
def test_without_python_3_11_they_say_what_is_needed(checkout: Path, script: str) -> None:
    done = run(checkout, script, pretend_python(checkout, "exit 1"))
    assert done.returncode == 1
    assert "needs Python 3.11 or later" in done.stderr
    assert not (checkout / ".venv").exists()


@pytest.mark.parametrize("script", ["play", "test"])
def test_without_venv_they_name_the_package_to_install(checkout: Path, script: str) -> None:
    """On Debian, Python comes without ensurepip unless one asks for it."""
    old = 'case "$*" in *ensurepip*) exit 1;; *print*) echo 3.12;; esac'
    done = run(checkout, script, pretend_python(checkout, old))
    assert done.returncode == 1
    assert "sudo apt install python3.12-venv" in done.stderr
    assert not (checkout / ".venv").exists()


OFFLINE = """
case "$*" in
    *"-m venv"*) mkdir -p .venv/bin; cp "$0" .venv/bin/python;;
    *install*) echo "no route to any index" >&2; exit 1;;
    *) echo Python 3.12.0;;
esac
"""


def test_offline_they_say_so_and_try_again_next_time(checkout: Path) -> None:
    python = pretend_python(checkout, OFFLINE)
    for _ in range(2):
        done = run(checkout, "play", python)
        assert done.returncode == 1
        assert "no route to any index" in done.stderr
        assert "If this machine is offline" in done.stderr


ONLINE = """
case "$*" in
    *"-m venv"*) mkdir -p .venv/bin; cp "$0" .venv/bin/python
                 printf '#!/bin/sh\\necho "stramash $*"' >.venv/bin/stramash; chmod +x .venv/bin/stramash;;
    *install*) echo "$*" >>installed;;
    *link.py*) echo linked >>installed;;
    *) echo Python 3.12.0;;
esac
"""


def test_what_is_up_to_date_is_not_installed_again(checkout: Path) -> None:
    python = pretend_python(checkout, ONLINE)
    done = run(checkout, "play", python)
    assert done.stdout == "stramash serve\n", done.stderr
    once = (checkout / "installed").read_text("utf-8")
    assert "--requirement=requirements.lock" in once
    assert once.endswith("linked\n")
    done = run(checkout, "play", python)
    assert (done.stdout, done.stderr) == ("stramash serve\n", "")
    assert (checkout / "installed").read_text("utf-8") == once
    with (checkout / "requirements.lock").open("a", encoding="utf-8") as lock:
        lock.write("# a change\n")
    run(checkout, "play", python)
    assert (checkout / "installed").read_text("utf-8") == 2 * once


def test_a_linked_checkout_has_its_metadata_and_its_command(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path)], check=True)
    python = tmp_path / "bin" / "python"
    for _ in range(2):  # a second time replaces the first
        subprocess.run([python, str(ROOT / ".ci" / "link.py")], check=True)
    script = (
        "import importlib.metadata as metadata, importlib.util as modules\n"
        "print(metadata.version('stramash'), modules.find_spec('stramash').origin)"
    )
    said = subprocess.run([python, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert said == [version("stramash"), str(ROOT / "src" / "stramash" / "__init__.py")]
    assert os.access(tmp_path / "bin" / "stramash", os.X_OK)


def test_the_command_of_a_linked_checkout_runs_once_and_not_again_in_processes_that_it_starts(
    tmp_path: Path,
) -> None:
    """Tournaments and training start processes, which import the file of the command."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path)], check=True)
    python, command = tmp_path / "bin" / "python", tmp_path / "bin" / "stramash"
    subprocess.run([python, str(ROOT / ".ci" / "link.py")], check=True)
    instead = tmp_path / "instead" / "stramash"
    instead.mkdir(parents=True)
    (instead / "__init__.py").write_text("")
    (instead / "cli.py").write_text("def main(): print('ran')")
    environment = os.environ | {"PYTHONPATH": str(instead.parent)}
    imports = f"import runpy; runpy.run_path({str(command)!r}, run_name='__mp_main__')"
    programs: list[tuple[list[str], str]] = [([str(command)], "ran\n"), ([str(python), "-c", imports], "")]
    for program, says in programs:
        done = subprocess.run(program, env=environment, capture_output=True, text=True, check=True)
        assert done.stdout == says


def test_the_tests_install_what_learning_needs_too_and_play_is_content_with_it(checkout: Path) -> None:
    python = pretend_python(checkout, ONLINE)
    run(checkout, "test", python)
    installed = (checkout / "installed").read_text("utf-8")
    assert "--requirement=requirements-dev.lock --requirement=requirements-learn.lock" in installed
    assert run(checkout, "play", python).stdout == "stramash serve\n"
    assert (checkout / "installed").read_text("utf-8") == installed


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock", "requirements-learn.lock"])
def test_the_locks_pin_versions_and_name_no_index(name: str) -> None:
    lines = [line for line in (ROOT / name).read_text("utf-8").splitlines() if line.lstrip()[:1] != "#"]
    assert lines
    assert all("==" in line and "://" not in line and not line.startswith("-") for line in lines)
