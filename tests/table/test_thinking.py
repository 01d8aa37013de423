"""Bots think, and nobody waits for them who does not play against them."""

from __future__ import annotations

import random
import time
from pathlib import Path

from tests.table.server import GAME, HTTP, Server, open_table, serving, two_players

BOTS = 10


def wait_until_bots_can_search(server: Server) -> None:
    deadline = time.monotonic() + 400
    while not HTTP.get(f"{server.url}/warm-up").json()[GAME]["search_ready"]:
        assert time.monotonic() < deadline, "the search is not compiled"
        time.sleep(0.1)


def test_while_ten_bots_search_people_at_other_tables_move_and_are_heard(tmp_path: Path) -> None:
    # Each would think for ten minutes: whatever is answered now is answered before any of them has ended.
    database = f"sqlite:///{tmp_path / 'table.db'}"
    with serving(
        database, games=[GAME], STRAMASH_LONGEST_THOUGHT="600", STRAMASH_THINKERS=str(BOTS)
    ) as server:
        wait_until_bots_can_search(server)
        thinking = [open_table(server, "search:600s", "person") for _ in range(BOTS)]
        for table in thinking:
            now = table.look()
            assert (now["player"], now["getting_ready"]) == (0, False)
        players = two_players(server)
        version = players[0].look()["version"]
        rng = random.Random(1)
        with HTTP.stream("GET", f"{players[1].url}/events", params={"after": version}) as stream:
            heard = (line for line in stream.iter_lines() if line.startswith("id: "))
            for number in range(1, 9):
                said = players[(number - 1) % 2].play_any(rng)
                assert said["version"] == version + number
                assert next(heard) == f"id: {version + number}"
        assert HTTP.get(f"{server.url}/t/{players[0].table}").status_code == 200
        assert [table.look()["ply"] for table in thinking] == [0] * BOTS, "a bot ended its thought: no proof"
        server.kill()
