"""A database that does not answer for a while: clients are told to try again, and nothing is lost."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from stramash.client import RemoteTable, TableLink, Update
from stramash.table.web.renderer import PageRenderer
from tests.table.server import GAME, HTTP, Here, open_table, serving_here, sit_down, two_players
from tests.table.services_driver import wait_until


class Outage:
    """Makes the database of a server fail: every read and every write."""

    def __init__(self, server: Here, monkeypatch: pytest.MonkeyPatch) -> None:
        self.on = False
        engine, writers = server.services.store.engine, server.services.store._writers
        connect, begin = engine.connect, writers._engine.begin

        def fails(act: Any) -> Any:
            def call(*arguments: Any, **more: Any) -> Any:
                if self.on:
                    raise OperationalError("select", {}, Exception("server closed the connection"))
                return act(*arguments, **more)

            return call

        monkeypatch.setattr(engine, "connect", fails(connect))
        monkeypatch.setattr(writers._engine, "begin", fails(begin))
        if writers._rows is not None:
            monkeypatch.setattr(writers._rows, "insert", fails(writers._rows.insert))


def test_whatever_needs_the_database_answers_503_until_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}") as server:
        players = two_players(server)
        action = players[0].legal()[0]
        outage = Outage(server, monkeypatch)
        outage.on = True
        answers = [
            players[0].move(action, 0, "once"),
            players[0].command("/resign", client_id="later"),
            HTTP.post(f"{server.url}/api/tables", json={"game": GAME}),
            HTTP.get(f"{server.url}/api/tables"),
            HTTP.get(f"{server.url}/"),
            HTTP.post(f"{server.url}/play/{GAME}"),
            HTTP.get(f"{server.url}/healthz"),
        ]
        assert [answer.status_code for answer in answers] == [503] * len(answers)
        assert all(answer.headers["retry-after"] for answer in answers[:-1])
        assert answers[0].json()["error"] == "store-unavailable"
        assert players[0].look()["ply"] == 0, "what is in memory can still be looked at"
        outage.on = False
        assert HTTP.get(f"{server.url}/healthz").status_code == 200
        assert players[0].move(action, 0, "once").status_code == 200
        assert players[0].look()["version"] == 2


def test_a_page_says_in_the_visitors_language_that_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False) as server:
        outage = Outage(server, monkeypatch)
        outage.on = True
        for locale, words in (
            ("en", "Nothing is lost"),
            ("es", "No se ha perdido nada"),
            ("fr", "Rien n’est perdu"),
        ):
            page = HTTP.get(f"{server.url}/", headers={"Accept-Language": locale})
            assert words in page.text


def test_a_bot_at_another_machine_survives_an_outage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}") as server:
        host = open_table(server, "open", "greedy")
        outage = Outage(server, monkeypatch)
        link = f"{server.url}/t/{host.table}/join/{host.invite}"
        command = [sys.executable, "-m", "stramash.cli", "join", link, "--bot", "random", "--pace", "0"]
        player = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        room = server.room(host.table)
        for ply in (2, 8):
            wait_until(lambda ply=ply: room.state.ply >= ply)  # type: ignore[misc]
            outage.on = True
            time.sleep(1.5)
            outage.on = False
        out, error = player.communicate(timeout=200)
        assert (player.returncode, error) == (0, "")
        assert "The game is over" in out


def test_a_database_that_hangs_is_an_outage_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No error, and no answer either: as when the disk or the network does not answer."""
    monkeypatch.setattr("stramash.table.server.store._PATIENCE", 1.0)
    monkeypatch.setattr("stramash.table.server.store._IMPATIENCE", 0.2)
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}") as server:
        players = two_players(server)
        action = players[0].legal()[0]
        rows, answers = server.services.store._writers._rows, threading.Event()
        assert rows is not None
        insert = rows.insert

        def hang(found: Any) -> None:
            assert answers.wait(120)
            insert(found)

        monkeypatch.setattr(rows, "insert", hang)
        refused = [players[0].move(action, 0, "once") for _ in range(3)]
        assert [answer.status_code for answer in refused] == [503] * 3
        assert all(answer.headers["retry-after"] for answer in refused)
        assert players[0].look()["ply"] == 0, "what is in memory can still be looked at"
        answers.set()
        wait_until(lambda: players[0].move(action, 0, "once").status_code == 200, 60)
        assert (players[0].look()["ply"], players[0].look()["version"]) == (1, 2)


def test_an_sqlite_file_that_another_program_locks_is_an_outage_not_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stramash.table.server.database._BUSY", 200)
    path = tmp_path / "table.db"
    with serving_here(f"sqlite:///{path}") as server:
        players = two_players(server)
        action = players[0].legal()[0]
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            assert players[0].move(action, 0, "once").status_code == 503
            other.execute("ROLLBACK")
        assert players[0].move(action, 0, "once").status_code == 200


def test_a_client_sits_down_once_however_often_it_asks(tmp_path: Path) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}") as server:
        host = open_table(server, "open", "open")
        table = RemoteTable(TableLink(server.url, host.table, str(host.invite)))
        assert table.join("Robot", "greedy") == table.join("Robot", "greedy") == 0
        assert host.look()["status"] == "waiting"


def test_a_client_notices_a_table_that_differs_from_what_was_announced() -> None:
    table = {"version": 7, "digest": "aa"}
    assert Update(7, "bb").differs_from(table)
    assert not Update(7, "aa").differs_from(table)
    assert not Update(8, "bb").differs_from(table)
    assert not Update(7).differs_from(table)


# --- snapshots -------------------------------------------------------------------------------------------


def test_a_move_does_not_wait_for_pages_of_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve pages of a table are being rendered, and go on until the move is acknowledged."""
    rendering, enough = threading.Semaphore(0), threading.Event()
    page = PageRenderer.page

    def slow(self: PageRenderer, template: str, status: int = 200, **content: Any) -> Any:
        if template == "table.html":
            rendering.release()
            assert enough.wait(120)
        return page(self, template, status, **content)

    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", page_threads=4) as server:
        host = open_table(server, "person", "open")
        guest = sit_down(host)
        action = host.legal()[0]
        monkeypatch.setattr(PageRenderer, "page", slow)
        readers = [
            threading.Thread(target=HTTP.get, args=(f"{server.url}/t/{host.table}",)) for _ in range(12)
        ]
        for reader in readers:
            reader.start()
        for _ in range(4):
            assert rendering.acquire(timeout=60)
        try:
            assert host.move(action, 0).status_code == 200
            assert guest.events(1, 1)[0]["ply"] == 1
        finally:
            enough.set()
            for reader in readers:
                reader.join()
