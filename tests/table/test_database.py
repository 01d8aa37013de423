"""The database: schemas, upgrades, databases that cannot be used, and tables that expire."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from stramash.core.errors import BadOption
from stramash.games import replay
from stramash.table.domain.commands import Play
from stramash.table.domain.evolve import fold
from stramash.table.domain.seats import fingerprint
from stramash.table.domain.state import begin
from stramash.table.domain.story import history, log_lines
from stramash.table.server import database, pruning
from stramash.table.server.lobby import find_game
from stramash.table.server.pruning import count_tables, prune
from stramash.table.server.schema import metadata
from stramash.table.server.seating import SeatRequest
from stramash.table.server.services import Services
from stramash.table.server.store import Store
from stramash.table.settings import ServerSettings
from tests.table.server import GAME, HTTP, open_table, serving_here
from tests.table.services_driver import run_services, wait_until

DATA = Path(__file__).parent / "data"
#: What the tables of the old database looked like to the version that wrote it
EXPECTED: dict[str, dict[str, Any]] = json.loads((DATA / "before_alembic.json").read_text("utf-8"))


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database from before schema versions, with tab-joined payloads."""
    path = tmp_path / "table.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((DATA / "before_alembic.sql").read_text("utf-8"))
    return path


def states(path: Path) -> dict[str, Any]:
    """Return the state of every expected table, folded from the log, by label."""

    async def load(store: Store) -> dict[str, Any]:
        found = {}
        for label, expected in EXPECTED.items():
            loaded = await store.load(expected["id"])
            assert loaded is not None
            setup, log = loaded
            assert log.problem == ""
            found[label] = fold(begin(setup, find_game(setup)), log.events)
        return found

    with run_services(ServerSettings(database=f"sqlite:///{path}", warm_up=False)) as stage:
        return stage.do(load(stage.services.store))


def test_an_old_database_is_upgraded_at_start_and_every_game_is_as_it_was(old: Path) -> None:
    for label, state in states(old).items():
        expected = EXPECTED[label]
        assert not state.archived
        assert (state.version, state.ply, state.status) == (
            expected["version"],
            expected["ply"],
            expected["status"],
        )
        assert state.names == expected["names"]
        assert [seat.kind for seat in state.seats] == expected["kinds"]
        assert [seat.bot for seat in state.seats] == expected["bots"]
        assert [event.digest for event in state.log] == expected["digests"]
        assert [event.kind for event in state.log] == expected["kinds_of_events"]
        assert (state.winners, state.resigned) == (expected["winners"], expected["resigned"])
        assert state.next_table == expected["next_table"]


def test_the_story_of_an_upgraded_game_is_the_one_it_had(old: Path) -> None:
    for label, state in states(old).items():
        told = [(event.kind, names[event.seat]) for event, names in history(state)]
        assert told == [(kind, who) for kind, _, who in EXPECTED[label]["story"]]
        moves = [[line.ply, line.text] for line in log_lines(state, None, "en")]
        assert moves == EXPECTED[label]["log"]


def test_a_held_seat_is_held_after_the_upgrade(old: Path) -> None:
    for label, state in states(old).items():
        for secret, seats in EXPECTED[label]["seats"].items():
            assert state.seats_of(fingerprint(secret)) == seats, (label, secret)


def test_the_record_of_an_upgraded_game_is_the_same_text(old: Path) -> None:
    for label, state in states(old).items():
        record = EXPECTED[label]["record"]
        if record is not None:
            assert str(state.record()) == record
            assert list(replay(record))


def test_a_move_from_before_the_upgrade_sent_again_counts_once(old: Path) -> None:
    with run_services(ServerSettings(database=f"sqlite:///{old}")) as stage:
        assert stage.services.warm_up.wait(GAME, 400)
        room = stage.room(EXPECTED["played"]["id"])
        first = room.state.log[1]
        command = Play(
            id="id-1",  # the client id that the fixture's first move had
            by=fingerprint("played-secret"),
            version=1,
            at=time.time(),
            action=getattr(first, "action", ""),
            ply=0,
        )
        assert stage.submit(room, command) == first


def test_an_upgraded_table_is_played_on(old: Path) -> None:
    with run_services(ServerSettings(database=f"sqlite:///{old}", pace=3600)) as stage:
        assert stage.services.warm_up.wait("glen-more", 400)
        room = stage.room(EXPECTED["undone"]["id"])
        position = room.state.the_position()
        player = room.state.player
        assert player is not None
        stage.play(room, player, position.notation(position.legal[0]))
        stage.forget_rooms()
        assert stage.room(room.id).state.version == EXPECTED["undone"]["version"] + 1


