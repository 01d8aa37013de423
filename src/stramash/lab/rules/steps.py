"""The steps of an environment as single compiled calls: observe, list legal actions, play.

They take arrays of states, not single states, because Numba needs three times as long to find the type of a
record that comes from Python.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from stramash.core.game import Rules
from stramash.core.rule import rule
from stramash.core.state import NOBODY

__all__ = ["NOT_LEGAL", "act", "choices", "look", "veil"]

#: What `act` returns for an illegal action
NOT_LEGAL = -2

_WHOLE, _HIDDEN = 0, 1


@cache
def choices(rules: Rules) -> Callable[[Any, Any], int]:
    """Return a rule that writes the legal actions of the first state: (states, actions) -> how many."""
    legal = rules.legal

    @rule
    def write_choices(states: Any, actions: Any) -> int:
        if states[_WHOLE].player == NOBODY:
            return 0
        return legal(states[_WHOLE], actions)

    return write_choices


@cache
def act(rules: Rules) -> Callable[[Any, int, Any], int]:
    """Return a rule that plays an action if it is legal: (states, action, actions) -> seat to act next."""
    play, count_choices = rules.play, choices(rules)

    @rule
    def act_if_legal(states: Any, action: int, actions: Any) -> int:
        for index in range(count_choices(states, actions)):
            if actions[index] == action:
                play(states[_WHOLE], action)
                return int(states[_WHOLE].player)
        return NOT_LEGAL

    return act_if_legal


@cache
def veil(rules: Rules) -> Callable[[Any, int], None]:
    """Return a rule that writes to the second state what a seat may know of the first: (states, seat)."""
    hide = rules.hide

    @rule
    def veil_second(states: Any, seat: int) -> None:
        states[_HIDDEN] = states[_WHOLE]
        hide(states[_HIDDEN], seat)

    return veil_second


@cache
def look(rules: Rules) -> Callable[[Any, int, Any, Any, Any], None]:
    """Return a rule that writes observation and mask of a seat: (states, seat, actions, tensor, mask)."""
    observe, hide_first, count_choices = rules.observe, veil(rules), choices(rules)

    @rule
    def look_at(states: Any, seat: int, actions: Any, tensor: Any, mask: Any) -> None:
        hide_first(states, seat)
        observe(states[_HIDDEN], seat, tensor)
        for action in range(mask.size):
            mask[action] = 0
        if states[_WHOLE].player == seat:
            for index in range(count_choices(states, actions)):
                mask[actions[index]] = 1

    return look_at
