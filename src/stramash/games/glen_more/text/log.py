"""Sentences for the log about the effects of an action."""

from __future__ import annotations

from typing import Any

from stramash.core.game import Json
from stramash.core.words import Translate
from stramash.games.glen_more.effects import list_effects
from stramash.games.glen_more.names import signed, tile_name
from stramash.games.glen_more.rules.components import TILE_OF_NAME

__all__ = ["effect_sentences"]


def effect_sentences(state: Any, action: int, _: Translate) -> list[str]:
    """Return sentences for the effects of an action: tiles that came and went, rolls, scorings."""
    return [sentence for effect in list_effects(state, action) for sentence in _effect_text(effect, _)]


def _effect_text(effect: Json, _: Translate) -> list[str]:
    if effect["kind"] == "refill":
        said = [_("left behind: {tiles}", tiles=_named(effect["left"], _))] if effect["left"] else []
        laid = [entry["tile"] for entry in effect["laid"]]
        return [*said, _("new on the ring: {tiles}", tiles=_named(laid, _))]
    if effect["kind"] == "die":
        tile = _named([effect["tile"]], _)
        return [_("the die shows {n} and takes {tile} away", n=effect["rolled"], tile=tile)]
    shares = ", ".join(f"{_.player(seat)} ({signed(points)})" for seat, points in enumerate(effect["points"]))
    if effect["kind"] == "scoring":
        return [_("scoring {number}: {points}", number=effect["number"], points=shares)]
    return [_("the last count: {points}", points=shares)]


def _named(tiles: list[str], _: Translate) -> str:
    return ", ".join(tile_name(TILE_OF_NAME[tile], _) for tile in tiles)
