"""Nothing hidden leaves the server: every answer is searched for every card its reader may not know."""

from __future__ import annotations

import base64
import json
import random
import re
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest

import stramash
from stramash.core.position import Position
from tests.table.server import Player, Server, two_players

PATHS = ("", "/legal", "/log", "/record")


def truth(server: Server, table: str) -> Position:
    """Return the whole position, from the seed and the moves in the database."""
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as database:
        game, players, options, seed = database.execute(
            "SELECT game, players, options, seed FROM tables WHERE id = ?", [table]
        ).fetchone()
        moves = database.execute(
            "SELECT kind, content FROM events WHERE table_id = ? ORDER BY version", [table]
        ).fetchall()
    position = stramash.load(game, players=players, **json.loads(options)).deal(int(seed))
    for kind, content in moves:
        if kind == "move":
            position.play(content)
    return position


def texts(value: Any) -> Iterator[str]:
    """Yield every text in a description."""
    if isinstance(value, dict):
        for item in value.values():
            yield from texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)
    elif isinstance(value, str):
        yield value


def keys(value: Any) -> Iterator[str]:
    """Yield every key in a description: a card may share its name with a phase of the turn."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from keys(item)


def hidden_from(position: Position, seat: int | None) -> set[str]:
    """Return the names of all things in a position that a seat does not see."""
    description = position.view(seat).to_dict()
    known = {*texts(description), *keys(description)}
    return {text for text in texts(position.to_dict()) if text not in known and re.fullmatch(r"\w+", text)}


def answers(player: Player) -> Iterator[tuple[str, str]]:
    for path in PATHS:
        yield path, player.get(path).text
    now = player.look()
    yield "events", json.dumps(player.events(0, now["version"]))
    yield "earlier", player.get(ply=now["ply"] // 2).text


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("schotten-totten", {}),
        ("schotten-totten", {"tactics": True}),
        ("schotten-totten", {"expert": True}),
        ("lords-of-scotland", {}),
    ],
    ids=str,
)
def test_no_answer_holds_a_card_its_reader_may_not_know(
    server: Server, game: str, options: dict[str, bool]
) -> None:
    rng = random.Random(str(options))
    for _ in range(2):
        players = two_players(server, game=game, options=options)
        readers: list[tuple[int | None, Player]] = [
            (0, players[0]),
            (1, players[1]),
            (None, Player(server, players[0].table)),
        ]
        for moves in (0, 5, 17):
            for _ in range(moves):
                now = players[0].look()
                if now["player"] is None:
                    break
                players[now["player"]].play_any(rng)
            position = truth(server, players[0].table)
            if position.over:
                break
            for seat, reader in readers:
                hidden = hidden_from(position, seat)
                assert len(hidden) > 6, "the search looks for nothing"
                for path, text in answers(reader):
                    found = {card for card in hidden if re.search(rf"(?<!\w){card}(?!\w)", text)}
                    assert not found, f"seat {seat} reads {found} in {path}"
                    assert str(position.seed) not in text
                    assert f"{position.seed:x}" not in text


def test_a_view_is_what_the_rules_let_a_seat_see_and_no_byte_more(server: Server) -> None:
    players = two_players(server)
    rng = random.Random(8)
    for _ in range(10):
        now = players[0].look()
        if now["player"] is None:
            break
        players[now["player"]].play_any(rng)
        position = truth(server, players[0].table)
        for seat, reader in ((0, players[0]), (1, players[1]), (None, Player(server, players[0].table))):
            view = position.view(seat)
            seen = reader.look()
            assert base64.b64decode(seen["state"]) == view.state.tobytes()
            assert seen["view"] == json.loads(json.dumps(view.to_dict()))
            assert seen["actions"] == list(view.notations)


def test_nobody_reads_the_secret_of_another(server: Server) -> None:
    players = two_players(server)
    readers = [*players, Player(server, players[0].table)]
    for reader in readers:
        for _, text in answers(reader):
            for player in players:
                assert player.secret is not None
                assert player.secret not in text
                assert str(players[0].invite) not in text


def test_secrets_are_not_in_the_database(server: Server) -> None:
    players = two_players(server)
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as database:
        dump = "\n".join(database.iterdump())
    assert players[0].table in dump
    for player in players:
        assert str(player.secret) not in dump
