"""No page holds a card its reader may not know: its HTML is searched for every hidden one."""

from __future__ import annotations

import random
import re

import httpx
import pytest

from tests.table.server import Player, Server, two_players
from tests.table.test_leaks import hidden_from, truth


def page(player: Player, **query: int) -> str:
    answer = httpx.get(
        f"{player.server.url}/t/{player.table}", params=query, headers=player.headers, timeout=60
    )
    assert answer.status_code == 200, answer.text
    return answer.text


def picture(player: Player) -> str:
    answer = httpx.get(f"{player.server.url}/t/{player.table}/moment.svg", headers=player.headers, timeout=60)
    assert answer.status_code == 200
    return answer.text


@pytest.mark.parametrize("options", [{}, {"tactics": True}], ids=str)
def test_no_page_holds_a_card_its_reader_may_not_know(server: Server, options: dict[str, bool]) -> None:
    rng = random.Random(str(options))
    players = two_players(server, options=options)
    readers: list[tuple[int | None, Player]] = [
        (0, players[0]),
        (1, players[1]),
        (None, Player(server, players[0].table)),
    ]
    searched = 0
    for _ in range(6):
        position = truth(server, players[0].table)
        if position.over:
            break
        for seat, reader in readers:
            hidden = hidden_from(position, seat)
            for text in (
                page(reader),
                page(reader, seat=1),
                page(reader, ply=len(position.history) // 2),
                picture(reader),
            ):
                found = {card for card in hidden if re.search(rf"\b{card}\b(?!=)", text)}
                assert not found, f"seat {seat} can read {found}"
                searched += len(hidden)
        for _ in range(7):
            position = truth(server, players[0].table)
            if not position.over:
                assert position.player is not None
                players[position.player].play_any(rng)
    assert searched > 500


def test_the_seed_stays_sealed_until_the_end(server: Server) -> None:
    players = two_players(server)
    seed = str(truth(server, players[0].table).seed)
    for reader in (*players, Player(server, players[0].table)):
        assert seed not in page(reader)
    record = f"{server.url}/t/{players[0].table}/record.txt"
    assert httpx.get(record, headers=players[0].headers).status_code == 409
    players[0].post("/resign")
    assert seed in page(players[1])
    assert httpx.get(record, headers=players[0].headers).status_code == 200


def test_a_secret_is_in_no_page(server: Server) -> None:
    players = two_players(server)
    for reader in players:
        text = page(reader)
        assert all(player.secret and player.secret not in text for player in players)


def test_names_are_escaped(server: Server) -> None:
    answer = httpx.post(
        f"{server.url}/tables",
        data={
            "game": "schotten-totten",
            "players": "2",
            "seat0": "me",
            "name0": "<b>x</b>&\"'",
            "seat1": "bot:greedy",
        },
    )
    assert answer.status_code == 303
    text = httpx.get(server.url + answer.headers["location"], cookies=answer.cookies).text
    assert "<b>x" not in text
    assert "&lt;b&gt;x&lt;/b&gt;" in text
