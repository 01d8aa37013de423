"""A server plays from its first second, and compiles in the background what is asked for first."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from stramash.bots.compiled import BOTS
from stramash.core.background import RULES, Compiler, CompilerFailed, Part, Report
from stramash.games import load, names
from stramash.table.domain.errors import BadRequest
from stramash.table.server import warmup
from stramash.table.server.lobby import NewTable
from stramash.table.server.rehearsal import REHEARSAL, rehearsal_mark, show
from stramash.table.server.seating import SeatRequest
from stramash.table.server.warmup import WarmUp
from stramash.table.settings import ServerSettings
from tests.table.server import GAME, HTTP, serving
from tests.table.services_driver import SECRET, run_services

PARTS = [RULES, BOTS, REHEARSAL]

Compile = Callable[[str, Part], None]


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Four imaginary games of which nothing is compiled."""
    games = ["first", "second", "third", "fourth"]
    rules = SimpleNamespace(deal=None)
    monkeypatch.setattr(warmup, "names", lambda: list(games))
    monkeypatch.setattr(warmup, "load", lambda name: SimpleNamespace(name=name, rules=rules))
    for mark in ("ready_mark", "bots_mark", "rehearsal_mark"):
        monkeypatch.setattr(warmup, mark, lambda *_about: tmp_path / "nothing.ready")
    monkeypatch.setattr(warmup, "home_of", lambda _rule: "somewhere")
    monkeypatch.setattr(warmup, "allow_calls", lambda *_what: None)
    monkeypatch.setattr(warmup, "bots_are_compiled", lambda _game: True)
    return games


def compile_by(monkeypatch: pytest.MonkeyPatch, work: Compile) -> None:
    """Let a function compile instead of a child process."""

    def instead(_self: Compiler, game: SimpleNamespace, parts: Sequence[Part], report: Report) -> None:
        for part in parts:
            work(game.name, part)
            report(part, 1, 1)

    monkeypatch.setattr(Compiler, "compile", instead)


