"""A share of many games, for one thread of the CPU: loops over what `games` does to one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from stramash.core.game import Rules
from stramash.core.playout import toss
from stramash.core.rule import rule
from stramash.core.state import NOBODY
from stramash.lab.rules.games import dice_of, digest, one_game, sow_next

__all__ = ["Shares", "shares"]


@dataclass(frozen=True)
class Shares:
    """What a thread does with the games from `start` to `stop`."""

    redeal: Callable[..., None]
    mask: Callable[..., None]
    see: Callable[..., None]
    first_illegal: Callable[..., int]
    step: Callable[..., None]
    play_out: Callable[..., None]


@cache
def shares(rules: Rules) -> Shares:
    """Link the loops over many games to the rules of a game."""
    one = one_game(rules)
    redeal_one, mask_one, see_one, may, step_one = one.redeal, one.mask, one.see, one.may, one.step
    deal, legal, play = rules.deal, rules.legal, rules.play
    winners, points = rules.winners, rules.scores

    @rule
    def redeal(states: Any, blank: Any, player: Any, start: int, stop: int) -> None:
        for index in range(start, stop):
            redeal_one(states, blank, index)
            player[index] = states[index].player

    @rule
    def mask(states: Any, actions: Any, masks: Any, start: int, stop: int) -> None:
        for index in range(start, stop):
            mask_one(states, index, actions, masks[index])

    @rule
    def see(states: Any, scratch: Any, seat: int, tensors: Any, start: int, stop: int) -> None:
        for index in range(start, stop):
            see_one(states, index, scratch, 0, seat, tensors[index])

    @rule
    def first_illegal(states: Any, actions: Any, chosen: Any, start: int, stop: int) -> int:
        for index in range(start, stop):
            if not may(states, index, actions, int(chosen[index])):
                return index
        return stop

    @rule
    def step(
        states: Any,
        blank: Any,
        chosen: Any,
        rewards: Any,
        over: Any,
        player: Any,
        scores: Any,
        again: bool,
        start: int,
        stop: int,
    ) -> None:
        for index in range(start, stop):
            step_one(states, blank, index, int(chosen[index]), rewards, over, player, scores, again)

    @rule
    def play_out(
        positions: Any,
        each: int,
        fresh: bool,
        seed: Any,
        scratch: Any,
        words: Any,
        actions: Any,
        dice: Any,
        won: Any,
        scores: Any,
        lengths: Any,
        digests: Any,
        start: int,
        stop: int,
    ) -> None:
        """Play games to their end by random choices: `each` from every position, or from fresh deals."""
        for index in range(start, stop):
            state = scratch[0]
            if fresh:
                scratch[0] = positions[0]
                sow_next(state, index)
                deal(state)
            else:
                scratch[0] = positions[index // each]
            dice[0] = dice_of(seed[0], index)
            plies = 0
            while state.player != NOBODY:
                choices = legal(state, actions)
                play(state, int(actions[toss(dice, choices) if choices > 1 else 0]))
                plies += 1
            won[index] = winners(state)
            points(state, scores[index])
            lengths[index] = plies
            if digests.size:
                digests[index] = digest(words)

    return Shares(redeal, mask, see, first_illegal, step, play_out)
