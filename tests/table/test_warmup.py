"""A server answers while its rules still compile, and compiles what is asked for first."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from stramash.games import load, names
from stramash.table.domain.errors import BadRequest
from stramash.table.server.compiler import RULES, SEARCH, Compiler, Tell
from stramash.table.server.errors import BotNotReady, NotReady
from stramash.table.server.lobby import NewTable
from stramash.table.server.seating import SeatRequest
from stramash.table.server.warmup import WarmUp
from stramash.table.settings import Settings
from tests.table.backstage import SECRET, backstage
from tests.table.server import GAME, HTTP, serving

Compile = Callable[[str, str], None]


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Four games of the mind, one worker: to see in which order they are prepared."""
    games = ["first", "second", "third", "fourth"]
    monkeypatch.setattr("stramash.table.server.warmup.names", lambda: list(games))
    monkeypatch.setattr("stramash.table.server.warmup.load", lambda name: SimpleNamespace(name=name))
    monkeypatch.setattr("stramash.table.server.warmup._touch", lambda _game: None)
    monkeypatch.setattr("stramash.table.server.warmup.grow_here", lambda _game: None)
    monkeypatch.setattr("stramash.table.server.warmup._WORKERS", 1)
    return games


def compile_by(monkeypatch: pytest.MonkeyPatch, work: Compile) -> None:
    def instead(_self: Compiler, game: SimpleNamespace, part: str, tell: Tell) -> None:
        work(game.name, part)

    monkeypatch.setattr(Compiler, "compile", instead)


