"""Loops over a part of many games, for one CPU thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from stramash.core.game import Rules
from stramash.core.rule import rule
from stramash.lab.rules.games import Endings, Playouts, Results, Scratch, one_game

__all__ = ["BatchRules", "batch_rules"]


@dataclass(frozen=True)
class BatchRules:
    """Loops over the games from `start` to `stop`."""

    #: redeal(states, blank, player, start, stop)
    redeal: Callable[..., None]
    #: mask(states, actions, masks, start, stop)
    mask: Callable[..., None]
    #: see(states, scratch, seat, tensors, start, stop)
    see: Callable[..., None]
    #: first_illegal(states, actions, chosen, start, stop) -> the first game with an illegal action, or `stop`
    first_illegal: Callable[..., int]
    #: sample(states, actions, dice, chosen, start, stop)
    sample: Callable[..., None]
    #: step(states, blank, chosen, *Results, again, start, stop)
    step: Callable[..., None]
    #: play_out(*Playouts, *Scratch, *Endings, start, stop)
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
        results = Results(rewards, over, player, scores)
        for index in range(start, stop):
            step_one(states, blank, index, int(chosen[index]), results, again)

    @rule
    def play_out(
        positions: Any,
        each: int,
        fresh: bool,
        seed: Any,
        state: Any,
        words: Any,
        actions: Any,
        dice: Any,
        winners: Any,
        scores: Any,
        lengths: Any,
        digests: Any,
        start: int,
        stop: int,
    ) -> None:
        playouts = Playouts(positions, each, fresh, seed)
        scratch = Scratch(state, words, actions, dice)
        endings = Endings(winners, scores, lengths, digests)
        for index in range(start, stop):
            play_one(playouts, index, scratch, endings, index)

    return BatchRules(redeal, mask, see, first_illegal, sample, step, play_out)
