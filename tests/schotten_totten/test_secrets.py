"""Secrets: had the hidden cards been others from the start, a seat would have been told the same story."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from stramash import Game, Position
from tests import conformance
from tests.schotten_totten.board import (
    ALL_PROOFS,
    BASE,
    CLAN_CARDS,
    EXPERT,
    TACTIC_CARDS,
    TACTIC_EXPERT,
    TACTICS,
)

GAMES = {
    "base": BASE,
    "tactics": TACTICS,
    "expert": EXPERT,
    "tactics-expert": TACTIC_EXPERT,
    "all-proofs": ALL_PROOFS,
}


def cards_in(value: Any) -> set[str]:
    """Return all card faces anywhere in a description."""
    if isinstance(value, dict):
        return set().union(*(cards_in(part) for part in value.values()))
    if isinstance(value, list):
        return set().union(*(cards_in(part) for part in value))
    return {value} & {*CLAN_CARDS, *TACTIC_CARDS} if isinstance(value, str) else set()


def hidden_cards(position: Position, seat: int | None) -> set[str]:
    """Return the cards that a seat has not seen."""
    return cards_in(position.to_dict()) - cards_in(position.view(seat).to_dict())


def swapped(value: Any, swap: dict[str, str]) -> Any:
    """Return a description with cards exchanged."""
    if isinstance(value, dict):
        return {key: swapped(part, swap) for key, part in value.items()}
    if isinstance(value, list):
        return [swapped(part, swap) for part in value]
    return swap.get(value, value) if isinstance(value, str) else value


def with_others_hidden(position: Position, seat: int | None, dice: random.Random) -> Position:
    """Play the same game again from a deal in which the cards this seat never saw have changed places."""
    swap: dict[str, str] = {}
    for kind in (CLAN_CARDS, TACTIC_CARDS):
        hidden = sorted(hidden_cards(position, seat) & set(kind))
        swap |= dict(zip(hidden, dice.sample(hidden, len(hidden)), strict=True))
    first = position.game.deal(position.seed).to_dict()
    other = position.game.position(
        first | {key: swapped(first[key], swap) for key in ("hands", "deck", "tactic_deck")}
    )
    for _, action in position.history:
        notation = position.notation(action)
        other.play(re.sub(r"[a-z]+\d|[a-z]+", lambda word: swap.get(word[0], word[0]), notation))
    return other


def decisions(game: Game, seed: int) -> list[Position]:
    """Return some decisions of a game in which the Recruiter is looked for and played."""
    dice, position, found = random.Random(seed), game.deal(seed), []
    while not position.over:
        wanted = [a for a in position.legal if position.notation(a) in ("draw:tactic", "recruiter")]
        position.play(dice.choice(wanted or position.legal))
        if dice.random() < 0.06:
            found.append(position.copy())
    return [*found, position]


@pytest.mark.parametrize("name", GAMES)
def test_other_hidden_cards_would_have_told_the_same_story(name: str) -> None:
    game: Game = GAMES[name]
    changed = put_back = 0
    for seed in range(5):
        dice = random.Random(seed)
        for position in decisions(game, seed):
            for seat in (0, 1, None):
                other = with_others_hidden(position, seat, dice)
                assert conformance.told(other, seat) == conformance.told(position, seat)
                assert conformance.story(other, seat) == conformance.story(position, seat)
                changed += other.to_dict()["deck"] != position.to_dict()["deck"]
                put_back += other.history != position.history
            assert conformance.pictured(other, None) == conformance.pictured(position, None)
    assert changed > 20, "something has to be hidden, or this shows nothing"
    assert put_back > 5 or not game.options["tactics"], "cards put under a deck have to be among it"
