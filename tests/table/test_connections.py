"""Connections that send nothing, or slowly, lock nobody out."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from tests.table.server import Here, open_table, serving_here


@contextmanager
def connected(server: Here, *sent: bytes) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        for part in sent:
            connection.sendall(part)
        yield connection


def is_closed_by_server(connection: socket.socket, seconds: float = 30) -> bool:
    connection.settimeout(seconds)
    try:
        while connection.recv(4096):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
    ],
    ids=["nothing", "half a header", "half a body"],
)
def test_a_half_open_connection_is_closed_after_a_while(tmp_path: Path, sent: bytes) -> None:
    database = f"sqlite:///{tmp_path / 'table.db'}"
    with (
        serving_here(database, warm=False, header_seconds=0.3, body_seconds=0.3) as server,
        connected(server, sent) as connection,
    ):
        assert is_closed_by_server(connection)


def test_sending_a_byte_now_and_then_does_not_keep_a_connection_open(tmp_path: Path) -> None:
    with (
        serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False, header_seconds=0.5) as server,
        connected(server, b"GET / HTTP/1.1\r\n") as connection,
    ):
        connection.settimeout(30)
        with pytest.raises(ConnectionError):  # noqa: PT012
            for _ in range(600):
                connection.sendall(b"X-Slow: 1\r\n")
                time.sleep(0.05)


def test_the_second_request_of_a_connection_is_timed_too(tmp_path: Path) -> None:
    request = b"GET /warm-up HTTP/1.1\r\nHost: x\r\n\r\n"
    with (
        serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False, header_seconds=0.3) as server,
        connected(server, request) as connection,
    ):
        assert connection.recv(4096).startswith(b"HTTP/1.1 200")
        connection.sendall(b"GET / HTTP/1.1\r\n")
        assert is_closed_by_server(connection)


def test_one_address_has_so_many_connections_and_others_still_get_in(tmp_path: Path) -> None:
    with (
        serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False, connections_an_address=20) as server,
        ExitStack() as stack,
    ):
        for _ in range(20):
            stack.enter_context(connected(server))
        with connected(server, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n") as refused:
            assert b"429 Too Many Requests" in refused.recv(4096)
        # another address of this machine is another visitor
        transport = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(transport=transport, timeout=30) as other:
            assert other.get(f"{server.url}/healthz").status_code == 200


def test_connections_that_were_closed_do_not_count(tmp_path: Path) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False, connections_an_address=3) as server:
        for _ in range(30):
            with httpx.Client(timeout=30) as client:
                deadline = time.monotonic() + 30
                while client.get(f"{server.url}/warm-up").status_code == 429:
                    assert time.monotonic() < deadline, "closed connections still count"
                    time.sleep(0.05)


def test_hundreds_of_half_open_connections_lock_nobody_out(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.db'}"
    with serving_here(database, warm=False, connections_an_address=50) as server, ExitStack() as stack:
        for _ in range(300):
            stack.enter_context(connected(server, b"GET / HTTP/1.1\r\n"))
        transport = httpx.HTTPTransport(local_address="127.0.0.3")
        with httpx.Client(transport=transport, timeout=30) as other:
            assert other.get(f"{server.url}/").status_code == 200


def test_a_stream_of_events_is_not_timed(tmp_path: Path) -> None:
    with serving_here(
        f"sqlite:///{tmp_path / 'table.db'}", header_seconds=0.2, body_seconds=0.2, heartbeat=0.3
    ) as server:
        host = open_table(server, "person", "open")
        with httpx.stream("GET", f"{host.url}/events", timeout=30) as stream:
            lines = (line for line in stream.iter_lines() if line)
            assert [next(lines) for _ in range(4)] == ["retry: 1000", *[": still here"] * 3]
