"""The guard at the door."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest

from tests.table.server import HTTP, Server, open_table, serving

NEW = {"game": "schotten-totten"}


def test_every_answer_forbids_scripts_that_are_not_ours(server: Server) -> None:
    for path in ("/healthz", "/api/games", "/docs", "/nowhere", "/api/nowhere"):
        headers = HTTP.get(server.url + path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
    ],
    ids=str,
)
def test_another_web_site_cannot_act_for_a_visitor(server: Server, headers: dict[str, str]) -> None:
    answer = HTTP.post(f"{server.url}/api/tables", json=NEW, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (403, "foreign-site")


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_our_own_pages_may_act(server: Server, site: str) -> None:
    answer = HTTP.post(f"{server.url}/api/tables", json=NEW, headers={"Sec-Fetch-Site": site})
    assert answer.status_code == 201
    answer = HTTP.post(f"{server.url}/api/tables", json=NEW, headers={"Origin": server.url})
    assert answer.status_code == 201


def test_a_body_longer_than_any_honest_one_is_refused(server: Server) -> None:
    long = b'{"game": "' + b"x" * 20_000 + b'"}'
    said = HTTP.post(f"{server.url}/api/tables", content=long)
    assert said.status_code == 413

    def in_pieces() -> Iterator[bytes]:
        for start in range(0, len(long), 1000):
            yield long[start : start + 1000]

    assert HTTP.post(f"{server.url}/api/tables", content=in_pieces()).status_code == 413


def test_an_address_that_asks_too_much_has_to_wait(tmp_path_factory: pytest.TempPathFactory) -> None:
    database = f"sqlite:///{tmp_path_factory.mktemp('strict') / 'table.db'}"
    limits = {"STRAMASH_REQUESTS_AT_ONCE": "50", "STRAMASH_REQUESTS_A_SECOND": "1"}
    with serving(database, warm=False, **limits) as strict:
        answers = [HTTP.get(f"{strict.url}/api/games") for _ in range(60)]
    statuses = [answer.status_code for answer in answers]
    assert statuses[:40] == [200] * 40
    assert 429 in statuses[50:]
    assert answers[-1].json()["error"] == "too-much"


def test_one_visitor_opens_so_many_tables_an_hour(tmp_path_factory: pytest.TempPathFactory) -> None:
    database = f"sqlite:///{tmp_path_factory.mktemp('few') / 'table.db'}"
    with serving(database, warm=False, STRAMASH_TABLES_AN_HOUR="3") as strict:
        host = open_table(strict, "person", "open")
        url = f"{strict.url}/api/tables"
        statuses = [HTTP.post(url, json=NEW, headers=host.headers).status_code for _ in range(4)]
        assert statuses == [201, 201, 429, 429]
        others = [HTTP.post(url, json=NEW).status_code for _ in range(20)]
        assert 201 in others
        assert others[-1] == 429, "who comes as a stranger every time is known by the address"


def test_a_fault_of_ours_shows_no_trace_to_a_client(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("broken")
    with serving(f"sqlite:///{folder / 'table.db'}", warm=False) as broken:
        with sqlite3.connect(folder / "table.db") as database:
            database.execute("DROP TABLE events")
            database.execute("DROP TABLE seats")
            database.execute("DROP TABLE tables")
        answer = HTTP.get(f"{broken.url}/api/tables/{'a' * 12}")
        assert answer.status_code == 500
        assert answer.json()["error"] == "server-error"
        assert "sqlite" not in answer.text.lower()
        assert answer.headers["x-content-type-options"] == "nosniff"
