"""The actions: every kind with its notation, and the constants that rules use.

Stones are counted from 1 in notation. The actions of the base game come first, so that it has fewer.
"""

from __future__ import annotations

from stramash.core.actions import Action, Actions, Param
from stramash.games.schotten_totten.rules.components import (
    CARD_NAMES,
    CARDS,
    CLAN_CARD_NAMES,
    CLAN_CARDS,
    JOKER,
    RECRUITER,
    STONES,
    TACTIC_CARDS,
    TROOPS,
    UNKNOWN_CLAN,
    UNKNOWN_TACTIC,
)

__all__ = [
    "ACTIONS",
    "BASE_ACTIONS",
    "CLAIM",
    "DEAL_NEXT",
    "DISCARD",
    "DONE",
    "DRAW_CLAN",
    "DRAW_TACTIC",
    "FIRST_CARDS",
    "PASS",
    "PLAY_CLAN",
    "PLAY_RUSE",
    "PLAY_TACTIC",
    "PUT",
    "RETURN",
    "TAKE",
]

_STONE = Param("stone", [str(stone + 1) for stone in range(STONES)])
_BACKS = [CARD_NAMES[UNKNOWN_CLAN]] * CLAN_CARDS + [CARD_NAMES[UNKNOWN_TACTIC]] * TACTIC_CARDS

ACTIONS = Actions(
    Action(
        "play",
        Param("card", CLAN_CARD_NAMES),
        _STONE,
        notation="{card}@{stone}",
        summary="play a Clan card beside a stone",
    ),
    Action("claim", _STONE, notation="claim@{stone}", summary="claim a stone"),
    Action("done", summary="claim no more"),
    Action("pass", summary="pass"),
    Action("next", summary="deal the next round"),
    Action(
        "tactic",
        Param("card", CARD_NAMES[JOKER:RECRUITER]),
        _STONE,
        notation="{card}@{stone}",
        summary="play an elite troop or combat mode at a stone",
    ),
    Action("ruse", Param("card", CARD_NAMES[RECRUITER:CARDS]), notation="{card}", summary="play a ruse"),
    Action("draw", Param("deck", ("clan", "tactic")), summary="draw a Clan card or a Tactic card"),
    Action(
        "under",
        Param("card", CARD_NAMES[:CARDS], seen_as=_BACKS),
        summary="Recruiter: put a card under its deck",
    ),
    Action("take", Param("card", CARD_NAMES[:TROOPS]), summary="choose a card that lies beside a stone"),
    Action("to", _STONE, summary="put the chosen card beside a stone"),
    Action("discard", notation="to:discard", summary="discard the chosen card"),
)

#: The actions without Tactic cards
BASE_ACTIONS = ACTIONS.through("next")

PLAY_CLAN = ACTIONS.first("play")  # + card * 9 + stone
CLAIM = ACTIONS.first("claim")  # + stone
DONE = ACTIONS.first("done")
PASS = ACTIONS.first("pass")
DEAL_NEXT = ACTIONS.first("next")
PLAY_TACTIC = ACTIONS.first("tactic")  # + (card - 54) * 9 + stone, for elite troops and combat modes
PLAY_RUSE = ACTIONS.first("ruse")  # + card - 60
DRAW_CLAN = ACTIONS.first("draw")
DRAW_TACTIC = DRAW_CLAN + 1
RETURN = ACTIONS.first("under")  # + card
TAKE = ACTIONS.first("take")  # + card, a Clan card or elite troop
PUT = ACTIONS.first("to")  # + stone
DISCARD = ACTIONS.first("discard")

#: By the kinds of action that name a card: the card that is their value 0
FIRST_CARDS = {"play": 0, "tactic": JOKER, "ruse": RECRUITER, "under": 0, "take": 0}
