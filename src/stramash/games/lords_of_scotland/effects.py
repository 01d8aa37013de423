"""The effects of an action that nobody chooses, as data: rankings, reshuffles, new rounds, new Recruits."""

from __future__ import annotations

from typing import Any

from stramash.core.game import Json
from stramash.core.state import NOBODY
from stramash.games.lords_of_scotland.rules.actions import ACTIONS
from stramash.games.lords_of_scotland.rules.armies import total
from stramash.games.lords_of_scotland.rules.components import (
    CARD_NAMES,
    CLAIMING,
    DOWN_NAMES,
    DOWNS,
    RECRUITS,
    UNKNOWN,
)
from stramash.games.lords_of_scotland.rules.turn import play

__all__ = ["list_effects", "list_marks"]


def list_effects(state: Any, action: int) -> list[Json]:
    """Return what follows from an action, in order; nothing where the draw pile is hidden."""
    if state.player == NOBODY or (state.pile == UNKNOWN).any():
        return []
    after, found = state.copy(), []
    play(after, action)
    if after.phase == CLAIMING != state.phase:
        found.append(_ranking(after))
    if after.shuffles != state.shuffles:
        found.append({"kind": "reshuffle", "number": int(after.shuffles)})
    if after.player == NOBODY:
        found.append({"kind": "end", "points": after.points[: after.players].tolist()})
    elif after.round_number != state.round_number:
        found.append(_round(after))
    turned_up = [
        {"place": place + 1, "card": CARD_NAMES[after.recruit[place]]}
        for place in range(RECRUITS)
        if after.recruit_up[place]
        and (not state.recruit_up[place] or after.recruit[place] != state.recruit[place])
    ]
    return [*found, {"kind": "recruits", "turned_up": turned_up}] if turned_up else found


def list_marks(state: Any, action: int, *, veiled: bool) -> list[str]:
    """Return the card that an action is about, wherever it lies now; a face-down Follower by its name."""
    del veiled  # a card that is mustered face-down is always named as others see it
    kind, values = ACTIONS.split(action)
    if kind == "pass":
        return []
    if kind == "recruit":
        return [CARD_NAMES[int(state.recruit[values[0]])]] if state.recruit_up[values[0]] else []
    if kind == "down":
        seat = int(state.player)
        return [f"follower:{DOWN_NAMES[seat * DOWNS + int(state.downs[seat])]}"]
    return [f"follower:{DOWN_NAMES[values[0]]}"] if kind == "face-down" else [CARD_NAMES[values[0]]]


def _ranking(state: Any) -> Json:
    """Return the seats that claim, in their order, and the total of each army."""
    return {
        "kind": "ranking",
        "order": state.order[: state.ordered].tolist(),
        "totals": [int(total(state, seat)) for seat in range(int(state.players))],
    }


def _round(state: Any) -> Json:
    """Return what a new round begins with."""
    supporters = state.supporters[: state.supporters_size].tolist()
    return {
        "kind": "round",
        "number": int(state.round_number),
        "initiative": int(state.initiative),
        "supporters": [CARD_NAMES[card] for card in supporters],
    }
