"""Answers to puzzles that no page sends."""

from __future__ import annotations

import pytest

from stramash.arena.puzzles import puzzles_of
from stramash.games import names
from tests.table.server import HTTP, Server


@pytest.mark.parametrize("answer", ["", "0", "10", "1_0", "claim", "\u0663", "\U0001f98a", "x" * 100])
def test_an_answer_that_no_puzzle_offers_is_refused(server: Server, answer: str) -> None:
    for game in names():
        kinds = {puzzle.kind: key for key, puzzle in puzzles_of(game).items()}
        for key in kinds.values():
            sent = {"action": answer, "ply": 0, "version": 0, "client_id": "a puzzle"}
            told = HTTP.post(f"{server.url}/puzzles/{game}/{key}", json=sent)
            assert told.status_code == 422
            assert told.json()["message"]
