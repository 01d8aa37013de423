"""Two processes on one PostgreSQL database are one server."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.table.server import GAME, Player, Server, open_table, serving, sit_down, take_turns, two_players


def _programs() -> Path:
    """Return the folder of PostgreSQL's programs; ./test has installed them."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    elsewhere = shutil.which("initdb")
    assert found or elsewhere, "PostgreSQL is not installed: on Debian, sudo apt install postgresql"
    return found[-1].parent if found else Path(str(elsewhere)).parent


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """A private PostgreSQL cluster on a socket of its own; its server must not run as root."""
    programs = _programs()
    user = "postgres" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="stramash-pg-", dir="/tmp"))
    if user is not None:
        shutil.chown(folder, user)

    def run(program: str, *arguments: str) -> None:
        subprocess.run(
            [programs / program, *arguments], check=True, user=user, cwd=folder, stdout=subprocess.DEVNULL
        )

    data = str(folder / "data")
    run("initdb", "-D", data, "-U", "stramash", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C")
    options = f"-k {folder} -c listen_addresses="
    run("pg_ctl", "-D", data, "-w", "-l", str(folder / "log"), "-o", options, "start")
    try:
        yield f"postgresql://stramash@/postgres?host={folder}"
    finally:
        run("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")
        shutil.rmtree(folder)


@pytest.fixture(scope="module")
def servers(database: str) -> Iterator[list[Server]]:
    with serving(database, games=[GAME]) as first, serving(database, games=[GAME]) as second:
        yield [first, second]


def through(server: Server, player: Player) -> Player:
    """Return the same player, who now talks to another process."""
    return Player(server, player.table, player.secret, player.seats, player.invite)


def test_players_at_different_processes_play_one_game(servers: list[Server]) -> None:
    host = open_table(servers[0], "person", "open")
    guest = sit_down(through(servers[1], host))
    take_turns([host, guest], random.Random(1), 1000)
    mine, theirs = host.look(), guest.look()
    assert mine["status"] == "over"
    for key in ("version", "ply", "digest", "winners", "seed"):
        assert mine[key] == theirs[key]


def test_what_happens_at_one_process_is_announced_at_the_other(servers: list[Server]) -> None:
    players = two_players(servers[0])
    watching = Player(servers[1], players[0].table)
    version = watching.look()["version"]
    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(watching.events, version, 3)
        take_turns(players, random.Random(2), 3)
        told = coming.result(20)
    assert [event["version"] for event in told] == [version + 1, version + 2, version + 3]
    assert told[-1]["digest"] == players[0].look()["digest"]


def test_the_same_move_sent_to_both_processes_at_once_counts_once(servers: list[Server]) -> None:
    for _ in range(5):
        players = two_players(servers[0])
        players[1].look()
        action = players[0].legal()[0]
        doors = [through(server, players[0]) for server in servers] * 10
        with ThreadPoolExecutor(20) as pool:
            sent = [pool.submit(door.move, action, 0, "the-same-id") for door in doors]
            answers = [answer.result() for answer in sent]
        assert [answer.status_code for answer in answers] == [200] * 20
        assert len({answer.text for answer in answers}) == 1
        assert players[0].look()["ply"] == 1


def test_different_moves_sent_to_both_processes_at_once_are_one_move(servers: list[Server]) -> None:
    for _ in range(5):
        players = two_players(servers[0])
        actions = players[0].legal()[:10]
        doors = [through(servers[number % 2], players[0]) for number in range(len(actions))]
        with ThreadPoolExecutor(10) as pool:
            answers = list(pool.map(lambda door, action: door.move(action, 0), doors, actions))
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * (len(actions) - 1)


def test_a_bot_moves_once_though_two_processes_know_of_its_turn(servers: list[Server]) -> None:
    host = open_table(servers[0], "person", "greedy")
    elsewhere = through(servers[1], host)
    elsewhere.look()
    rng = random.Random(3)
    for _ in range(10):
        now = host.look()
        if now["player"] is None:
            break
        if now["player"] != 0:
            host.events(now["version"], 1)
            continue
        host.play_any(rng)
    version = host.look()["version"]
    moves = [event for event in elsewhere.events(0, version) if event["kind"] == "move"]
    assert [event["ply"] for event in moves] == list(range(1, len(moves) + 1))
