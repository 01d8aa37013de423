"""Two processes on one PostgreSQL database are one server."""

from __future__ import annotations

import json
import random
import secrets
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from stramash.core.game import Game
from stramash.table.domain.setup import Setup
from stramash.table.domain.state import TableState, begin
from stramash.table.server.backup import backup, restore
from stramash.table.server.database import open_engine, upgrade
from stramash.table.server.errors import StoreUnavailable
from stramash.table.server.pruning import prune
from stramash.table.server.store import Log
from stramash.table.settings import ServerSettings
from tests.table.cluster import Cluster, running_cluster
from tests.table.server import (
    GAME,
    HTTP,
    Player,
    Server,
    open_table,
    serving,
    serving_here,
    sit_down,
    take_turns,
    two_players,
)
from tests.table.services_driver import wait_until
from tests.table.test_backup import rows
from tests.table.test_join import seat_bot

pytestmark = pytest.mark.postgres


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="module")
def database(cluster: Cluster) -> str:
    return cluster.url


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


def test_commands_sent_to_both_processes_at_once_count_once(servers: list[Server]) -> None:
    host = open_table(servers[0], "open", "open", game="glen-more")
    client_id = secrets.token_hex(16)
    doors = [Player(server, host.table) for server in servers] * 5
    with ThreadPoolExecutor(10) as pool:
        joined = list(
            pool.map(lambda door: door.command("/join", invite=host.invite, client_id=client_id), doors)
        )
    assert [answer.status_code for answer in joined] == [200] * 10
    assert len({answer.json()["secret"] for answer in joined}) == 1
    assert host.look()["status"] == "waiting"
    mine = through(servers[0], host)
    mine.secret = joined[0].json()["secret"]
    sit_down(host)
    mine.play_any(random.Random(1))
    now = mine.look()
    assert now["undoable"]
    doors = [through(server, mine) for server in servers] * 10
    with ThreadPoolExecutor(20) as pool:
        undone = list(
            pool.map(
                lambda numbered: numbered[1].command(
                    "/undo", version=now["version"], client_id=f"undo-{numbered[0]}"
                ),
                enumerate(doors),
            )
        )
    assert sorted(answer.status_code for answer in undone) == [200] + [409] * 19
    resigned = [door.command("/resign", version=now["version"], client_id="give-up") for door in doors]
    assert {answer.status_code for answer in resigned} == {200}
    assert len({answer.text for answer in resigned}) == 1


def test_a_database_that_is_restarted_loses_nothing_and_is_waited_for(
    servers: list[Server], cluster: Cluster
) -> None:
    mover = two_players(servers[0])[0]
    host = open_table(servers[0], "person", "greedy")
    table = open_table(servers[0], "open", "open")
    link = f"{servers[1].url}/t/{table.table}/join/{table.invite}"
    bots = [seat_bot(link, "greedy"), seat_bot(link, "random")]
    action = mover.legal()[0]
    cluster.stop()
    try:
        refused = mover.move(action, 0, "during-the-outage")
        assert (refused.status_code, refused.json()["error"]) == (503, "store-unavailable")
        assert refused.headers["retry-after"]
        health = HTTP.get(f"{servers[0].url}/healthz")
        assert health.status_code == 503
        assert cluster.url.partition("host=")[2] not in health.text + refused.text
    finally:
        cluster.start()
    deadline = time.monotonic() + 60
    while (answer := mover.move(action, 0, "during-the-outage")).status_code == 503:
        assert time.monotonic() < deadline
        time.sleep(0.2)
    assert (answer.status_code, answer.json()["version"]) == (200, 2)
    assert HTTP.get(f"{servers[0].url}/healthz").status_code == 200
    host.play_any(random.Random(1))
    assert host.events(1, 1)[0]["seat"] == 1, "the bot moves again"
    said = [bot.communicate(timeout=200) for bot in bots]
    assert [bot.returncode for bot in bots] == [0, 0], said