def test_an_upgrade_that_fails_changes_nothing(old: Path) -> None:
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("UPDATE events SET seat = 99 WHERE kind = 'resign'")
        connection.commit()
        before = list(connection.iterdump())
    store = Store(f"sqlite:///{old}")
    assert "nothing was changed" in store.problem
    store.close()
    with closing(sqlite3.connect(old)) as connection:
        assert list(connection.iterdump()) == before


def shape(engine: sql.Engine) -> dict[str, Any]:
    inspector = sql.inspect(engine)
    return {
        name: {
            "columns": {
                column["name"]: (str(column["type"]), column["nullable"])
                for column in inspector.get_columns(name)
            },
            "indices": {
                (tuple(index["column_names"]), bool(index["unique"])) for index in inspector.get_indexes(name)
            },
            "unique": {tuple(one["column_names"]) for one in inspector.get_unique_constraints(name)},
        }
        for name in inspector.get_table_names()
        if name != "alembic_version"
    }


def test_new_and_upgraded_databases_have_the_schema_that_the_code_expects(old: Path, tmp_path: Path) -> None:
    meant = sql.create_engine("sqlite://")
    metadata.create_all(meant)
    for path in (old, tmp_path / "new.db"):
        store = Store(f"sqlite:///{path}")
        assert store.problem == ""
        assert shape(store.engine) == shape(meant)
        store.close()


# --- databases that cannot be used -----------------------------------------------------------------------


def make_newer(path: Path) -> None:
    Store(f"sqlite:///{path}").close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()


def make_too_old(path: Path) -> None:
    Store(f"sqlite:///{path}").close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0000'")
        connection.commit()


def make_unstamped(path: Path) -> None:
    Store(f"sqlite:///{path}").close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM alembic_version")
        connection.commit()


def make_without_a_column(path: Path) -> None:
    Store(f"sqlite:///{path}").close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("ALTER TABLE seats DROP COLUMN hidden")
        connection.commit()


def make_foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.commit()


def make_others_with_versions(path: Path) -> None:
    make_foreign(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('ab12')")
        connection.commit()


def make_text(path: Path) -> None:
    path.write_text("this is no database, but long enough to be looked at as one" * 20, encoding="utf-8")


def make_damaged(path: Path) -> None:
    Store(f"sqlite:///{path}").close()
    content = bytearray(path.read_bytes())
    content[4096 : 4096 * 3] = b"\xff" * 4096 * 2
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (make_newer, "install a newer version"),
        (make_too_old, "Upgrade it with an older version first"),
        (make_unstamped, "does not say which schema it has"),
        (make_without_a_column, "schema 0006 has seats.hidden, and it does not"),
        (make_foreign, "belongs to another program"),
        (make_others_with_versions, "belongs to another program"),
        (make_text, "not a database"),
        (make_damaged, ""),
    ],
)
def test_a_server_on_a_database_it_cannot_use_says_so_and_breaks_nothing(
    tmp_path: Path, make: Any, said: str
) -> None:
    path = tmp_path / "table.db"
    make(path)
    before = path.read_bytes()
    with serving_here(f"sqlite:///{path}", warm=False) as server:
        health = HTTP.get(f"{server.url}/healthz")
        assert health.status_code == 503
        assert health.json()["problem"].startswith("the database ")
        assert said in health.json()["problem"]
        for method, route in (
            ("GET", "/"),
            ("GET", "/api/tables"),
            ("GET", f"/api/tables/{'a' * 12}"),
            ("GET", f"/t/{'a' * 12}"),
            ("POST", "/api/tables"),
            ("POST", f"/play/{GAME}"),
        ):
            answer = HTTP.request(method, server.url + route, json={"game": GAME})
            assert answer.status_code == 503, (route, answer.text)
            assert answer.headers["retry-after"]
            assert str(tmp_path) not in answer.text + health.text
    assert path.read_bytes() == before


