"""Rooms on one log that do not know of each other, as in two processes."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path

import pytest

from stramash.bots import GreedyBot
from stramash.core.position import View
from stramash.table.domain.commands import Play
from stramash.table.domain.errors import StaleCommand
from stramash.table.domain.seats import fingerprint
from stramash.table.server.errors import StoreUnavailable
from stramash.table.server.seating import SeatRequest
from stramash.table.settings import ServerSettings
from tests.table.server import GAME
from tests.table.services_driver import SECRET, ServicesDriver, legal, run_services, wait_until

CROWD = 30


def move(number: int, action: str) -> Play:
    by = fingerprint(SECRET)
    return Play(id=f"move-{number}", by=by, version=0, at=time.time(), action=action, ply=0)


def test_a_crowd_that_moves_at_once_where_another_was_faster_is_answered(tmp_path: Path) -> None:
    settings = ServerSettings(database=f"sqlite:///{tmp_path / 'table.db'}", pace=0)
    with run_services(settings) as here, run_services(settings) as there:
        assert here.services.warm_up.wait(GAME, 400)
        assert there.services.warm_up.wait(GAME, 400)
        room = here.create(GAME, [SeatRequest("person"), SeatRequest("local")])
        other = there.room(room.id)
        first, second = legal(room)[:2]
        there.play(other, 0, first)

        async def crowd() -> list[object]:
            moves = (room.submit(move(number, second)) for number in range(CROWD))
            return await asyncio.wait_for(asyncio.gather(*moves, return_exceptions=True), 120)

        answers = here.do(crowd())
        assert [type(answer) for answer in answers] == [StaleCommand] * CROWD
        assert room.state.ply == other.state.ply == 1


def test_a_move_whose_answer_was_lost_at_another_process_is_found_there(tmp_path: Path) -> None:
    settings = ServerSettings(database=f"sqlite:///{tmp_path / 'table.db'}", pace=0)
    with run_services(settings) as here, run_services(settings) as there:
        assert here.services.warm_up.wait(GAME, 400)
        assert there.services.warm_up.wait(GAME, 400)
        room = here.create(GAME, [SeatRequest("person"), SeatRequest("local")])
        other = there.room(room.id)
        command = move(1, legal(room)[0])
        assert there.submit(other, command) == here.submit(room, command)


def unplug(stage: ServicesDriver, monkeypatch: pytest.MonkeyPatch, *, after_writing: bool) -> None:
    """Let the next write fail: before it is stored, or when only the answer is lost."""
    writers = stage.services.store._writers
    run = writers.run
    failed: list[object] = []

    async def fails_once(job: object) -> None:
        if failed or after_writing:
            await run(job)  # type: ignore[arg-type]
        if not failed:
            failed.append(job)
            raise OSError("unplugged")

    monkeypatch.setattr(writers, "run", fails_once)


@pytest.mark.parametrize("after_writing", [False, True])
def test_a_command_sent_again_after_a_failed_write_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after_writing: bool
) -> None:
    with run_services(ServerSettings(database=f"sqlite:///{tmp_path / 'table.db'}", pace=0)) as stage:
        assert stage.services.warm_up.wait(GAME, 400)
        room = stage.create(GAME, [SeatRequest("person"), SeatRequest("local")])
        unplug(stage, monkeypatch, after_writing=after_writing)
        command = move(1, legal(room)[0])
        with pytest.raises(StoreUnavailable):
            stage.submit(room, command)
        assert stage.submit(room, command).version == 1
        assert stage.submit(room, command).version == 1
        stage.forget_rooms()
        assert stage.room(room.id).state.version == 1


def test_a_room_at_which_a_bot_thinks_is_not_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a second room of the same table would not be notified of the bot's move."""
    enough, choose = threading.Event(), GreedyBot.choose

    def slow(bot: GreedyBot, view: View) -> int:
        assert enough.wait(120)
        return choose(bot, view)

    with run_services(
        ServerSettings(database=f"sqlite:///{tmp_path / 'table.db'}", pace=0, rooms_kept=1)
    ) as stage:
        assert stage.services.warm_up.wait(GAME, 400)
        monkeypatch.setattr(GreedyBot, "choose", slow)
        thinking = stage.create(GAME, [SeatRequest("bot", bot="greedy"), SeatRequest("person")])
        idle = [stage.create(GAME, [SeatRequest("person"), SeatRequest("open")]) for _ in range(3)]
        assert stage.services.lobby.in_memory(thinking.id) is thinking
        assert stage.services.lobby.in_memory(idle[0].id) is None
        enough.set()
        wait_until(lambda: thinking.state.player == 1)
        stage.create(GAME, [SeatRequest("person"), SeatRequest("open")])
        wait_until(lambda: not stage.services.bots.thinks_at(thinking.id))
        stage.create(GAME, [SeatRequest("person"), SeatRequest("open")])
        assert stage.services.lobby.in_memory(thinking.id) is None
