"""Whatever is sent to the API, the server does not break."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings, strategies

from tests.table.server import HTTP, Player, Server, two_players


@pytest.fixture(scope="module")
def players(server: Server) -> list[Player]:
    return two_players(server)


def fuzz(player: Player, servers: list[Server], examples: int, *, always_the_same: bool) -> int:
    """Send what the OpenAPI document allows, and more, to these processes in turn; return how many requests.

    Nothing may break: no answer of 500 or above, and every refusal has a sentence.
    """
    # the stream of events has no end, and has tests of its own
    document = f"{servers[0].url}/api/openapi.json"
    schema: Any = schemathesis.openapi.from_url(document).exclude(path_regex="events")
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 10
    sent = 0
    for operation in operations:

        @given(case=operation.as_strategy(), known=strategies.sampled_from([True, True, True, False]))
        @settings(
            max_examples=examples,
            derandomize=always_the_same,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        def send(case: Any, known: bool) -> None:
            nonlocal sent
            if "table_id" in (case.path_parameters or {}) and known:
                case.path_parameters["table_id"] = player.table
            server = servers[sent % len(servers)]
            sent += 1
            answer = case.call(base_url=server.url, headers=player.headers if known else {})
            assert answer.status_code < 500, answer.text
            assert answer.status_code < 400 or answer.json()["message"]
            assert "Traceback" not in answer.text

        send()
    return sent


def test_no_request_breaks_the_server(server: Server, players: list[Player]) -> None:
    fuzz(players[0], [server], examples=25, always_the_same=True)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"\xff\xfe", b'{"seat": 1e999}', b'{"action": "\\ud800"}']
)
def test_a_malformed_request_is_refused_with_a_sentence(
    server: Server, players: list[Player], content: bytes
) -> None:
    headers = {"Content-Type": "application/json"} | players[0].headers
    for path in ("/moves", "/join", "/undo"):
        answer = HTTP.post(players[0].url + path, content=content, headers=headers)
        assert answer.status_code == 422
        assert answer.json()["error"] == "bad-request"


def test_the_reference_lists_every_request_and_needs_no_network(server: Server) -> None:
    page = HTTP.get(f"{server.url}/docs")
    document = HTTP.get(f"{server.url}/api/openapi.json").json()
    assert page.status_code == 200
    for path in document["paths"]:
        assert path in page.text
    assert "<script" not in page.text
    assert "http://" not in page.text
    assert "https://" not in page.text