def test_serve_says_at_start_that_the_database_cannot_be_used(tmp_path: Path) -> None:
    make_newer(tmp_path / "table.db")
    command = [sys.executable, "-m", "stramash.cli", "serve", "--port", "0", "--db"]
    process = subprocess.Popen(
        [*command, f"sqlite:///{tmp_path / 'table.db'}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        assert line.startswith(f"stramash: sqlite:///{tmp_path / 'table.db'}: the database")
        assert "install a newer version" in line
    finally:
        process.kill()
        process.wait()


def test_a_database_that_is_damaged_later_makes_the_server_unhealthy(tmp_path: Path) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False) as server:
        assert HTTP.get(f"{server.url}/healthz").json() == {"status": "ok"}
        with closing(sqlite3.connect(tmp_path / "table.db")) as connection:
            connection.execute("DROP TABLE events")
            connection.commit()
        assert HTTP.get(f"{server.url}/healthz").status_code == 503
        answer = HTTP.get(f"{server.url}/api/tables/{'a' * 12}")
        assert answer.status_code in (404, 503)
        assert "sqlite" not in answer.text.lower()


def test_a_database_that_can_be_used_again_is_used_without_anybody_asking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stramash.table.server.services._LOOK_EVERY", 0.05)
    make_newer(tmp_path / "table.db")
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False) as server:
        assert HTTP.get(f"{server.url}/api/tables").status_code == 503
        with closing(sqlite3.connect(tmp_path / "table.db")) as connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", (database.revisions()[-1],))
            connection.commit()
        wait_until(lambda: HTTP.get(f"{server.url}/api/tables").status_code == 200)


def test_a_healthy_database_is_asked_one_question(tmp_path: Path) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False) as server:
        asked: list[str] = []

        @sql.event.listens_for(server.services.store.engine, "before_cursor_execute")
        def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
            asked.append(statement)

        assert HTTP.get(f"{server.url}/healthz").status_code == 200
        assert [statement.split()[0] for statement in asked] == ["BEGIN", "SELECT"]


def test_many_questions_about_a_database_that_hangs_are_one_question(tmp_path: Path) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False) as server:
        answered, asked = threading.Event(), []

        def hang() -> str:
            asked.append(1)
            answered.wait(60)
            return ""

        server.services.store._look = hang  # type: ignore[method-assign]
        with ThreadPoolExecutor(20) as pool:
            answers = [pool.submit(HTTP.get, f"{server.url}/healthz") for _ in range(20)]
            wait_until(lambda: asked)
            answered.set()
            assert {answer.result().status_code for answer in answers} == {200}
        assert len(asked) < 20


@pytest.mark.parametrize(
    "wrong", [{"takeover_bot": "nobody"}, {"hint_budget": "soon"}, {"review_budget": "a lot"}], ids=str
)
def test_settings_that_name_no_bot_or_budget_are_refused_at_start(
    tmp_path: Path, wrong: dict[str, str]
) -> None:
    """A bot that failed later could not be replaced."""
    with pytest.raises(BadOption, match=f"STRAMASH_{next(iter(wrong)).upper()}"):
        Services(ServerSettings(database=f"sqlite:///{tmp_path / 'table.db'}", warm_up=False, **wrong))  # type: ignore[arg-type]


def stramash_db(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "stramash.cli", "db", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment or None)


