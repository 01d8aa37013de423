"""Rooms on one log that do not know of each other, as in two processes."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from stramash.table.errors import StaleMove
from stramash.table.rooms import Rooms, Wish
from stramash.table.settings import Settings
from tests.table.server import GAME

CROWD = 30


def test_a_crowd_that_moves_at_once_where_another_was_faster_is_answered(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'table.db'}", pace=0)
    here, there = Rooms(settings), Rooms(settings)
    try:
        assert here.warm_up.wait(GAME, 400)
        assert there.warm_up.wait(GAME, 400)
        table = here.create(GAME, [Wish("person"), Wish("local")], "secret")
        room, other = here.get(table), there.get(table)
        first, second = (room.game.notations[action] for action in room.view(0).legal[:2])
        other.play(0, first, 0, "faster")

        async def crowd() -> list[object]:
            moves = (room.play_soon(0, second, 0, f"move-{number}") for number in range(CROWD))
            return await asyncio.wait_for(asyncio.gather(*moves, return_exceptions=True), 120)

        with ThreadPoolExecutor(
            1
        ) as thread:  # a browser's tests before these leave a loop running in this one
            answers = thread.submit(asyncio.run, crowd()).result()
        assert [type(answer) for answer in answers] == [StaleMove] * CROWD
        assert room.ply == other.ply == 1
    finally:
        here.close()
        there.close()
