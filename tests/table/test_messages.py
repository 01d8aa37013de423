"""What goes wrong at a table is said on a page or in a message that tells what to do, in every language."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.table.server import GAME, HTTP, Player, Server, open_table, serving, sit_down, two_players

LANGUAGES = ("en", "es", "fr")


def send(player: Player, path: str, locale: str, **content: object) -> httpx.Response:
    """Do something as the page of a player does it."""
    headers = player.headers | {"Accept-Language": locale}
    return HTTP.post(f"{player.server.url}/t/{player.table}{path}", json=content, headers=headers)


def move(player: Player, action: str, ply: int, locale: str) -> httpx.Response:
    return send(player, "/move", locale, action=action, ply=ply, client_id=secrets.token_hex(8))


def stale(server: Server, locale: str) -> httpx.Response:
    players = two_players(server)
    players[0].play_any(random.Random(1))
    return move(players[1], players[1].legal()[0], 0, locale)


def wrong_seat(server: Server, locale: str) -> httpx.Response:
    players = two_players(server)
    return move(players[1], players[0].legal()[0], 0, locale)


def watching(server: Server, locale: str) -> httpx.Response:
    players = two_players(server)
    return move(Player(server, players[0].table), players[0].legal()[0], 0, locale)


def over(server: Server, locale: str) -> httpx.Response:
    players = two_players(server)
    players[0].post("/resign")
    return move(players[1], "b1@1", 0, locale)


def not_legal(server: Server, locale: str) -> httpx.Response:
    return move(two_players(server)[0], "claim@1", 0, locale)


def not_undone(server: Server, locale: str) -> httpx.Response:
    return send(two_players(server)[0], "/undo", locale)


@pytest.mark.parametrize(
    ("trouble", "status", "code"),
    [
        (stale, 409, "stale-move"),
        (wrong_seat, 403, "wrong-seat"),
        (watching, 403, "wrong-seat"),
        (over, 409, "game-over"),
        (not_legal, 422, "illegal-move"),
        (not_undone, 409, "not-yet"),
    ],
)
def test_what_a_page_tried_in_vain_is_told_in_its_language(
    server: Server, trouble: Callable[[Server, str], httpx.Response], status: int, code: str
) -> None:
    said = set()
    for locale in LANGUAGES:
        answer = trouble(server, locale)
        assert (answer.status_code, answer.json()["error"]) == (status, code)
        said.add(answer.json()["message"])
    assert len(said) == 3
    assert all(message.endswith(".") and len(message) > 20 for message in said)


def full(server: Server, locale: str) -> httpx.Response:
    host = open_table(server, "person", "open", "open", game="glen-more")
    link = f"{server.url}/t/{host.table}/join/{host.invite}"
    sit_down(host)
    sit_down(host)
    # a stranger who had the link open before the last seat was taken
    return httpx.post(link, data={"name": "Late"}, headers={"Accept-Language": locale}, timeout=60)


def nowhere(server: Server, locale: str) -> httpx.Response:
    return httpx.get(f"{server.url}/t/{'a' * 12}", headers={"Accept-Language": locale}, timeout=60)


@pytest.mark.parametrize(("trouble", "status"), [(full, 409), (nowhere, 404)])
def test_a_page_that_cannot_be_shown_says_why_and_where_to_go(
    server: Server, trouble: Callable[[Server, str], httpx.Response], status: int
) -> None:
    pages = [trouble(server, locale) for locale in LANGUAGES]
    assert [page.status_code for page in pages] == [status] * 3
    assert len({page.text for page in pages}) == 3
    assert all('href="/"' in page.text for page in pages)


def test_after_a_restart_players_sit_where_they_sat_and_play_on(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'table.db'}", games=[GAME]) as server:
        players = two_players(server)
        rng = random.Random(4)
        players[0].play_any(rng)
        before = [player.look() for player in players]
        server.kill()
        with pytest.raises(httpx.TransportError):
            players[0].look()
        server.start(games=[GAME])
        assert [player.look() for player in players] == before
        assert players[1].events(0, before[0]["version"])[-1]["digest"] == before[0]["digest"]
        players[1].play_any(rng)
        assert players[0].look()["ply"] == 2
