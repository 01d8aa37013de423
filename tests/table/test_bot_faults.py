"""Bots go on after a failed write, an error of their own, and a clock that jumps."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from stramash import bots
from stramash.core.position import View
from stramash.table.domain.story import log_lines
from stramash.table.server.seating import SeatRequest
from stramash.table.settings import ServerSettings
from tests.table.server import GAME
from tests.table.services_driver import ServicesDriver, legal, run_services, wait_until


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServicesDriver]:
    monkeypatch.setattr("stramash.table.server.bot_runner._FIRST_PAUSE", 0.01)
    with run_services(ServerSettings(database=f"sqlite:///{tmp_path / 'table.db'}", pace=0)) as stage:
        assert stage.services.warm_up.wait(GAME, 400)
        yield stage


@pytest.mark.parametrize("failures", [1, 6])
def test_a_bot_whose_write_fails_tries_again_until_it_is_stored(
    stage: ServicesDriver, monkeypatch: pytest.MonkeyPatch, failures: int
) -> None:
    room = stage.create(GAME, [SeatRequest("person"), SeatRequest("bot", bot="greedy")])
    writers = stage.services.store._writers
    run = writers.run
    written: list[object] = []

    async def disk_full(job: object) -> None:
        written.append(job)
        if 1 < len(written) <= 1 + failures:  # the person's move is stored, then the bot's fails
            raise OSError("no space left on device")
        await run(job)  # type: ignore[arg-type]

    monkeypatch.setattr(writers, "run", disk_full)
    stage.play(room, 0, legal(room)[0])
    wait_until(lambda: room.state.player == 0)
    assert len(written) == 2 + failures
    assert room.state.version == 2


class Broken:
    """A bot that raises an error each time, or the first few times."""

    name = "broken"

    def __init__(self, failures: int) -> None:
        self.failures = failures

    def choose(self, view: View) -> int:
        if self.failures > 0:
            self.failures -= 1
            return self.fail(view)
        return view.legal[0]

    def fail(self, view: View) -> int:
        raise RuntimeError("a bot that gives up")


class Cheat(Broken):
    """A bot that chooses what is not legal."""

    def fail(self, view: View) -> int:
        legal = set(view.legal)
        return next(action for action in range(len(view.game.notations)) if action not in legal)


def seat_broken_bot(monkeypatch: pytest.MonkeyPatch, failures: int, kind: type[Broken] = Broken) -> None:
    """Let every greedy bot be a broken one."""
    broken, make = kind(failures), bots.make

    def make_broken(spec: str, seed: int | None = None) -> bots.Bot:
        return broken if spec == "greedy" else make(spec, seed)

    monkeypatch.setattr("stramash.bots.make", make_broken)


@pytest.mark.parametrize("kind", [Broken, Cheat])
def test_a_bot_that_fails_once_is_asked_again(
    stage: ServicesDriver, monkeypatch: pytest.MonkeyPatch, kind: type[Broken]
) -> None:
    seat_broken_bot(monkeypatch, failures=2, kind=kind)
    room = stage.create(GAME, [SeatRequest("bot", bot="greedy"), SeatRequest("person")])
    wait_until(lambda: room.state.player == 1)
    assert room.state.seats[0].bot == "greedy"


@pytest.mark.parametrize("kind", [Broken, Cheat])
def test_a_bot_that_keeps_failing_is_replaced_and_the_story_says_so(
    stage: ServicesDriver, monkeypatch: pytest.MonkeyPatch, kind: type[Broken]
) -> None:
    seat_broken_bot(monkeypatch, failures=10**9, kind=kind)
    room = stage.create(GAME, [SeatRequest("bot", bot="greedy"), SeatRequest("person")])
    wait_until(lambda: room.state.player == 1)
    assert room.state.seats[0].bot == "crofter"
    lines = log_lines(room.state, None, "en", lambda event, who: f"{who} {event.kind} {event.content}")
    assert lines[0].text == "Broken replace crofter"


def test_bots_that_never_come_to_an_end_are_replaced_and_keep_nobody_waiting(
    stage: ServicesDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stramash.table.server.fair_pool.LONGEST_JOB", 1.0)
    enough = threading.Event()

    class Endless(Broken):
        def fail(self, view: View) -> int:
            assert enough.wait(300)
            return view.legal[0]

    seat_broken_bot(monkeypatch, failures=10**9, kind=Endless)
    try:
        rooms = [
            stage.create(GAME, [SeatRequest("bot", bot="greedy"), SeatRequest("person")]) for _ in range(3)
        ]
        wait_until(lambda: all(room.state.player == 1 for room in rooms), 60)
        assert [room.state.seats[0].bot for room in rooms] == ["crofter"] * 3
    finally:
        enough.set()


def test_hints_that_never_come_to_an_end_keep_nobody_waiting(
    stage: ServicesDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stramash.table.server.fair_pool.LONGEST_JOB", 0.3)
    enough = threading.Event()
    try:
        for _ in range(stage.services.settings.thinkers + 1):
            with pytest.raises(TimeoutError):
                stage.do(stage.services.pool.run(lambda: enough.wait(300), "somebody"))
        assert stage.do(stage.services.pool.run(lambda: "a hint", "somebody")) == "a hint"
    finally:
        enough.set()


@pytest.mark.parametrize("jump", [-3600.0, 3600.0])
def test_a_clock_that_jumps_does_not_silence_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    real = time.time
    with run_services(ServerSettings(database=f"sqlite:///{tmp_path / 'table.db'}", pace=0.05)) as stage:
        assert stage.services.warm_up.wait(GAME, 400)
        room = stage.create(GAME, [SeatRequest("person"), SeatRequest("bot", bot="greedy")])
        stage.play(room, 0, legal(room)[0])
        wait_until(lambda: room.state.player == 0)
        stage.play(room, 0, legal(room)[0])
        monkeypatch.setattr(time, "time", lambda: real() + jump)
        for _ in range(3):
            wait_until(lambda: room.state.player == 0, 60)
            stage.play(room, 0, legal(room)[0])
        wait_until(lambda: room.state.player == 0, 60)
