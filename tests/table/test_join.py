"""`stramash join`: a bot in another process sits down and plays."""

from __future__ import annotations

import subprocess
import sys

import httpx
import pytest

from stramash.client import Refused, RemoteTable, TableLink
from stramash.core.errors import BadOption
from tests.table.server import Server, open_table


def seat_bot(link: str, bot: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "stramash.cli", "join", link, "--bot", bot, "--pace", "0"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_two_bots_from_two_processes_play_a_whole_game(server: Server) -> None:
    host = open_table(server, "open", "open")
    link = f"{server.url}/t/{host.table}/join/{host.invite}"
    players = [seat_bot(link, "greedy"), seat_bot(link, "random")]
    said = [player.communicate(timeout=120) for player in players]
    assert [player.returncode for player in players] == [0, 0], said
    assert all("The game is over" in out for out, _ in said)
    now = host.look()
    assert now["status"] == "over"
    assert sorted(seat["name"] for seat in now["seats"]) == ["Greedy", "Random"]
    assert sorted((seat["kind"], seat["bot"]) for seat in now["seats"]) == [
        ("person", "greedy"),
        ("person", "random"),
    ]
    page = httpx.get(f"{server.url}/t/{host.table}", headers={"Accept-Language": "en"}, timeout=60).text
    assert page.count('<span class="tag">bot</span>') == 2


def test_a_bot_plays_against_the_servers_own(server: Server) -> None:
    host = open_table(server, "open", "greedy")
    player = seat_bot(f"{server.url}/t/{host.table}/join/{host.invite}", "random")
    out, _ = player.communicate(timeout=120)
    assert "Random sits at seat 0." in out
    assert host.look()["status"] == "over"


def test_a_full_table_is_said_in_one_line(server: Server) -> None:
    host = open_table(server, "person", "greedy")
    player = seat_bot(f"{server.url}/t/{host.table}", "greedy")
    out, error = player.communicate(timeout=60)
    assert (player.returncode, out) == (2, "")
    assert error.startswith("stramash: ")
    assert error.count("\n") == 1


def test_a_text_that_is_not_a_link_is_refused() -> None:
    with pytest.raises(BadOption, match="is not a link to a table: copy one"):
        TableLink.read("localhost")


def test_a_client_says_what_the_server_refused(server: Server) -> None:
    with pytest.raises(Refused) as refused:
        RemoteTable(TableLink(server.url, "a" * 12)).look()
    assert (refused.value.status, refused.value.code) == (404, "no-table")
