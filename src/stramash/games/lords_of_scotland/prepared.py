"""Prepared positions, for the lesson and for the pictures of the rules.

An army is a line of Followers: `fo3` face-up, `[fo3]` face-down, `ch4!` with its end-of-round power active,
`md5~` kept from the round before. Of the five Recruits as many lie face-up as the number of the turn says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stramash.core.game import Json
from stramash.core.position import Position
from stramash.core.words import Translate
from stramash.games import load
from stramash.games.lords_of_scotland import art

__all__ = ["an_end_of_round", "illustrations", "prepare"]

_RECRUITS = "ch11 mk6 fo10 we7 ck8"
#: What the others hold; a seat has the first cards of these that lie nowhere else
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


def illustrations(_: Translate) -> dict[str, str]:
    """Return the pictures of the rules, each as a large screen and as a phone shows it."""
    return {
        "start": _picture(_start, _, ("board", "hand")),
        "powers": _picture(_powers, _, ("board", "hand")),
        "clan": _picture(_by_clan, _, ("board", "hand")),
        "claiming": _picture(an_end_of_round, _, ("board",)),
    }


def _picture(make: Callable[[], Position], _: Translate, parts: Sequence[str]) -> str:
    drawn = []
    view = make().view(0)
    names = [_("You"), "Ailsa", "Callum", "Morag", "Ewan"][: view.game.players]
    for kind, narrow in (("wide", False), ("phone", True)):
        pieces = art.draw_pieces(view.state, 0, _, names, narrow=narrow, prefix=f"ls-{kind}")
        drawn.append(f'<div class="on-{kind}">{"".join(pieces[part] for part in ("shared", *parts))}</div>')
    return "".join(drawn)


def _start() -> Position:
    return prepare(hand="fo4 md9 ch12 sc6 we2", supporters="ck9 fe4")


def _powers() -> Position:
    return prepare("[ch12]", "mk5 fe11", hand="md9 we2 sc5 fo4", supporters="ck9 fe4", turn=3)


def _by_clan() -> Position:
    return prepare(
        "", "fo1 sc5", "mk3", "[fe9]", players=4, hand="ch6 sc8 fo12", supporters="ck9 fe4 we10 md2", turn=2
    )


def an_end_of_round() -> Position:
    """Return what the rules show of claiming: an army doubled, a tie, and one left out."""
    return prepare(
        "mk9 we3", "sc5 sc6", "ch10! fo2", players=3, hand="md8", supporters="ck9 fe4 we10", turn=5,
        phase="claiming", player=1
    )  # fmt: skip