def wait_until(true: Callable[[], object], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not come to pass"
        time.sleep(0.02)


def bots_ready(warm_up: WarmUp) -> list[str]:
    return [name for name, progress in warm_up.progress().items() if progress.bots_ready]


def test_a_game_that_is_asked_for_does_not_wait_for_the_others(
    monkeypatch: pytest.MonkeyPatch, games: list[str]
) -> None:
    order: list[tuple[str, Part]] = []
    begun, go_on = threading.Event(), threading.Event()

    def work(name: str, part: Part) -> None:
        order.append((name, part))
        begun.set()
        assert name == "fourth" or go_on.wait(30)

    compile_by(monkeypatch, work)
    warm_up = WarmUp()
    assert begun.wait(30)
    for _ in range(2):
        warm_up.hurry("fourth")
    wait_until(lambda: bots_ready(warm_up) == ["fourth"])
    go_on.set()
    wait_until(lambda: bots_ready(warm_up) == games)
    assert [part for name, part in order if name == "fourth"] == PARTS
    assert sorted({name for name, _ in order}) == sorted(games)


def test_rules_are_used_before_the_bots_are_compiled(
    monkeypatch: pytest.MonkeyPatch, games: list[str]
) -> None:
    go_on = threading.Event()

    def work(_name: str, part: Part) -> None:
        assert part == RULES or go_on.wait(30)

    compile_by(monkeypatch, work)
    warm_up = WarmUp()
    assert warm_up.wait("second", 30)
    assert not bots_ready(warm_up)
    told: list[str] = []
    warm_up.after_bots("second", lambda: told.append("second"))
    assert told == []
    go_on.set()
    wait_until(lambda: told == ["second"])
    warm_up.after_bots("second", lambda: told.append("again"))
    assert told == ["second", "again"]


def test_a_game_that_does_not_compile_keeps_none_of_the_others_from_it(
    monkeypatch: pytest.MonkeyPatch, games: list[str]
) -> None:
    def work(name: str, _part: Part) -> None:
        if name == "second":
            raise RuntimeError("a rule that Numba does not like")

    compile_by(monkeypatch, work)
    warm_up = WarmUp()
    assert not warm_up.wait("second", 30)
    assert "RuntimeError" in warm_up.progress()["second"].problem
    told: list[str] = []
    warm_up.after_bots("second", lambda: told.append("told"))
    assert told == ["told"]
    wait_until(lambda: bots_ready(warm_up) == ["first", "third", "fourth"])


@pytest.mark.parametrize(
    "bot",
    ["search:3600s", "search:999999999", "search:1s,threads=900", "search:x", "guided:3600s", "guided:99999"],
)
def test_a_stranger_cannot_have_a_bot_think_for_hours(tmp_path: Path, bot: str) -> None:
    with run_services(ServerSettings(database=f"sqlite:///{tmp_path / 'table.db'}", warm_up=False)) as stage:
        lobby = stage.services.lobby
        with pytest.raises(BadRequest, match=f"{bot[:6]}:|search:"):
            stage.do(
                lobby.create(NewTable(GAME, [SeatRequest("person"), SeatRequest("bot", bot=bot)]), SECRET)
            )
        assert stage.do(
            lobby.create(NewTable(GAME, [SeatRequest("person"), SeatRequest("bot", bot="search:2s")]), SECRET)
        )


def test_another_process_compiles_tells_how_far_it_is_and_ends_with_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STRAMASH_CACHE", str(tmp_path))
    compiler = Compiler()
    told: list[tuple[Part, int, int]] = []

    def report(part: Part, done: int, total: int) -> None:
        told.append((part, done, total))
        compiler.close()

    with pytest.raises(CompilerFailed, match="ended with"):
        compiler.compile(load(GAME), [RULES], report)
    assert told[0][:2] == (RULES, 0)
    assert told[0][2] > 5
    with pytest.raises(CompilerFailed, match="this process ends"):
        compiler.compile(load(GAME), [RULES], report)


def test_a_compiler_whose_server_was_killed_ends_too(tmp_path: Path) -> None:
    game = f"{type(load(GAME)).__module__}:{type(load(GAME)).__qualname__}"
    command = [sys.executable, "-m", "stramash.core.compiler", "10", game, RULES]
    environment = {**os.environ, "STRAMASH_CACHE": str(tmp_path)}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as compiler:
        assert compiler.stdin is not None
        assert compiler.stdout is not None
        assert compiler.stdout.readline().startswith(f"{RULES} 0 ".encode())
        compiler.stdin.close()  # as the system does when a process dies, however it died
        assert compiler.wait(120) == 1
    assert not list(tmp_path.glob("*.ready"))


def test_a_table_is_played_before_anything_is_compiled(tmp_path: Path) -> None:
    """Its cache is empty, and compiling takes longer than the first moves."""
    with serving(f"sqlite:///{tmp_path / 'table.db'}", warm=False, STRAMASH_CACHE=str(tmp_path)) as server:
        progress = HTTP.get(f"{server.url}/warm-up").json()
        assert sorted(progress) == names()
        assert not any(game["rules_ready"] or game["bots_ready"] for game in progress.values())
        wanted = {"game": GAME, "seats": [{"kind": "person"}, {"kind": "bot", "bot": "chieftain"}]}
        seated = HTTP.post(f"{server.url}/api/tables", json=wanted).json()
        place = f"{server.url}/api/tables/{seated['id']}"
        secret = {"Authorization": f"Bearer {seated['secret']}"}
        legal = HTTP.get(f"{place}/legal", headers=secret).json()["legal"]
        hint = HTTP.post(f"{place}/hint", headers=secret, json={}).json()
        assert hint["action"] in [choice["action"] for choice in legal]
        move = {"action": legal[0]["action"], "ply": 0, "client_id": "one"}
        assert HTTP.post(f"{place}/moves", headers=secret, json=move).status_code == 200
        wait_until(lambda: HTTP.get(place, headers=secret).json()["player"] == 0)
        assert HTTP.get(f"{server.url}/t/{seated['id']}").status_code == 200
        assert HTTP.get(f"{server.url}/learn/{GAME}").status_code == 200


@pytest.mark.parametrize("name", names())
def test_everything_that_a_page_asks_can_be_rehearsed(name: str) -> None:
    position = load(name).deal(seed=2)
    for _ in range(12):
        show(position)
        position.play(position.legal[0])


def test_a_rehearsal_is_held_again_when_a_game_changes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("STRAMASH_CACHE", str(tmp_path))
    marks = {rehearsal_mark(load(name)) for name in names()}
    assert len(marks) == len(names())
    assert all(mark.parent == tmp_path for mark in marks)
