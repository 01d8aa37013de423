"""Thousands of random positions: totals, ranking and activation against a plain second opinion."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

from stramash import Game
from stramash.games.lords_of_scotland.rules.armies import total
from stramash.games.lords_of_scotland.rules.cards import clan_of, strength_of
from stramash.games.lords_of_scotland.rules.components import CARD_NAMES
from stramash.games.lords_of_scotland.rules.rounds import rank_armies
from tests.lords_of_scotland import oracle
from tests.lords_of_scotland.table import ALL, BRUCE

DECK = json.loads((Path(__file__).parent / "deck.json").read_text(encoding="utf-8"))
CLAN_NAMES = {"Scott": "sc", "Makgill": "mk", "MacDonnell": "md", "Wemyss": "we", "Fergusson": "fe",
              "Forsyth": "fo", "Cockburn": "ck", "Cochrane": "ch", "Bruce": "br"}  # fmt: skip

each_game = pytest.mark.parametrize("game", ALL, ids=str)


def test_the_deck_is_the_printed_one() -> None:
    assert len(DECK) == 98
    for printed in DECK:
        card = printed["rank"] - 1
        text = CARD_NAMES[card]
        assert (strength_of(card), oracle.strength(text)) == (printed["strength"], printed["strength"])
        assert oracle.clan(text) == CLAN_NAMES[printed["clan"]]
        assert list(CLAN_NAMES.values())[clan_of(card)] == CLAN_NAMES[printed["clan"]]
        assert oracle.rank(text) == printed["rank"]


@each_game
def test_activation_totals_and_claiming_agree_with_the_oracle(game: Game) -> None:
    by_clan = bool(game.deal(0).state.activation)
    seen = 0
    for seed in range(12):
        dice = random.Random(seed)
        position = game.deal(seed)
        while not position.over:
            told = position.to_dict()
            if told["phase"] in ("acting", "mustering"):
                offered = {position.notation(action) for action in position.legal}
                powers = {text[3:-1] for text in offered if text.endswith("!")}
                assert powers == oracle.activations(told, by_clan)
            elif told["phase"] == "claiming":
                assert told["order"] == oracle.claiming_order(told["armies"])
                if told["claimant"] == 0 and len(told["supporters"]) == game.players:
                    assert told["claims"] == oracle.claims(told["armies"][told["player"]])
            for seat in range(game.players):
                assert total(position.state, seat) == oracle.total(told["armies"][seat])
            seen += 1
            choice = dice.choice(position.legal)
            muster = [action for action in position.legal if position.notation(action).endswith("!")]
            position.play(dice.choice(muster) if muster and dice.random() < 0.4 else choice)
        told = position.to_dict()
        assert position.winners == [oracle.winner(position.scores, told["order"])]
    assert seen > 700


def test_totals_and_ranking_agree_on_random_armies() -> None:
    game = BRUCE.__class__(players=5, bruce=True)
    dice = random.Random(9)
    for _ in range(3000):
        clans = dice.sample([*oracle.CLANS, "br"], dice.choice([1, 1, 2, 3, 9]))
        cards = [CARD_NAMES[card] for card in range(98)]
        fitting = [card for card in cards if oracle.clan(card) in clans]
        dice.shuffle(fitting)
        armies = []
        for _ in range(5):
            size = min(len(fitting), dice.choice([0, 1, 2, 2, 3]))
            armies.append([_with_power(fitting.pop(), dice) for _ in range(size)])
        position = game.position({"armies": armies})
        rank_armies(position.state)
        order = [int(seat) for seat in position.state.order[: position.state.ordered]]
        assert order == oracle.claiming_order(armies)
        if dice.random() < 0.2:
            assert [claim["seat"] for claim in position.view(0).facts["claiming"]] == order
        for seat in range(5):
            assert int(np.int64(total(position.state, seat))) == oracle.total(armies[seat])


def _with_power(card: str, dice: random.Random) -> dict[str, str]:
    power = {"md": ["md"], "ch": ["ch"], "br": ["br"], "sc": ["md", "ch", "br"]}.get(oracle.clan(card))
    return {"card": card} | ({"active": dice.choice(power)} if power and dice.random() < 0.5 else {})
