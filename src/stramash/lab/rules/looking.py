"""What a seat sees, in one compiled call: the observation and the mask of legal actions."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from stramash.core.game import Rules
from stramash.core.rule import rule

__all__ = ["look"]

_WHOLE, _HIDDEN = 0, 1


@cache
def look(rules: Rules) -> Callable[[Any, int, Any, Any, Any], None]:
    """Return a rule that writes what a seat sees: (states, seat, actions, tensor, mask).

    The first of two states is the whole one, the second is overwritten with what the seat may know of it.
    """
    hide, observe, legal = rules.hide, rules.observe, rules.legal

    @rule
    def look_at(states: Any, seat: int, actions: Any, tensor: Any, mask: Any) -> None:
        states[_HIDDEN] = states[_WHOLE]
        hide(states[_HIDDEN], seat)
        observe(states[_HIDDEN], seat, tensor)
        for action in range(mask.size):
            mask[action] = 0
        if states[_WHOLE].player == seat:
            for index in range(legal(states[_WHOLE], actions)):
                mask[actions[index]] = 1

    return look_at
