"""The guard at the door."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import stramash
from stramash.core.errors import BadOption
from stramash.table.server.lobby import Lobby
from stramash.table.settings import ServerSettings
from tests.table.server import HTTP, Server, open_table, serving_here

NEW = {"game": "schotten-totten"}


POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}


def check_headers(answer: httpx.Response) -> None:
    """Every answer carries all that keeps a browser safe."""
    parts = (part.strip().partition(" ") for part in answer.headers["content-security-policy"].split(";"))
    assert {name: sources for name, _, sources in parts} == POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert "geolocation=()" in answer.headers["permissions-policy"]
    assert "server" not in answer.headers
    assert "x-powered-by" not in answer.headers


def test_every_kind_of_answer_carries_the_headers_that_keep_a_browser_safe(server: Server) -> None:
    host = open_table(server, "person", "greedy")
    table = f"/t/{host.table}"
    shown = ["/", "/healthz", "/warm-up", "/docs", "/api/games", "/new/schotten-totten", table]
    shown += [f"{table}/moment.svg", f"{host.url.removeprefix(server.url)}/legal", "/pictures.css"]
    for path in shown:
        answer = HTTP.get(server.url + path, headers=host.headers)
        assert answer.status_code == 200, path
        check_headers(answer)
    refused = ["/nowhere", "/api/nowhere", "/static/nowhere", f"{table}/record.txt", "/t/nowhere"]
    for path in refused:
        answer = HTTP.get(server.url + path)
        assert answer.status_code in (404, 409), path
        check_headers(answer)
    check_headers(HTTP.post(f"{server.url}/api/tables", json=NEW, headers={"Origin": "http://evil.example"}))
    check_headers(HTTP.post(f"{server.url}/api/tables", content=b"x" * 20_000))
    check_headers(HTTP.delete(f"{server.url}/api/games"))
    with HTTP.stream("GET", f"{host.url}/events") as stream:
        check_headers(stream)


def test_what_is_private_is_not_kept_by_a_browser(server: Server) -> None:
    host = open_table(server, "person", "greedy")
    for path in (f"/t/{host.table}", f"/api/tables/{host.table}", "/"):
        assert HTTP.get(server.url + path, headers=host.headers).headers["cache-control"] == "no-store"


def test_no_page_needs_a_style_or_a_script_that_the_policy_forbids(server: Server) -> None:
    for game in stramash.games():
        host = open_table(server, "person", "greedy", game=game)
        for path in ("/", f"/new/{game}", f"/t/{host.table}", "/docs"):
            page = HTTP.get(server.url + path, headers=host.headers).text
            assert not re.findall(r"<[^>]*\sstyle=", page), path
            assert "<style" not in page, path
            assert not re.findall(r"<[^>]*\son\w+=", page), path
            scripts = re.findall(r"<script([^>]*)>", page)
            assert all("src=" in script or "application/json" in script for script in scripts), path


def test_the_cookie_of_a_visitor_is_kept_from_scripts_and_other_sites(server: Server) -> None:
    answer = httpx.post(f"{server.url}/play/schotten-totten", timeout=120)
    assert answer.status_code == 303
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
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


FEW = {"requests_at_once": 20, "requests_a_second": 0.001}


def ask(server: Server, times: int, forwarded: str | None = None) -> list[int]:
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    return [HTTP.get(f"{server.url}/healthz", headers=headers).status_code for _ in range(times)]


def test_an_address_that_asks_too_much_has_to_wait(tmp_path: Path) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False, **FEW) as strict:
        assert ask(strict, 22) == [200] * 20 + [429] * 2
        refused = HTTP.get(f"{strict.url}/api/games")
        assert refused.json()["error"] == "too-much"
        check_headers(refused)


def test_who_says_to_ask_for_another_is_not_believed(tmp_path: Path) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False, **FEW) as strict:
        statuses = [ask(strict, 1, f"10.0.0.{number}")[0] for number in range(22)]
        assert statuses == [200] * 20 + [429] * 2


def test_a_trusted_proxy_is_and_each_of_its_visitors_is_counted(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.db'}"
    with serving_here(database, warm=False, trusted_proxies="127.0.0.1", **FEW) as strict:
        assert ask(strict, 21, "10.0.0.1") == [200] * 20 + [429]
        assert ask(strict, 21, "10.0.0.2") == [200] * 20 + [429]
        # what the visitor added in front does not count, what the proxy added does
        assert ask(strict, 1, "1.2.3.4, 10.0.0.2") == [429]


@pytest.mark.parametrize("proxies", ["*", "localhost", "10.0.0.1,anybody"])
def test_only_addresses_can_be_trusted(proxies: str) -> None:
    with pytest.raises(BadOption, match="is not a proxy"):
        ServerSettings(trusted_proxies=proxies)


def test_one_visitor_opens_a_limited_number_of_tables_an_hour(tmp_path: Path) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False, tables_an_hour=3) as strict:
        host = open_table(strict, "person", "open")
        url = f"{strict.url}/api/tables"
        statuses = [HTTP.post(url, json=NEW, headers=host.headers).status_code for _ in range(4)]
        assert statuses == [201, 201, 429, 429]
        others = [HTTP.post(url, json=NEW).status_code for _ in range(20)]
        assert 201 in others
        assert others[-1] == 429, "who comes as a stranger every time is known by the address"


def test_a_fault_of_ours_shows_no_trace_to_a_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False) as broken:
        monkeypatch.setattr(Lobby, "get", None)  # which cannot be called
        answer = HTTP.get(f"{broken.url}/api/tables/{'a' * 12}")
        assert answer.status_code == 500
        assert answer.json()["error"] == "server-error"
        assert "NoneType" not in answer.text
        assert answer.headers["x-content-type-options"] == "nosniff"


# --- small things ----------------------------------------------------------------------------------------


def test_a_cookie_is_never_answered_as_a_secret(server: Server) -> None:
    cookie = "a-secret-of-a-browser-that-no-script-may-read"
    for header in ("Basic x", "Bearer", "Digest y"):
        answer = HTTP.post(
            f"{server.url}/api/tables",
            json=NEW,
            headers={"Authorization": header, "Cookie": f"stramash={cookie}"},
        )
        assert answer.status_code == 201
        assert answer.json()["secret"] != cookie


def test_invitations_do_not_reach_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False) as broken:
        monkeypatch.setattr(Lobby, "get", None)
        answer = HTTP.get(f"{broken.url}/t/{'a' * 12}/join/a-secret-invitation")
        assert answer.status_code == 500
    assert "failed" in caplog.text
    assert "a-secret-invitation" not in caplog.text


@pytest.mark.parametrize(
    "wrong",
    [
        {"options": {"players": 3}},
        {"options": {"name": "x"}},
        {"options": {"self": 1}},
        {"players": 0},
        {"players": -1},
        {"players": 99},
    ],
    ids=str,
)
def test_options_that_are_none_are_refused_with_a_sentence(server: Server, wrong: dict[str, object]) -> None:
    answer = HTTP.post(f"{server.url}/api/tables", json=NEW | wrong)
    assert (answer.status_code, answer.json()["error"]) == (422, "bad-request")


def test_an_invalid_host_name_is_refused(server: Server) -> None:
    host = open_table(server, "person", "open")  # whose page draws a QR code of the address
    for name in ("x" * 5000, "[", "a b", "x:99999999"):
        answer = HTTP.get(f"{server.url}/t/{host.table}", headers={**host.headers, "Host": name})
        assert answer.status_code < 500, name


def test_head_is_answered_like_get_without_the_body(server: Server) -> None:
    host = open_table(server, "person", "greedy")
    paths = ["/", "/healthz", "/api/games", f"/t/{host.table}", "/static/icon.svg", "/docs"]
    for path in [*paths, f"/api/tables/{host.table}/events"]:
        answer = httpx.head(server.url + path, timeout=60)
        assert (answer.status_code, answer.content) == (200, b""), path
    assert httpx.head(f"{server.url}/nowhere", timeout=60).status_code == 404


def test_handle_names_come_in_the_same_order_in_every_process() -> None:
    program = (
        "from stramash.games import load\n"
        "from stramash.table.web.contexts import handle_names\n"
        "print(handle_names(load('schotten-totten').deal(5).view(0), 'en'))"
    )
    orders = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(orders) == 1
    assert len(orders.pop()) > 10
