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
    players[0].command("/resign")
    return move(players[1], "b1@1", 0, locale)


def not_legal(server: Server, locale: str) -> httpx.Response:
    return move(two_players(server)[0], "claim@1", 0, locale)


def not_undone(server: Server, locale: str) -> httpx.Response:
    return send(two_players(server)[0], "/undo", locale, client_id=secrets.token_hex(8), version=1)


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


def set_up_wrongly(server: Server, locale: str) -> httpx.Response:
    wrong = {"game": GAME, "players": "2", "seat0": "me", "seat1": "bot:bairn", "rounds": "500"}
    return HTTP.post(f"{server.url}/tables", data=wrong, headers={"Accept-Language": locale})


def set_up_for_a_crowd(server: Server, locale: str) -> httpx.Response:
    wrong = {"game": GAME, "players": "1000000", "seat0": "me", "seat1": "bot:bairn"}
    return HTTP.post(f"{server.url}/tables", data=wrong, headers={"Accept-Language": locale})


def set_up_with_a_die_that_is_not_there(server: Server, locale: str) -> httpx.Response:
    seats = {f"seat{seat}": "me" if seat == 0 else "bot:bairn" for seat in range(4)}
    wrong = {"game": "glen-more", "players": "4", "die": "spaces", **seats}
    return HTTP.post(f"{server.url}/tables", data=wrong, headers={"Accept-Language": locale})


def invited_elsewhere(server: Server, locale: str) -> httpx.Response:
    here, there = (open_table(server, "person", "open") for _ in range(2))
    link = f"{server.url}/t/{here.table}/join/{there.invite}"
    return HTTP.post(link, data={"name": "Lost"}, headers={"Accept-Language": locale})


@pytest.mark.parametrize(
    ("trouble", "status", "told"),
    [
        (full, 409, ("Every seat is taken", "ocupados", "prises")),
        (nowhere, 404, ("nothing here", "Aquí no hay nada", "rien ici")),
        (set_up_wrongly, 422, ("choose again", "elige de nuevo", "choisissez à nouveau")),
        (set_up_for_a_crowd, 422, ("choose again", "elige de nuevo", "choisissez à nouveau")),
        (
            set_up_with_a_die_that_is_not_there,
            422,
            ("choose again", "elige de nuevo", "choisissez à nouveau"),
        ),
        (invited_elsewhere, 403, ("Ask for the link again", "Pide el enlace", "Redemandez le lien")),
    ],
)
def test_a_page_that_cannot_be_shown_says_why_and_where_to_go(
    server: Server, trouble: Callable[[Server, str], httpx.Response], status: int, told: tuple[str, ...]
) -> None:
    pages = [trouble(server, locale) for locale in LANGUAGES]
    assert [page.status_code for page in pages] == [status] * 3
    for page, words in zip(pages, told, strict=True):
        assert words in page.text
        assert 'href="/"' in page.text


def test_a_visitor_who_opens_too_many_tables_is_told_so_in_their_language(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.db'}"
    with serving(database, games=[GAME], STRAMASH_TABLES_AN_HOUR="1") as server, httpx.Client() as client:
        client.post(f"{server.url}/play/{GAME}", timeout=60)
        for locale, words in (("en", "many tables"), ("es", "muchas mesas"), ("fr", "beaucoup de tables")):
            answer = client.post(f"{server.url}/play/{GAME}", headers={"Accept-Language": locale}, timeout=60)
            assert answer.status_code == 429
            assert words in answer.text


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


def test_an_option_is_offered_only_where_it_has_an_effect(server: Server) -> None:
    for players, offered in ((3, True), (4, False)):
        page = HTTP.get(f"{server.url}/new/glen-more?players={players}").text
        assert ('name="die"' in page) is offered
        assert page.count("<fieldset") == page.count("</fieldset>") > 0