def test_a_database_that_hangs_is_an_outage_and_loses_nothing(
    servers: list[Server], database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody holds the tables of the database locked: it answers nothing about them for a while."""
    monkeypatch.setattr("stramash.table.server.store._PATIENCE", 1.0)
    with serving_here(database) as server:
        mover = through(server, two_players(servers[0])[0])
        action, engine = mover.legal()[0], open_engine(database)
        with engine.begin() as connection:
            connection.execute(sql.text("LOCK TABLE events IN ACCESS EXCLUSIVE MODE"))
            refused = [mover.move(action, 0, "while-it-hangs") for _ in range(3)]
            assert [answer.status_code for answer in refused] == [503] * 3
            assert mover.look()["ply"] == 0, "what is in memory can still be looked at"
            began = time.monotonic()
            crowd = [through(server, mover) for _ in range(20)]
            with ThreadPoolExecutor(20) as pool:
                assert [look["ply"] for look in pool.map(Player.look, crowd)] == [0] * 20
            assert time.monotonic() - began < 10, "they do not wait for each other"
        engine.dispose()
        deadline = time.monotonic() + 60
        while (answer := mover.move(action, 0, "while-it-hangs")).status_code == 503:
            assert time.monotonic() < deadline
            time.sleep(0.2)
        assert (answer.status_code, answer.json()["version"]) == (200, 2)
        assert through(servers[1], mover).look()["version"] == 2


def test_a_move_that_is_stored_while_tables_are_deleted_keeps_its_table(
    servers: list[Server], database: str
) -> None:
    players = two_players(servers[0])
    engine, settings = open_engine(database), ServerSettings(database=database)
    with engine.begin() as connection:
        age = sql.text("UPDATE tables SET created = created - 9e6 WHERE id = :id")
        connection.execute(age, {"id": players[0].table})
        connection.execute(
            sql.text("UPDATE events SET at = at - 9e6 WHERE table_id = :id"), {"id": players[0].table}
        )
    with engine.begin() as moving, ThreadPoolExecutor(1) as pool:
        row = {"id": players[0].table, "at": time.time()}
        moving.execute(sql.text("INSERT INTO events VALUES (:id, 2, 'hint', 0, '{}', 'a key', :at)"), row)
        deleting = pool.submit(prune, engine, settings, time.time())
        time.sleep(1)
        moving.commit()
        assert deleting.result(60)["unfinished"] == 0
    assert players[0].look()["version"] == 2
    engine.dispose()


def test_many_requests_at_once_at_two_processes_cannot_outrun_the_limit_on_new_tables(database: str) -> None:
    strict: dict[str, Any] = {"warm": False, "tables_an_hour": 10}
    with serving_here(database, **strict) as one, serving_here(database, **strict) as two:
        headers = {"Authorization": f"Bearer {secrets.token_hex(16)}"}

        def open_one(number: int) -> int:
            url = f"{(one, two)[number % 2].url}/api/tables"
            return HTTP.post(url, json={"game": GAME}, headers=headers).status_code

        with ThreadPoolExecutor(30) as crowd:
            statuses = list(crowd.map(open_one, range(30)))
    assert sorted(statuses) == [201] * 10 + [429] * 20


def test_events_reach_the_other_process_after_the_restart(servers: list[Server]) -> None:
    players = two_players(servers[0])
    watching = Player(servers[1], players[0].table)
    version = watching.look()["version"]
    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(watching.events, version, 2)
        take_turns(players, random.Random(2), 2)
        assert [event["version"] for event in coming.result(60)] == [version + 1, version + 2]


def test_a_move_stored_while_another_process_loads_the_table_is_seen_there(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def replay_slowly(setup: Setup, game: Game | None, log: Log) -> TableState:
        begun.set()
        assert go_on.wait(60)
        return log.applied_to(begin(setup, game))

    with (
        serving_here(database, warm=False) as here,
        serving_here(database, warm=False) as there,
        ThreadPoolExecutor(1) as pool,
    ):
        players = two_players(here)
        monkeypatch.setattr("stramash.table.server.lobby._replay", replay_slowly)
        seen = pool.submit(through(there, players[0]).look)
        assert begun.wait(60)
        stored = take_turns(players, random.Random(2), 1)[0]
        go_on.set()
        assert seen.result(60)["version"] == stored["version"]


def test_an_event_that_could_not_be_read_when_it_was_announced_is_read_soon(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving_here(database, warm=False) as here, serving_here(database, warm=False) as there:
        players = two_players(here)
        watching = Player(there, players[0].table)
        version, store = watching.look()["version"], there.services.store
        since, failures = store.since, iter([StoreUnavailable("away"), StoreUnavailable("away")])

        async def fail_twice(table_id: str, after: int) -> Log:
            for error in failures:
                raise error
            return await since(table_id, after)

        with ThreadPoolExecutor(1) as pool:
            coming = pool.submit(watching.events, version, 1, 30)
            wait_until(lambda: there.services.pubsub.is_followed(watching.table))
            monkeypatch.setattr(store, "since", fail_twice)
            take_turns(players, random.Random(2), 1)
            assert coming.result(60)[0]["version"] == version + 1


# --- schemas ---------------------------------------------------------------------------------------------


def load_old_database(url: str) -> None:
    """Write a database from before schema versions into PostgreSQL."""
    lines = (Path(__file__).parent / "data" / "before_alembic.sql").read_text("utf-8")
    source = sqlite3.connect(":memory:")
    source.executescript(lines)
    engine = sql.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        found = source.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
        for (statement,) in sorted(
            found, key=lambda row: ("TABLE" not in row[0], "TABLE tables" not in row[0])
        ):
            connection.exec_driver_sql(statement)
        for table in ("tables", "seats", "events", "reviews"):
            rows = source.execute(f"SELECT * FROM {table}")
            names = [column[0] for column in rows.description]
            values = ", ".join(f":{name}" for name in names)
            for row in rows.fetchall():
                content = dict(zip(names, row, strict=True))
                if table == "tables":
                    content["listed"] = bool(content["listed"])
                connection.execute(sql.text(f"INSERT INTO {table} VALUES ({values})"), content)
    engine.dispose()


def new_database(cluster: Cluster, name: str) -> str:
    """Create an empty database and return its address."""
    admin = sql.create_engine(
        cluster.url.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT"
    )
    with admin.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    admin.dispose()
    return cluster.url.replace("/postgres?", f"/{name}?")


def test_a_backup_moves_tables_between_postgresql_and_sqlite(cluster: Cluster, tmp_path: Path) -> None:
    there, here, again = (
        open_engine(url)
        for url in (
            new_database(cluster, "one"),
            f"sqlite:///{tmp_path / 'two.db'}",
            new_database(cluster, "three"),
        )
    )
    load_old_database(cluster.url.replace("/postgres?", "/one?"))
    upgrade(there)
    expected = rows(there)
    backup(there, tmp_path / "there.gz")
    restore(here, tmp_path / "there.gz")
    backup(here, tmp_path / "here.gz")
    restore(again, tmp_path / "here.gz")
    assert rows(here) == rows(again) == expected
    assert len(expected["events"]) > 50
    for engine in (there, here, again):
        engine.dispose()


def test_an_old_database_waits_for_the_command_that_upgrades_it(cluster: Cluster) -> None:
    url = new_database(cluster, "old")
    load_old_database(url)
    expected = json.loads((Path(__file__).parent / "data" / "before_alembic.json").read_text("utf-8"))
    with serving(url, warm=False) as server:
        health = HTTP.get(f"{server.url}/healthz")
        assert health.status_code == 503
        assert "stramash db upgrade" in health.json()["problem"]
        assert HTTP.get(f"{server.url}/api/tables").status_code == 503
        command = [sys.executable, "-m", "stramash.cli", "db", "upgrade", "--db", url]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert "was 0001 and is 0006" in done.stdout
        assert HTTP.get(f"{server.url}/healthz").status_code == 200, "without a restart"
        server._wait_until_warm([GAME, "glen-more", "lords-of-scotland"])
        for label in ("played", "resigned", "undone", "left", "waiting", "closed"):
            seen = Player(server, expected[label]["id"]).look()
            for key in ("status", "version", "ply", "winners", "digest"):
                assert seen[key] == expected[label][key], (label, key)
            assert [seat["name"] for seat in seen["seats"]] == expected[label]["names"]
