"""Loops over a part of many games, for one CPU thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from stramash.core.game import Rules
from stramash.core.rule import rule
from stramash.lab.rules.games import one_game

__all__ = ["BatchRules", "batch_rules"]


@dataclass(frozen=True)
class BatchRules:
    """Loops over the games from `start` to `stop`."""

    redeal: Callable[..., None]
    mask: Callable[..., None]
    see: Callable[..., None]
    first_illegal: Callable[..., int]
    sample: Callable[..., None]
    step: Callable[..., None]
    play_out: Callable[..., None]


@cache
def batch_rules(rules: Rules) -> BatchRules:
    """Return the loops for the rules of a game."""
    one = one_game(rules)
    redeal_one, mark, see_one, may = one.redeal, one.mark, one.see, one.may
    sample_one, step_one, play_one = one.sample, one.step, one.play_out

    @rule
    def redeal(states: Any, blank: Any, player: Any, start: int, stop: int) -> None:
        for index in range(start, stop):
            redeal_one(states, blank, index)
            player[index] = states[index].player

    @rule
    def mask(states: Any, actions: Any, masks: Any, start: int, stop: int) -> None:
        for index in range(start, stop):
            masks[index] = False
            mark(states, index, actions, masks[index])

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
    def sample(states: Any, actions: Any, dice: Any, chosen: Any, start: int, stop: int) -> None:
        for index in range(start, stop):
            chosen[index] = sample_one(states, index, actions, dice[index : index + 1])

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
        for index in range(start, stop):
            play_one(
                positions,
                each,
                fresh,
                index,
                0,
                seed,
                scratch,
                words,
                actions,
                dice,
                won,
                scores,
                lengths,
                digests,
            )

    return BatchRules(redeal, mask, see, first_illegal, sample, step, play_out)
