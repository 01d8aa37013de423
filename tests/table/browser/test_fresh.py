"""A newcomer's first game: nothing is compiled on this machine, and the table is usable all the same."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from stramash.core.rule import INTERPRETED, ready_mark
from stramash.games import load, names
from tests.table.browser.hands import click_a_move, my_move, start, version, wait_for_change
from tests.table.server import HTTP, Server, serving

pytestmark = pytest.mark.skipif(INTERPRETED, reason="rules are interpreted here: nothing is compiled")


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server with an empty cache, whose compilers wait for a lock that this test holds."""
    if sys.platform == "win32":
        pytest.skip("compilers take no lock on Windows")
    import fcntl

    cache = tmp_path / "cache"
    cache.mkdir()
    monkeypatch.setenv("STRAMASH_CACHE", str(cache))
    marks = [ready_mark(load(name).rules.deal, name) for name in names()]
    locks = [mark.with_suffix(".lock").open("w") for mark in marks]
    for lock in locks:
        fcntl.flock(lock, fcntl.LOCK_EX)
    with serving(f"sqlite:///{tmp_path / 'table.db'}", warm=False, STRAMASH_CACHE=str(cache)) as server:
        yield server
    for lock in locks:
        lock.close()


@pytest.mark.parametrize("title", ["Schotten Totten", "Lords of Scotland", "Glen More"])
def test_a_game_is_played_while_it_is_being_compiled(
    visit: Callable[..., Page], server: Server, title: str
) -> None:
    page = visit()
    start(page, title)
    expect(page.locator("#table")).to_be_visible()
    for _ in range(3):  # own actions; the bot answers between them
        assert my_move(page)
        before = version(page)
        click_a_move(page)
        wait_for_change(page, before)
    assert my_move(page)
    progress = HTTP.get(f"{server.url}/warm-up").json()
    assert not any(game["rules_ready"] for game in progress.values())
