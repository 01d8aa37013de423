"""Connections that send nothing, slowly or too much, or read nothing, lock nobody out."""

from __future__ import annotations

import logging
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from tests.table.server import GAME, Server, open_table, serving, serving_here


@contextmanager
def connected(server: Server, *sent: bytes, address: str = "127.0.0.1") -> Iterator[socket.socket]:
    """Connect from an address of this machine, and send some parts of a request."""
    with socket.create_connection(
        ("127.0.0.1", server.port), timeout=30, source_address=(address, 0)
    ) as connection:
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


REQUEST = b"GET /warm-up HTTP/1.1\r\nHost: x\r\n\r\n"
CHUNKED = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (b"GET / HTTP/1.1\r\n", b"X-Long: " + b"y" * 1000 + b"\r\n"),
        (CHUNKED + b"0\r\n", b"X-Long: " + b"y" * 1000 + b"\r\n"),
        (CHUNKED + b"2;", b"y" * 1000),
        (CHUNKED, b"3e8\r\n" + b"y" * 1000 + b"\r\n"),
    ],
    ids=["headers", "trailers", "a chunk extension", "a body"],
)
def test_who_sends_without_end_is_cut_off_before_memory_runs_out(
    tmp_path: Path, begin: bytes, more: bytes
) -> None:
    with (
        serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False) as server,
        connected(server, begin) as connection,
    ):
        with pytest.raises(ConnectionError):  # noqa: PT012
            for _ in range(16_000):
                connection.sendall(more)
        assert httpx.get(f"{server.url}/warm-up").status_code == 200


def test_who_sends_thousands_of_requests_before_an_answer_is_cut_off(tmp_path: Path) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False) as server:
        with connected(server, REQUEST * 10) as connection:
            answers = b""
            while answers.count(b"HTTP/1.1 200") < 10:
                answers += connection.recv(65536)
        with connected(server) as connection, pytest.raises(ConnectionError):  # noqa: PT012
            connection.sendall(REQUEST * 5000)
            while connection.recv(65536):
                pass
            raise ConnectionError("it was closed in good order")
        assert httpx.get(f"{server.url}/warm-up").status_code == 200


def test_who_reads_nothing_is_cut_off_after_a_while(tmp_path: Path) -> None:
    page = b"GET /static/table.js HTTP/1.1\r\nHost: x\r\n\r\n"
    database = f"sqlite:///{tmp_path / 'table.db'}"
    with (
        serving_here(database, warm=False, connections_an_address=1, reading_seconds=0.5) as server,
        socket.socket() as connection,
    ):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", server.port))
        deadline = time.monotonic() + 60
        while True:  # the buffers of the system take some megabytes
            with suppress(OSError):
                connection.sendall(page * 8)
            if lets_in(server):
                break  # the connection does not count any more
            assert time.monotonic() < deadline, "it is still open"
            time.sleep(0.1)


def lets_in(server: Server) -> bool:
    """Return whether this address may open another connection."""
    try:
        return httpx.get(f"{server.url}/warm-up").status_code == 200
    except httpx.TransportError:  # refused before the whole request was sent
        return False


def test_a_request_to_change_the_protocol_is_answered_and_still_counted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = (
        b"GET /warm-up HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False) as server:
        assert server.config.ws == "none", "a WebSocket is not counted as a connection"
        monkeypatch.setattr(logging.getLogger("uvicorn"), "propagate", True)
        with connected(server, request) as connection:
            assert connection.recv(4096).startswith(b"HTTP/1.1 200")
        assert not caplog.records, "a stranger can fill the log"


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="needs sockets that take IPv4 and IPv6")
def test_a_trusted_ipv4_proxy_is_trusted_where_the_server_listens_on_ipv6_too(tmp_path: Path) -> None:
    with (
        serving_here(
            f"sqlite:///{tmp_path / 'table.db'}",
            warm=False,
            dual_stack=True,
            trusted_proxies="127.0.0.1",
            connections_an_address=2,
            requests_at_once=2,
            requests_a_second=0.01,
        ) as server,
        ExitStack() as stack,
    ):
        for _ in range(5):
            stack.enter_context(connected(server))
        for visitor in range(5):
            answer = httpx.get(f"{server.url}/warm-up", headers={"X-Forwarded-For": f"10.0.0.{visitor}"})
            assert answer.status_code == 200


def test_one_address_has_limited_connections_and_others_still_get_in(tmp_path: Path) -> None:
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


@pytest.fixture
def many_files() -> Iterator[None]:
    """Raise the limit of open files of this process to the maximum."""
    if sys.platform == "win32":
        pytest.skip("Windows has no such limit")
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize("addresses", [1, 11])
@pytest.mark.usefixtures("many_files")
def test_1100_half_open_connections_lock_nobody_out(tmp_path: Path, addresses: int) -> None:
    """Most connections of one address are refused; those of eleven stay open, and others can connect."""
    database = f"sqlite:///{tmp_path / 'table.db'}"
    with (
        serving(
            database,
            games=[GAME],
            STRAMASH_CONNECTIONS_AN_ADDRESS="100",
            STRAMASH_HEADER_SECONDS="300",  # none may expire while the others are being opened
        ) as server,
        ExitStack() as stack,
    ):
        half_open = [
            stack.enter_context(
                connected(server, b"GET / HTTP/1.1\r\n", address=f"127.0.1.{number % addresses}")
            )
            for number in range(1100)
        ]
        transport = httpx.HTTPTransport(local_address="127.0.0.3")
        with httpx.Client(transport=transport, timeout=30, base_url=server.url) as other:
            assert other.get("/").status_code == 200
            opened = other.post("/api/tables", json={"game": GAME}).json()
            headers = {"Authorization": f"Bearer {opened['secret']}"}
            table = f"/api/tables/{opened['id']}"
            action = other.get(f"{table}/legal", headers=headers).json()["legal"][0]["action"]
            move = {"action": action, "ply": 0, "client_id": "a-move"}
            assert other.post(f"{table}/moves", json=move, headers=headers).status_code == 200
        assert sum(is_refused(connection) for connection in half_open) == (1000 if addresses == 1 else 0)


def is_refused(connection: socket.socket) -> bool:
    """Return whether a connection was answered that there are too many."""
    connection.setblocking(False)
    try:
        return b"429 Too Many Requests" in connection.recv(4096)
    except BlockingIOError:
        return False


def test_a_stream_of_events_is_not_timed(tmp_path: Path) -> None:
    with serving_here(
        f"sqlite:///{tmp_path / 'table.db'}", header_seconds=0.2, body_seconds=0.2, heartbeat=0.3
    ) as server:
        host = open_table(server, "person", "open")
        with httpx.stream("GET", f"{host.url}/events", timeout=30) as stream:
            lines = (line for line in stream.iter_lines() if line)
            assert [next(lines) for _ in range(4)] == ["retry: 1000", *[": still here"] * 3]


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system has no TCP_USER_TIMEOUT")
def test_the_system_closes_the_connection_of_a_client_that_has_vanished(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.db'}"
    with serving_here(database, warm=False, vanished_seconds=24) as server, connected(server):
        deadline = time.monotonic() + 30
        while not (accepted := server.accepted()):
            assert time.monotonic() < deadline
            time.sleep(0.01)
        [one] = accepted
        assert one.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        assert one.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == 12
        assert one.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 24_000
