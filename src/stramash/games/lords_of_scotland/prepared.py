"""Prepared positions, for the lesson and for the pictures of the rules.

An army is a line of Followers: `fo3` face-up, `[fo3]` face-down, `ch4!` with its end-of-round power active,
`md5~` kept from the round before. Of the five Recruits as many lie face-up as the number of the turn says.
"""

from __future__ import annotations

from typing import Any

from stramash.core.game import Json
from stramash.core.position import Position
from stramash.games import load

__all__ = ["an_end_of_round", "by_clan", "powers", "prepare", "start"]

_RECRUITS = "ch11 mk6 fo10 we7 ck8"
#: The hands of the other seats
_HANDS = "sc7 mk8 we6 fo8 ck2 | fe6 md4 ch3 sc11 fo7 | we4 ck6 mk11 fe10 ch8"


def prepare(
    *armies: str, hand: str, supporters: str, players: int = 2, bruce: bool = False, **rest: Any
) -> Position:
    """Return a position that the first seat looks at; `rest` is as in `Position.to_dict`."""
    lines = [*armies, *[""] * (players - len(armies))]
    recruits = rest.pop("recruits", _RECRUITS).split()
    others = [line.split() for line in rest.pop("hands", _HANDS).split("|")]
    return load("lords-of-scotland", players=players, bruce=bruce).position(
        {
            "armies": [[_follower(text) for text in line.split()] for line in lines],
            "hands": [hand.split(), *others][:players],
            "supporters": supporters.split(),
            "recruits": [
                {"card": card, "face_up": place < rest.get("turn", 1)} for place, card in enumerate(recruits)
            ],
            "player": 0,
        }
        | rest
    )


def _follower(text: str) -> Json:
    if text.startswith("["):
        return {"card": text.strip("[]"), "down": True}
    if text.endswith("!"):
        return {"card": text[:-1], "active": text[:2]}
    return {"card": text[:-1], "kept": True} if text.endswith("~") else {"card": text}


# --- The pictures of the rules -----------------------------------------------------------------------------


def start() -> Position:
    """Return the first turn of a game."""
    return prepare(hand="fo4 md9 ch12 sc6 we2", supporters="ck9 fe4")


def powers() -> Position:
    """Return a turn in which some powers are blocked and others work."""
    return prepare("[ch12]", "mk5 fe11", hand="md9 we2 sc5 fo4", supporters="ck9 fe4", turn=3)


def by_clan() -> Position:
    """Return a turn of four players, where only cards of the same clan block."""
    return prepare(
        "", "fo1 sc5", "mk3", "[fe9]", players=4, hand="ch6 sc8 fo12", supporters="ck9 fe4 we10 md2", turn=2
    )


def an_end_of_round() -> Position:
    """Return what the rules show of claiming: an army doubled, a tie, and one left out."""
    return prepare(
        "mk9 we3", "sc5 sc6", "ch10! fo2", players=3, hand="md8", supporters="ck9 fe4 we10", turn=5,
        phase="claiming", player=1
    )  # fmt: skip
