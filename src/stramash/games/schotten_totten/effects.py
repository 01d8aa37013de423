"""The effects of an action that nobody chooses, as data: a card drawn without a choice, a round's end."""

from __future__ import annotations

from typing import Any

from stramash.core.game import Json
from stramash.core.state import NOBODY
from stramash.games.schotten_totten.rules.actions import ACTIONS, FIRST_CARDS
from stramash.games.schotten_totten.rules.components import CARD_NAMES, NEXT_ROUND, STONES, UNKNOWN_CLAN
from stramash.games.schotten_totten.rules.turn import play

__all__ = ["list_effects", "list_marks"]


def list_effects(state: Any, action: int) -> list[Json]:
    """Return what follows from an action, in order; nothing where the decks are hidden."""
    kind = ACTIONS.kind(action)
    if state.player == NOBODY or kind == "next" or (state.deck >= UNKNOWN_CLAN).any():
        return []
    after, found = state.copy(), []
    play(after, action)
    if kind != "draw":
        found += _draws(state, after)
    settled = [stone for stone in range(STONES) if after.owner[stone] != state.owner[stone]]
    if settled and kind != "claim":
        stones = [{"stone": stone + 1, "owner": int(after.owner[stone])} for stone in settled]
        found.append({"kind": "settle", "stones": stones})
    if after.player == NOBODY or after.phase == NEXT_ROUND:
        found.append(_round(state, after))
    return found


def list_marks(state: Any, action: int, *, veiled: bool) -> list[str]:
    """Return the card that an action lays or moves, or the stone that it claims."""
    kind, values = ACTIONS.split(action)
    if kind == "claim":
        return [f"stone:{values[0] + 1}"]
    if kind in ("play", "tactic", "ruse", "take"):
        return [] if veiled else [CARD_NAMES[FIRST_CARDS[kind] + values[0]]]
    return [CARD_NAMES[int(state.taken)]] if kind in ("to", "discard") else []


def _draws(before: Any, after: Any) -> list[Json]:
    """Return from which deck the player drew because there was no choice."""
    drawn = {
        "clan": before.deck_size > after.deck_size,
        "tactic": before.tactic_deck_size > after.tactic_deck_size,
    }
    return [{"kind": "draw", "seat": int(before.player), "deck": deck} for deck, was in drawn.items() if was]


def _round(before: Any, after: Any) -> Json:
    """Return who won a round, null if it is drawn, and the points it gave."""
    return {
        "kind": "round",
        "number": int(after.round_number),
        "winner": None if after.winner == NOBODY else int(after.winner),
        "points": (after.points - before.points).tolist(),
    }
