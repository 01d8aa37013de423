"""Belief: imagined worlds in which the past actions of the others were likely get more weight."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import stramash
from stramash.bots.belief import Belief, BeliefParameters, Memory, imagine
from stramash.core.position import Position, View
from stramash.games.lords_of_scotland.rules.actions import ACTIONS as LORDS_ACTIONS
from stramash.games.lords_of_scotland.rules.actions import MUSTER_DOWN
from stramash.games.lords_of_scotland.rules.components import CARD_NAMES, CARDS, NO_CARD, NORMAL_CLANS
from stramash.games.schotten_totten.rules.actions import PLAY_CLAN
from stramash.games.schotten_totten.rules.components import CLAN_CARDS, STONES, STRENGTHS

SCHOTTEN, TACTICS = stramash.load("schotten-totten"), stramash.load("schotten-totten", tactics=True)
#: One stone, eight cards, two in a hand
TINY = stramash.load("schotten-totten", stones=1, clans=2, strengths=4, hand=2, formation=2)
EXACT = BeliefParameters(trust=1.0, blind=0.0)


def fond_of_high_cards(seen: npt.NDArray[np.float32]) -> tuple[Any, Any]:
    """Return logits of a network that likes a card the more the higher it is."""
    actions = np.arange(SCHOTTEN.num_actions)
    liked = np.where(actions < PLAY_CLAN + CLAN_CARDS * STONES, actions // STONES % STRENGTHS, 0)
    return np.tile(liked.astype(np.float64), (len(seen), 1)), np.zeros(len(seen))


def hand(state: Any, seat: int) -> frozenset[int]:
    """Return the cards in a hand."""
    return frozenset(state.hand[seat, : state.hand_size[seat]].tolist())


def play_at_random(game: stramash.Game, plies: int, seed: int = 3) -> tuple[Position, tuple[View, ...]]:
    """Return a position in which seat 0 has a choice, and all views that this seat was shown."""
    position, memory, dice = game.deal(seed), Memory(), np.random.default_rng(seed)
    while True:
        if position.player == 0:
            views = memory.add(position.view(0))
            if len(position.history) >= plies and len(position.legal) > 1:
                return position, views
        position.play(int(dice.choice(position.legal)))


def test_the_posterior_of_a_hand_is_that_of_bayes() -> None:
    """The other held the card it played and one more, drew one, and holds two of the four unseen cards."""
    position, memory = TINY.deal(seed=2), Memory()
    memory.add(position.view(0))
    position.play(position.legal[0])
    card = max(hand(position.state, 1), key=lambda one: one % STRENGTHS)
    position.play(PLAY_CLAN + card * STONES)
    views = memory.add(position.view(0))
    rng = np.random.default_rng(1)
    worlds = imagine(views[-1], 8000, rng)
    weights = Belief(TINY, fond_of_high_cards, EXACT).weights(worlds, views, rng)

    def liked(one: int) -> float:
        return math.exp(one % STRENGTHS)

    unseen = hand(worlds[0], 1) | set(worlds[0].deck[: worlds[0].deck_size].tolist())
    assert len(unseen) == 4
    expected = {
        frozenset(pair): sum(liked(card) / (liked(card) + liked(kept)) for kept in pair)
        for pair in combinations(unseen, 2)
    }
    found: Counter[frozenset[int]] = Counter()
    for world, weight in zip(worlds, weights, strict=True):
        found[hand(world, 1)] += weight
    assert found == pytest.approx(
        {pair: it / sum(expected.values()) for pair, it in expected.items()}, abs=0.015
    )
    assert max(found.values()) > 0.2 > 1 / 6 > min(found.values())


@pytest.mark.parametrize("game", [SCHOTTEN, TACTICS], ids=repr)
@pytest.mark.parametrize("plies", [8, 20, 33])
def test_in_a_recalled_world_what_was_observed_can_be_played(game: stramash.Game, plies: int) -> None:
    _, views = play_at_random(game, plies)
    rng = np.random.default_rng(1)
    assert game.rules.recall is not None
    for world, before in zip(imagine(views[-1], 20, rng), imagine(views[-2], 20, rng), strict=True):
        assert game.rules.recall(before, world, 0)
        past = Position(game, np.array([before], before.dtype))
        assert past.view(0) == views[-2]
        for seen in views[-1].seen[len(views[-2].seen) :]:
            past.play(seen)
        drawn = hand(past.state, 1) ^ hand(world, 1)
        assert len(drawn) <= 2  # in each world the other drew another card


@pytest.mark.parametrize(("players", "part"), [(2, 1.0), (4, 0.9)])
def test_a_follower_mustered_face_down_was_held_before(players: int, part: float) -> None:
    """What was observed can be played from recalled hands; not where a power moved cards among four."""
    game, played, recalled, tried = stramash.load("lords-of-scotland", players=players), 0, 0, 0
    assert game.rules.recall is not None
    for seed in range(12):
        _, views = play_at_random(game, 12 * players, seed)
        rng = np.random.default_rng(seed)
        for view, after in pairwise(views):
            if view.state.round_number != after.state.round_number:
                continue
            tried += 1
            world, before = imagine(after, 1, rng)[0], imagine(view, 1, rng)[0]
            if game.rules.recall(before, world, 0):
                recalled += 1
                past = Position(game, np.array([before], before.dtype))
                assert past.view(0) == view
                played += can_be_played(
                    past, after.seen[len(view.seen) :], in_armies(world) - in_armies(before)
                )
    assert recalled > 0.6 * tried
    assert played >= part * recalled


def test_a_face_down_follower_is_likely_the_card_that_the_network_prefers_to_muster() -> None:
    """A network that musters high cards face-down: of cards nobody saw, a high one lies there more often."""
    game = stramash.load("lords-of-scotland", players=2)
    position, memory = game.deal(seed=3), Memory()
    memory.add(position.view(0))
    position.play("recruit:1")
    position.play(next(one for one in sorted(notations(position)) if one.startswith("down:")))
    views, rng = memory.add(position.view(0)), np.random.default_rng(1)
    worlds = imagine(views[-1], 1500, rng)
    weights = Belief(game, fond_of_face_down, EXACT).weights(worlds, views, rng)
    lying = worlds["army"][:, 1, 0] // NORMAL_CLANS
    uniform, likely = lying.mean(), float((weights * lying).sum())
    assert likely > uniform + 1.5
    chances = np.array([weights[lying == high].sum() / (lying == high).mean() for high in (2, 8)])
    assert chances[1] > 10 * chances[0]


def fond_of_face_down(seen: npt.NDArray[np.float32]) -> tuple[Any, Any]:
    """Return logits of a network that musters face-down, a card that is one stronger e times as often."""
    logits = np.full((len(seen), LORDS_ACTIONS.size), -5.0)
    logits[:, MUSTER_DOWN : MUSTER_DOWN + CARDS] = np.arange(CARDS) // NORMAL_CLANS
    return logits, np.zeros(len(seen))


def can_be_played(position: Position, seen: Sequence[str], joined: set[int]) -> bool:
    """Play what was observed up to what depends on a card drawn since; return whether it was possible."""
    for notation in seen:
        if position.player != 0 and notation == "down:?":
            down = [f"down:{CARD_NAMES[card]}" for card in sorted(joined)]
            notation = next((one for one in down if one in notations(position)), "")
        elif position.player != 0 and not notation.startswith("up:"):
            return True
        if notation not in notations(position):
            return False
        position.play(notation)
    return True


def notations(position: Position) -> set[str]:
    """Return the notations of the legal actions."""
    return {position.notation(action) for action in position.legal}


def in_armies(state: Any) -> set[int]:
    """Return the cards that lie in armies."""
    return set(state.army[state.army != NO_CARD].tolist())


def test_nothing_is_recalled_across_a_recruiter_or_a_round() -> None:
    game = stramash.load("schotten-totten", tactics=True, rounds=2)
    recall = game.rules.recall
    assert recall is not None
    for notation in ("recruiter", "next"):
        for seed in range(200):
            position, memory, dice = game.deal(seed), Memory(), np.random.default_rng(seed)
            while position.player is not None and notation not in position.played:
                if position.player == 0:
                    memory.add(position.view(0))
                position.play(int(dice.choice(position.legal)))
            if position.player is not None and position.history[-1][0] == 1:
                break
        while position.player == 1:
            position.play(position.legal[0])
        views, rng = memory.add(position.view(0)), np.random.default_rng(1)
        later, earlier = imagine(views[-1], 5, rng), imagine(views[-2], 5, rng)
        assert not any(recall(*pair, 0) for pair in zip(earlier, later, strict=True))
        weights = Belief(game, fond_of_high_cards, EXACT).weights(later, views, rng)
        assert weights == pytest.approx(np.full(5, 0.2))


def test_where_nothing_is_hidden_of_others_all_worlds_are_equally_likely() -> None:
    game = stramash.load("glen-more", players=2)
    _, views = play_at_random(game, 10)
    rng = np.random.default_rng(1)
    worlds = imagine(views[-1], 8, rng)
    assert Belief(game, fond_of_high_cards, EXACT).weights(worlds, views, rng) == pytest.approx(
        np.full(8, 1 / 8)
    )


def test_a_view_of_another_game_replaces_what_a_bot_remembers() -> None:
    position, views = play_at_random(SCHOTTEN, 10)
    memory = Memory()
    for view in views:
        known = memory.add(view)
    assert known == views
    other = SCHOTTEN.deal(seed=4)
    assert memory.add(other.view(0)) == (other.view(0),)
    assert memory.add(other.view(1)) == (other.view(1),)
    assert memory.add(position.view(0)) == (views[-1],)
