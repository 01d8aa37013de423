"""What is compiled is compiled once, and does not stay for ever."""

from __future__ import annotations

import multiprocessing
import os
import time
from pathlib import Path

import pytest

from stramash.core.compiling import forget_unused, once_on_this_machine

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
