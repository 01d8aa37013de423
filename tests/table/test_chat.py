"""Chat: which players send and receive messages; messages do not delay the game."""

from __future__ import annotations

import json
import secrets
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from stramash.table.server.chat import Message
from stramash.table.server.errors import StoreUnavailable
from stramash.table.server.pruning import delete_tables
from tests.table.server import HTTP, Here, Player, Server, open_table, serving_here, two_players


def say(player: Player, text: str = "", client_id: str | None = None, **more: Any) -> httpx.Response:
    content = {"text": text, "client_id": client_id or secrets.token_hex(8)} | more
    url = f"{player.server.url}/t/{player.table}/chat"
    return HTTP.post(url, json=content, headers=player.headers)


def hear(player: Player, kinds: tuple[str, ...] = ("chat",), count: int = 1) -> list[Any]:
    """Return the next messages of these kinds on the stream of a player's page."""
    found: list[Any] = []
    kind = ""
    url = f"{player.server.url}/t/{player.table}/events"
    with HTTP.stream("GET", url, headers=player.headers, timeout=60) as stream:
        for line in stream.iter_lines():
            if line.startswith("event: "):
                kind = line.removeprefix("event: ")
            if line.startswith("data: ") and kind in kinds:
                found.append(json.loads(line.removeprefix("data: ")))
                if len(found) == count:
                    return found
    raise AssertionError(f"the stream ended after {found}")


def test_players_hear_each_other_in_order_and_the_log_stays_as_it_was(server: Server) -> None:
    host, guest = two_players(server)
    before = host.look()["version"]
    for text in ("Good luck!", "And <b>you</b>"):
        assert say(host, text).status_code == 200
    assert say(guest, gesture="thanks").status_code == 200
    ((one, two, three),) = hear(guest)
    assert [one["number"], two["number"], three["number"]] == [1, 2, 3]
    assert (one["seat"], one["text"], one["gesture"]) == (0, "Good luck!", False)
    assert two["text"] == "And <b>you</b>"
    assert (three["seat"], three["text"], three["gesture"]) == (1, "thanks", True)
    assert "command" not in one
    assert host.look()["version"] == before


def test_who_watches_can_neither_speak_nor_hear_nor_see_who_is_there(tmp_path: Path) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False, heartbeat=0.2) as server:
        host = open_table(server, "person", "open")
        assert say(host, "a secret").status_code == 200
        watching = Player(server, host.table, "somebody who only watches this table")
        assert say(watching, "hello").status_code == 403
        with HTTP.stream("GET", f"{server.url}/t/{host.table}/events", headers=watching.headers) as stream:
            lines = []
            for line in stream.iter_lines():
                lines.append(line)
                if "still here" in line:
                    break
        assert not any("secret" in line or "chat" in line or "present" in line for line in lines)


def test_a_message_sent_many_times_at_once_is_said_once(server: Server) -> None:
    host, guest = two_players(server)
    statuses: list[int] = []

    def send() -> None:
        statuses.append(say(host, "only once", client_id="the same").status_code)

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    say(guest, "yes")
    assert statuses == [200] * 8
    assert [one["text"] for one in hear(guest)[0]] == ["only once", "yes"]


@pytest.mark.parametrize(
    ("content", "status"),
    [
        ({"text": ""}, 422),
        ({"text": "\u3164\u200b \u2800"}, 422),
        ({"gesture": "dance"}, 422),
        ({"text": "x" * 5000}, 422),
        ({"text": "x", "loud": True}, 422),
    ],
    ids=["nothing", "invisible", "unknown gesture", "too long", "unknown field"],
)
def test_what_cannot_be_said_is_refused(server: Server, content: dict[str, Any], status: int) -> None:
    assert say(open_table(server, "person", "open"), **content).status_code == status


def test_where_nobody_else_plays_nothing_can_be_said(server: Server) -> None:
    assert say(open_table(server, "person", "greedy"), "hello").status_code == 422


def test_invisible_characters_and_lines_are_cleaned_like_names(server: Server) -> None:
    host = open_table(server, "person", "open")
    say(host, "  one\n\n two\u202e\u3164 " + "x" * 400)
    ((message,),) = hear(host)
    assert message["text"].startswith("one two ")
    assert len(message["text"]) == 200


def test_messages_of_an_address_are_limited(tmp_path: Path) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False, messages_a_minute=3) as server:
        host = open_table(server, "person", "open")
        assert [say(host, "again").status_code for _ in range(5)] == [200] * 3 + [429] * 2


def test_talk_is_deleted_with_its_table_and_read_again_after_a_restart(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.db'}"
    with serving_here(database, warm=False) as server:
        host = open_table(server, "person", "open")
        say(host, "still here")
    with serving_here(database, warm=False) as server:
        again = Player(server, host.table, host.secret)
        assert [one["text"] for one in hear(again)[0]] == ["still here"]
        assert said(server, host.table) == ["still here"]


def test_a_stream_that_cannot_begin_takes_no_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(table_id: str) -> list[dict[str, Any]]:
        raise StoreUnavailable("the database does not answer")

    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False, streams_a_client=2) as server:
        host = open_table(server, "person", "open")
        with monkeypatch.context() as broken:
            broken.setattr(server.services.store, "messages_of", away)
            url = f"{server.url}/t/{host.table}/events"
            statuses = [HTTP.get(url, headers=host.headers).status_code for _ in range(4)]
        assert statuses == [503] * 4
        assert hear(host, ("present",)) == [[0]]


def test_nothing_can_be_said_at_a_table_that_was_deleted(tmp_path: Path) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False) as server:
        host = open_table(server, "person", "open")
        say(host, "hello")
        with server.services.store.engine.begin() as connection:
            delete_tables(connection, [host.table])
        assert say(host, "anybody?").status_code == 404


def test_messages_that_are_read_late_do_not_hide_later_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False) as server:
        host = open_table(server, "person", "open")
        say(host, "first")
        chat, store = server.services.chat, server.services.store
        early = server.do(store.messages_of(host.table))
        say(host, "second")

        async def late(table_id: str) -> list[dict[str, Any]]:
            return early

        monkeypatch.setattr(store, "messages_of", late)
        server.do(chat.load(host.table))
        assert [message.text for message in chat.after(host.table, 0)] == ["first", "second"]


def said(server: Here, table: str) -> list[str]:
    found: list[Message] = server.do(server.services.chat.load(table))
    return [message.text for message in found]


def test_a_player_is_there_while_their_page_is_open(server: Server) -> None:
    host, guest = two_players(server)
    (alone,) = hear(host, ("present",))
    assert alone == [0]
    with HTTP.stream("GET", f"{server.url}/t/{host.table}/events", headers=guest.headers) as stream:
        lines = stream.iter_lines()  # kept: the stream is closed with it
        next(lines)
        (both,) = hear(host, ("present",))
    assert both == [0, 1]
