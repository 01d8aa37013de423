"""What a spectator sees: two games that look the same to a watcher have equal views."""

from __future__ import annotations

import random

import pytest

from stramash import Position, View
from tests.schotten_totten.board import TACTICS, board, play


def seen(position: Position, action: int) -> str:
    """Return what a watcher reads of an action."""
    return position.game.veil(action) or position.notation(action)


def recruited(back: str, held: str) -> Position:
    """Return a position in which seat 0 has put a card and then green 2 under an empty Clan deck."""
    position = board(TACTICS, hand=f"recruiter {back} g1 g2", other=f"{held} r1 r2", deck="n1 n2 n3")
    play(position, "recruiter", "draw:clan", "draw:clan", "draw:clan", f"under:{back}", "under:g2")
    return play(position, "draw:tactic")


def test_nobody_sees_that_a_card_put_back_is_played() -> None:
    """Seat 1 draws the card put back and plays blue 1: a watcher does not know whether it is that card."""
    views: list[list[View]] = []
    for back, held in (("b1", "b2"), ("b2", "b1")):
        position = recruited(back, held)
        steps = [position.view(None)]
        for notation in ("r1@1", "draw:clan", "g1@1", "draw:tactic", "b1@1"):
            play(position, notation)
            steps.append(position.view(None))
        views.append(steps)
    assert views[0] == views[1]


@pytest.mark.parametrize("seed", range(12))
def test_games_that_look_the_same_to_a_watcher_have_equal_views(seed: int) -> None:
    """Follow a game with another one that the watcher imagines, as long as it can do the same."""
    dice = random.Random(seed)
    game = board(
        TACTICS,
        hand="recruiter b1 b2 g1 g2 n9",
        other="r1 r2 y1 y2 p1 shield",
        deck="n1 n2 n3 n4 n5",
        tactic_deck="spy mud",
        tactics_played=[0, 0],
    )
    play(game, "recruiter")
    twin, followed = game.view(None).imagine(seed), 0
    while not game.over:
        action = dice.choice(game.legal)
        same = [other for other in twin.legal if seen(twin, other) == seen(game, action)]
        if not same or dice.random() < 0.1:
            twin = game.view(None).imagine(dice.getrandbits(32))
            continue
        game.play(action)
        twin.play(dice.choice(same))
        followed += 1
        assert game.view(None) == twin.view(None), game.seen_by(None)[-3:]
    assert followed > 10


@pytest.mark.parametrize(
    ("seat", "under", "drawn"),
    [
        (0, {"card": "b1", "place": "under"}, {"card": "b1", "place": "drawn"}),
        (1, {"card": "?c", "place": "under"}, {"card": "b1", "place": "drawn"}),
        (None, {"card": "?c", "place": "under"}, None),
    ],
)
def test_who_knows_a_card_that_was_put_back(
    seat: int | None, under: dict[str, str], drawn: dict[str, str] | None
) -> None:
    """The players who put it back and draw it know it; a spectator sees nothing once it is drawn."""
    position = recruited("b1", "b2")
    assert position.view(seat).to_dict()["returned"][0] == under
    play(position, "r1@1", "draw:clan")
    assert position.view(seat).to_dict()["returned"][0] == drawn
