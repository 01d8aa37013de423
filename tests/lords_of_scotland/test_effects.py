"""What an action brings about by itself, as data: rankings, reshuffles, new rounds, Recruits turned up."""

from __future__ import annotations

import random
from typing import Any

import pytest

import stramash


def of_kind(effects: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [effect for effect in effects if effect["kind"] == kind]


def faces(told: dict[str, Any]) -> set[tuple[int, str]]:
    """Return the Recruits that are face-up, with their places from 1."""
    recruits = enumerate(told["recruits"], 1)
    return {(place, recruit["card"]) for place, recruit in recruits if recruit and recruit["face_up"]}


@pytest.mark.parametrize("players", [2, 5])
def test_effects_account_for_rounds_shuffles_and_recruits(players: int) -> None:
    position, dice = stramash.load("lords-of-scotland", players=players).deal(3), random.Random(3)
    while not position.over:
        position.play(dice.choice(position.legal))
    line = list(stramash.replay(position.record()))
    for before, after, effects in zip(line[:-1], line[1:], position.effects(), strict=True):
        old, new = before.to_dict(), after.to_dict()
        rankings = of_kind(effects, "ranking")
        assert bool(rankings) is (before.phase != "claiming" == after.phase)
        if rankings:
            assert rankings[0]["order"] == new["order"]
            assert rankings[0]["totals"] == [army["total"] for army in after.view(None).facts["armies"]]
        assert [one["number"] for one in of_kind(effects, "reshuffle")] == [
            number for number in [new["shuffles"]] if number != old["shuffles"]
        ]
        rounds = of_kind(effects, "round")
        assert bool(rounds) is (old["round"] != new["round"])
        for one in rounds:
            assert one == {"kind": "round"} | {key: new[key] for key in ("initiative", "supporters")} | {
                "number": new["round"]
            }
        turned = {
            (one["place"], one["card"]) for up in of_kind(effects, "recruits") for one in up["turned_up"]
        }
        assert turned == faces(new) - faces(old)
    assert position.effects()[-1] == [{"kind": "end", "points": position.scores}]
