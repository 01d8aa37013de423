"""What is compiled is compiled once, and does not stay for ever."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import stramash
from stramash.core.compiling import CacheNotWritable, forget_unused, once_on_this_machine
from stramash.core.rule import cache_folder

RULES, OTHERS, SEARCH = "0123456789abcdef", "fedcba9876543210", "00112233445566aa"


def compile_slowly(folder: Path) -> None:
    with once_on_this_machine(folder / f"game-{RULES}.ready") as needed:
        if needed:
            with (folder / "compilations").open("a") as book:
                book.write("once\n")
            time.sleep(0.3)


def test_processes_that_want_the_same_at_once_compile_it_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=compile_slowly, args=(tmp_path,)) for _ in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0, 0]
    assert (tmp_path / "compilations").read_text() == "once\n"


def test_what_failed_to_compile_is_not_called_ready(tmp_path: Path) -> None:
    mark = tmp_path / "game.ready"
    with pytest.raises(ZeroDivisionError), once_on_this_machine(mark):
        raise ZeroDivisionError
    with once_on_this_machine(mark) as needed:
        assert needed


def age(mark: Path, days: int) -> None:
    then = time.time() - days * 24 * 60 * 60
    os.utime(mark, (then, then))


def test_machine_code_that_nobody_used_for_long_goes(tmp_path: Path) -> None:
    for key in (RULES, OTHERS, SEARCH):
        (tmp_path / key).mkdir()
    old = [
        tmp_path / f"lords-of-scotland-{RULES}.ready",
        tmp_path / f"glen-more-search-{SEARCH}-{RULES}.ready",
    ]
    young = tmp_path / f"glen-more-search-{SEARCH}-{OTHERS}.ready"
    for mark in (*old, young):
        mark.touch()
    for mark in old:
        age(mark, 90)
    forget_unused(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([SEARCH, OTHERS, young.name])


def test_use_keeps_machine_code_young(tmp_path: Path) -> None:
    mark = tmp_path / f"game-{RULES}.ready"
    mark.touch()
    age(mark, 90)
    with once_on_this_machine(mark) as needed:
        assert not needed
    forget_unused(tmp_path)
    assert mark.exists()


#: Prints where machine code is kept, whether it is used, and how many actions a deal has
COMPILED = """
import stramash
from stramash.core.rule import cache_folder
game = stramash.load("schotten-totten")
actions = len(game.deal(seed=1).legal)
print(cache_folder(), game.compiled, actions)
"""


def read_only(folder: Path, command: list[str], environment: dict[str, str]) -> str:
    """Return what a command prints for which a folder cannot be written, even where it runs as root."""
    if sys.platform == "win32":
        pytest.skip("needs permissions of a POSIX system")
    if os.geteuid() == 0:
        if subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode:
            pytest.skip("root can write everywhere, and this machine forbids mounting a folder read-only")
        mount = f"mount --bind {folder} {folder} && mount -o remount,ro,bind {folder}"
        command = ["unshare", "--mount", "sh", "-c", f'{mount} && exec "$@"', "sh", *command]
    else:
        folder.chmod(0o555)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_filled_cache_that_cannot_be_written_is_used(tmp_path: Path) -> None:
    game = stramash.load("schotten-totten")
    game.compile_rules()
    filled = tmp_path / "rules"
    shutil.copytree(cache_folder(), filled)
    environment = {**os.environ, "STRAMASH_CACHE": str(filled), "TMPDIR": str(tmp_path)}
    told = read_only(filled, [sys.executable, "-c", COMPILED], environment)
    assert told.split() == [str(filled), "True", "54"]


def test_an_empty_cache_that_cannot_be_written_is_replaced_by_a_temporary_one(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    environment = {**os.environ, "STRAMASH_CACHE": str(tmp_path / "file" / "rules"), "TMPDIR": str(tmp_path)}
    environment["STRAMASH_BACKGROUND"] = "0"
    done = subprocess.run(
        [sys.executable, "-c", COMPILED], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == [str(tmp_path / "stramash" / "rules"), "False", "54"], done.stderr


#: Loads all games at once; checks for each rule where its machine code is kept
AT_ONCE = """
import gc, sys, threading
import numba, stramash
from stramash.core.machine_code import Rule
from stramash.core.rule import cache_folder, sources_key
sys.setswitchinterval(1e-5)
threads = [threading.Thread(target=stramash.load, args=(name,)) for name in stramash.games()]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
for rule in [one for one in gc.get_objects() if isinstance(one, Rule)]:
    path, folder = rule._cache.cache_path, cache_folder() / sources_key(rule)
    assert path.startswith(str(folder)), (path, folder)
assert numba.config.CACHE_DIR == ""
"""


def test_games_that_are_loaded_at_once_keep_their_machine_code_apart(tmp_path: Path) -> None:
    command = [sys.executable, "-c", AT_ONCE]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_kept_the_error_names_the_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    mark = tmp_path / "file" / "game.ready"
    with pytest.raises(CacheNotWritable, match="Set STRAMASH_CACHE"), once_on_this_machine(mark):
        pass