def wait_until(true: Callable[[], object], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not come to pass"
        time.sleep(0.02)


def test_all_rules_come_before_the_first_search_and_what_was_asked_for_before_the_rest(
    monkeypatch: pytest.MonkeyPatch, games: list[str]
) -> None:
    order: list[tuple[str, str]] = []
    begun, go_on = threading.Event(), threading.Event()

    def work(name: str, part: str) -> None:
        order.append((name, part))
        begun.set()
        assert go_on.wait(30)

    compile_by(monkeypatch, work)
    warm_up = WarmUp()
    assert begun.wait(30)
    for _ in range(2):
        with pytest.raises(NotReady, match="being compiled"):
            warm_up.ask("fourth")
    with pytest.raises(BotNotReady, match="getting ready"):
        warm_up.ask_search("third")
    go_on.set()
    wait_until(lambda: all(warm_up.search_ready(name) for name in games))
    warm_up.ask("fourth")
    warm_up.ask_search("fourth")
    asked = ["third", "fourth", "second"]
    assert order[:4] == [(name, RULES) for name in ["first", *asked]]
    assert order[4:] == [(name, SEARCH) for name in ["third", "fourth", "first", "second"]]


def test_a_game_is_ready_when_its_rules_are_whatever_the_search_takes(
    monkeypatch: pytest.MonkeyPatch, games: list[str]
) -> None:
    go_on = threading.Event()

    def work(_name: str, part: str) -> None:
        assert part == RULES or go_on.wait(30)

    compile_by(monkeypatch, work)
    warm_up = WarmUp()
    assert all(warm_up.wait(name, 30) for name in games)
    assert not any(warm_up.search_ready(name) for name in games)
    told: list[str] = []
    warm_up.after_search("second", lambda: told.append("second"))
    assert told == []
    go_on.set()
    wait_until(lambda: told == ["second"])
    warm_up.after_search("second", lambda: told.append("again"))
    assert told == ["second", "again"]


def test_a_game_that_does_not_compile_keeps_none_of_the_others_from_it(
    monkeypatch: pytest.MonkeyPatch, games: list[str]
) -> None:
    def work(name: str, _part: str) -> None:
        if name == "second":
            raise RuntimeError("a rule that Numba does not like")

    compile_by(monkeypatch, work)
    warm_up = WarmUp()
    assert warm_up.wait("fourth", 30)
    assert not warm_up.wait("second", 30)
    with pytest.raises(NotReady, match="cannot be compiled"):
        warm_up.ask("second")
    wait_until(lambda: warm_up.search_ready("fourth"))


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> dict[str, threading.Event]:
    """Real games, whose rules and searches are ready when a test says so."""
    held = {RULES: threading.Event(), SEARCH: threading.Event()}

    def work(_name: str, part: str) -> None:
        assert held[part].wait(400)

    compile_by(monkeypatch, work)
    return held


def test_a_table_can_be_opened_before_its_rules_are_ready(
    tmp_path: Path, held: dict[str, threading.Event]
) -> None:
    with backstage(Settings(database=f"sqlite:///{tmp_path / 'table.db'}", pace=0)) as stage:
        try:
            new = NewTable(GAME, [SeatRequest("person"), SeatRequest("bot")])
            table = stage.do(stage.services.lobby.create(new, SECRET))
            with pytest.raises(NotReady):
                stage.room(table)
            held[RULES].set()
            assert stage.services.warm_up.wait(GAME, 400)
            assert stage.room(table).state.status == "playing"
        finally:
            held[RULES].set()
            held[SEARCH].set()


def test_a_bot_whose_search_is_not_compiled_yet_is_said_to_get_ready_and_then_moves(
    tmp_path: Path, held: dict[str, threading.Event]
) -> None:
    held[RULES].set()
    with backstage(Settings(database=f"sqlite:///{tmp_path / 'table.db'}", pace=0)) as stage:
        try:
            runner = stage.services.bots
            assert stage.services.warm_up.wait(GAME, 400)
            searching = stage.create(GAME, [SeatRequest("bot", bot="laird"), SeatRequest("person")])
            simple = stage.create(GAME, [SeatRequest("bot", bot="greedy"), SeatRequest("person")])
            wait_until(lambda: simple.state.ply)
            assert (runner.is_getting_ready(searching.state), searching.state.ply) == (True, 0)
            assert not runner.is_getting_ready(simple.state)
            with pytest.raises(BotNotReady, match="getting ready"):
                stage.services.warm_up.ask_search(GAME)
            held[SEARCH].set()
            wait_until(lambda: searching.state.ply)
            assert not runner.is_getting_ready(searching.state)
            stage.services.warm_up.ask_search(GAME)
        finally:
            held[SEARCH].set()


def test_where_searches_cannot_be_compiled_a_simple_bot_plays_in_their_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(_name: str, part: str) -> None:
        if part == SEARCH:
            raise RuntimeError("a compiler that gives up")

    compile_by(monkeypatch, work)
    with backstage(Settings(database=f"sqlite:///{tmp_path / 'table.db'}", pace=0)) as stage:
        assert stage.services.warm_up.wait(GAME, 400)
        room = stage.create(GAME, [SeatRequest("bot", bot="laird"), SeatRequest("person")])
        wait_until(lambda: room.state.ply)
        assert not stage.services.bots.is_getting_ready(room.state)
        with pytest.raises(BotNotReady, match="cannot think"):
            stage.services.warm_up.ask_search(GAME)


@pytest.mark.parametrize("bot", ["search:3600s", "search:999999999", "search:1s,threads=900", "search:x"])
def test_a_stranger_cannot_have_a_bot_think_for_hours(tmp_path: Path, bot: str) -> None:
    with backstage(Settings(database=f"sqlite:///{tmp_path / 'table.db'}", warm_up=False)) as stage:
        lobby = stage.services.lobby
        with pytest.raises(BadRequest, match="search:"):
            stage.do(
                lobby.create(NewTable(GAME, [SeatRequest("person"), SeatRequest("bot", bot=bot)]), SECRET)
            )
        assert stage.do(
            lobby.create(NewTable(GAME, [SeatRequest("person"), SeatRequest("bot", bot="search:2s")]), SECRET)
        )


def test_what_is_compiled_already_is_not_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(GAME)
    game.prepare()
    monkeypatch.setattr("subprocess.Popen", None)
    Compiler().compile(game, RULES, lambda done, total: None)


def test_another_process_compiles_tells_how_far_it_is_and_ends_with_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STRAMASH_CACHE", str(tmp_path))
    compiler = Compiler()
    told: list[tuple[int, int]] = []

    def tell(done: int, total: int) -> None:
        told.append((done, total))
        compiler.close()

    with pytest.raises(RuntimeError, match="ended with"):
        compiler.compile(load(GAME), RULES, tell)
    assert told[0][0] == 0
    assert told[0][1] > 5
    with pytest.raises(RuntimeError, match="the server ends"):
        compiler.compile(load(GAME), RULES, tell)


def test_a_compiler_whose_server_was_killed_ends_too(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "stramash.table.server.compiler", GAME, RULES]
    environment = {**os.environ, "STRAMASH_CACHE": str(tmp_path)}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as compiler:
        assert compiler.stdin is not None
        assert compiler.stdout is not None
        assert compiler.stdout.readline().startswith(b"0 ")
        compiler.stdin.close()  # as the system does when a process dies, however it died
        assert compiler.wait(120) == 1
    assert not list(tmp_path.glob("*.ready"))


def test_the_first_answer_comes_before_anything_is_compiled(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'table.db'}", warm=False, STRAMASH_CACHE=str(tmp_path)) as server:
        assert HTTP.get(f"{server.url}/").status_code == 200
        progress = HTTP.get(f"{server.url}/warm-up").json()
        assert sorted(progress) == names()
        assert not any(game["ready"] or game["search_ready"] for game in progress.values())
        answer = HTTP.post(f"{server.url}/api/tables", json={"game": GAME})
        assert answer.status_code == 201
        waiting = HTTP.get(f"{server.url}/api/tables/{answer.json()['id']}")
        assert (waiting.status_code, waiting.json()["error"]) == (503, "not-ready")
        assert waiting.headers["retry-after"]
        assert HTTP.get(f"{server.url}/t/{answer.json()['id']}").status_code == 503
