"""A server answers while its rules still compile, and compiles the game that is asked for first."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from stramash.games import names
from stramash.table.errors import NotReady
from stramash.table.rooms import Rooms, Wish
from stramash.table.settings import Settings
from stramash.table.warmup import Progress, WarmUp
from tests.table.server import GAME, HTTP, serving


def test_the_game_asked_for_comes_first_and_each_is_prepared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    games = ["first", "second", "third", "fourth"]
    monkeypatch.setattr("stramash.table.warmup.names", lambda: list(games))
    order: list[str] = []
    begun, go_on = threading.Event(), threading.Event()

    def prepare(_self: WarmUp, name: str, _progress: Progress) -> None:
        order.append(name)
        begun.set()
        go_on.wait(10)

    monkeypatch.setattr(WarmUp, "_prepare", prepare)
    warm_up = WarmUp()
    assert begun.wait(10)
    for _ in range(2):
        with pytest.raises(NotReady, match="being compiled"):
            warm_up.ask("fourth")
    go_on.set()
    assert all(warm_up.wait(name, 10) for name in games)
    warm_up.ask("fourth")
    assert order == ["first", "fourth", "second", "third"]


def test_a_game_that_does_not_compile_keeps_none_of_the_others_from_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("stramash.table.warmup.names", lambda: ["broken", "sound"])

    def prepare(_self: WarmUp, name: str, _progress: Progress) -> None:
        if name == "broken":
            raise RuntimeError("a rule that Numba does not like")

    monkeypatch.setattr(WarmUp, "_prepare", prepare)
    warm_up = WarmUp()
    assert warm_up.wait("sound", 10)
    assert not warm_up.wait("broken", 10)
    with pytest.raises(NotReady, match="cannot be compiled"):
        warm_up.ask("broken")


def test_a_table_can_be_opened_before_its_rules_are_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = threading.Event()
    real: Callable[[WarmUp, str, Progress], None] = WarmUp._prepare

    def prepare(self: WarmUp, name: str, progress: Progress) -> None:
        held.wait(30)
        real(self, name, progress)

    monkeypatch.setattr(WarmUp, "_prepare", prepare)
    rooms = Rooms(Settings(database=f"sqlite:///{tmp_path / 'table.db'}", pace=0))
    try:
        table = rooms.create(GAME, [Wish("person"), Wish("bot")], "secret")
        with pytest.raises(NotReady):
            rooms.get(table)
        held.set()
        assert rooms.warm_up.wait(GAME, 400)
        assert rooms.get(table).status == "playing"
    finally:
        held.set()
        rooms.close()


def test_the_first_answer_comes_before_anything_is_compiled(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'table.db'}", warm=False, STRAMASH_CACHE=str(tmp_path)) as server:
        assert HTTP.get(f"{server.url}/healthz").status_code == 200
        progress = HTTP.get(f"{server.url}/warm-up").json()
        assert sorted(progress) == names()
        assert not any(game["ready"] for game in progress.values())
        answer = HTTP.post(f"{server.url}/api/tables", json={"game": GAME})
        assert answer.status_code == 201
        waiting = HTTP.get(f"{server.url}/api/tables/{answer.json()['id']}")
        assert (waiting.status_code, waiting.json()["error"]) == (503, "not-ready")
        assert waiting.headers["retry-after"]
