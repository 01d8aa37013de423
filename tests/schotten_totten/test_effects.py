"""What an action brings about by itself, as data: cards drawn without a choice, stones settled, rounds."""

from __future__ import annotations

import random

import pytest

import stramash
from stramash import Game, Position
from tests.schotten_totten.board import BASE, TACTICS

MATCH = stramash.load("schotten-totten", tactics=True, rounds=2)


def played(game: Game, seed: int) -> Position:
    position, dice = game.deal(seed), random.Random(seed)
    while not position.over:
        position.play(dice.choice(position.legal))
    return position


@pytest.mark.parametrize("game", [BASE, TACTICS, MATCH], ids=str)
def test_effects_account_for_decks_owners_and_points(game: Game) -> None:
    for seed in range(4):
        end = played(game, seed)
        line = list(stramash.replay(end.record()))
        for (_, action), before, after, effects in zip(
            end.history, line[:-1], line[1:], end.effects(), strict=True
        ):
            kind = game.actions.kind(action)
            if kind == "next":
                assert effects == []
                continue
            drawn = {
                deck: int(before.state[field]) - int(after.state[field])
                for deck, field in (("clan", "deck_size"), ("tactic", "tactic_deck_size"))
            }
            told = [effect["deck"] for effect in effects if effect["kind"] == "draw"]
            assert told == [deck for deck, count in drawn.items() if count == 1 and kind != "draw"]
            owners = {
                stone["stone"]: stone["owner"]
                for effect in effects
                if effect["kind"] == "settle"
                for stone in effect["stones"]
            }
            changed = {
                at + 1: now["owner"]
                for at, (was, now) in enumerate(
                    zip(before.to_dict()["stones"], after.to_dict()["stones"], strict=True)
                )
                if was["owner"] != now["owner"]
            }
            assert owners == ({} if kind == "claim" else changed)
        rounds = [effect for effects in end.effects() for effect in effects if effect["kind"] == "round"]
        assert [one["number"] for one in rounds] == list(range(1, game.options["rounds"] + 1))  # type: ignore[operator]
        assert [sum(each) for each in zip(*(one["points"] for one in rounds), strict=True)] == end.scores
        assert rounds[-1]["winner"] == end.to_dict()["winner"]


def test_stones_that_could_be_claimed_are_settled_when_both_are_stuck() -> None:
    stones = [{"sides": [["b7", "b8", "b9"], ["r1", "g1", "y2"]]}, *({} for _ in range(8))]
    position = BASE.position({"stones": stones, "idle": 1})
    position.play("pass")
    position.play("done")
    assert position.effects()[-1] == [
        {"kind": "draw", "seat": 0, "deck": "clan"},
        {"kind": "settle", "stones": [{"stone": 1, "owner": 0}]},
        {"kind": "round", "number": 1, "winner": 0, "points": [5, 0]},
    ]
    told = position.to_dict()
    assert (told["phase"], told["ended"], told["over"], told["winners"]) == ("over", "claiming", True, [0])