def test_upgrade_on_the_command_line(old: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{old}"
    assert "was 0001 and is 0006" in stramash_db("upgrade", "--db", url).stdout
    assert "nothing to do" in stramash_db("upgrade", "--db", url).stdout
    make_newer(tmp_path / "newer.db")
    refused = stramash_db("upgrade", "--db", f"sqlite:///{tmp_path / 'newer.db'}")
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1


# --- tables expire ---------------------------------------------------------------------------------------


def test_tables_that_nobody_came_back_to_expire_by_kind(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'table.db'}"
    with serving_here(url, warm=False) as server:
        tables = {kind: open_table(server, "person", "open").table for kind in ("old", "new", "over")}
    day = 24 * 3600
    with closing(sqlite3.connect(tmp_path / "table.db")) as connection:
        for label, days in (("old", 8), ("over", 10_000)):
            connection.execute(
                "UPDATE tables SET created = created - ? WHERE id = ?", (days * day, tables[label])
            )
        connection.execute("UPDATE tables SET ended = created WHERE id = ?", (tables["over"],))
        connection.commit()
    engine = database.open_engine(url)
    settings = ServerSettings(database=url)
    with engine.connect() as connection:
        counts = {count.kind: count for count in count_tables(connection, settings, time.time())}
    assert (counts["waiting"].tables, counts["waiting"].expired) == (2, 1)
    assert (counts["finished"].tables, counts["finished"].expired) == (1, 0)
    assert prune(engine, settings, time.time()) == {"waiting": 1, "unfinished": 0, "finished": 0}
    with engine.connect() as connection:
        left = {row.id for row in connection.execute(sql.text("SELECT id FROM tables"))}
        assert left == {tables["new"], tables["over"]}
        assert connection.execute(sql.text("SELECT count(*) FROM seats")).scalar() == 4
    kept = ServerSettings(database=url, keep_finished_days=99)
    assert prune(engine, kept, time.time())["finished"] == 1
    engine.dispose()


def test_a_table_that_somebody_comes_back_to_while_tables_are_deleted_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, path = f"sqlite:///{tmp_path / 'table.db'}", tmp_path / "table.db"
    with serving_here(url, warm=False) as server:
        back, gone, _new = (open_table(server, "person", "open").table for _ in range(3))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE tables SET created = created - 700000 WHERE id IN (?, ?)", (back, gone))
        connection.commit()
    expired = pruning.expired_tables

    def found_then_come_back(*arguments: Any) -> dict[str, list[str]]:
        monkeypatch.setattr(pruning, "expired_tables", expired)
        found = expired(*arguments)
        with closing(sqlite3.connect(path)) as connection:
            row = (back, 1, "join", 1, '{"name": "Bob", "holder": null}', "a key", time.time())
            connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            connection.commit()
        return found

    monkeypatch.setattr(pruning, "expired_tables", found_then_come_back)
    engine = database.open_engine(url)
    assert prune(engine, ServerSettings(database=url), time.time())["waiting"] == 1
    engine.dispose()
    with closing(sqlite3.connect(path)) as connection:
        left = {row[0] for row in connection.execute("SELECT id FROM tables")}
    assert (back in left, gone in left) == (True, False)


def test_a_clock_that_is_wrong_deletes_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'table.db'}"
    with serving_here(url, warm=False) as server:
        open_table(server, "person", "open")
    engine = database.open_engine(url)
    assert prune(engine, ServerSettings(database=url), time.time() + 1e9)["waiting"] == 0
    engine.dispose()


def test_prune_on_the_command_line_shows_and_deletes(old: Path) -> None:
    url = f"sqlite:///{old}"
    stramash_db("upgrade", "--db", url)
    shown = json.loads(stramash_db("show", "--db", url, "--json").stdout)
    assert {count["kind"]: count["tables"] for count in shown} == {
        "waiting": 1,
        "unfinished": 4,
        "finished": 2,
    }
    assert stramash_db("prune", "--db", url, "--yes").stdout == "Deleted 0 tables.\n"
    refused = stramash_db("show", "--db", f"sqlite:///{old.parent / 'empty.db'}")
    assert (refused.returncode, refused.stdout) == (2, "")


def test_a_table_deleted_while_it_is_played_at_is_gone_and_breaks_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'table.db'}"
    with serving_here(url) as server:
        host = open_table(server, "person", "local")
        action = host.legal()[0]
        with closing(sqlite3.connect(tmp_path / "table.db", timeout=30)) as connection:
            for table in ("events", "seats"):
                connection.execute(f"DELETE FROM {table} WHERE table_id = ?", (host.table,))
            connection.execute("DELETE FROM tables WHERE id = ?", (host.table,))
            connection.commit()
        answer = host.move(action, 0)
        assert (answer.status_code, answer.json()["error"]) == (404, "no-table")


def test_seats_asked_for_are_seats_of_the_first_event(tmp_path: Path) -> None:
    """A table stores its first seats, so that its log alone says who sits where."""
    with run_services(ServerSettings(database=f"sqlite:///{tmp_path / 'table.db'}", pace=3600)) as stage:
        assert stage.services.warm_up.wait(GAME, 400)
        room = stage.create(GAME, [SeatRequest("person", "Ann"), SeatRequest("open")])
        stage.join(room, "the secret of Bob", "Bob")
        stage.leave(room, 0)
        with stage.services.store.engine.connect() as connection:
            rows = connection.execute(sql.text("SELECT seat, kind, name FROM seats ORDER BY seat")).all()
        assert [tuple(row) for row in rows] == [
            (seat.seat, seat.kind, seat.name) for seat in room.state.seats
        ]
