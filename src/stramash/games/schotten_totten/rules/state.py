"""The state of Schotten Totten: one record for all variants, and what its fields mean in JSON."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from stramash.core.fields import Bits, Count, Flag, Group, Key, Name, Phase, Seat
from stramash.core.state import Short, Shorts, State
from stramash.games.schotten_totten.rules.components import (
    CARD_NAMES,
    CARDS,
    CLAIMING,
    CLAN_CARD_NAMES,
    CLAN_CARDS,
    GONE,
    HAND_PLACES,
    MODE_NAMES,
    MUD_FIGHT_PLACES,
    NO_CARD,
    PHASE_NAMES,
    POINTS_FOR_A_ROUND,
    RECRUITED,
    RETURNED,
    RETURNED_PLACE_NAMES,
    ROWS,
    STONES,
    TACTIC_CARD_NAMES,
    TACTIC_CARDS,
    TROOPS,
    UNDER_THE_DECK,
    UNKNOWN_CLAN,
    UNKNOWN_TACTIC,
)
from stramash.games.schotten_totten.rules.minis import stones_laid_out

__all__ = ["SchottenTotten"]

Byte: TypeAlias = Annotated[int, "i1"]

_MOST_TURNS = 1000
_ROUND = Count(1, lambda state: int(state.rounds))
_POINTS = Count(0, lambda state: POINTS_FOR_A_ROUND * int(state.rounds))
_SEAT = Seat(2)
_SEAT_OR_NOBODY = Seat(2, nobody=True)
_BACKS = {card: CARD_NAMES[card] for card in (UNKNOWN_CLAN, UNKNOWN_TACTIC)}
_CARD = Name(CARD_NAMES[:CARDS], null=NO_CARD, hidden=_BACKS)
_TROOP = Name(CARD_NAMES[:TROOPS], null=NO_CARD)
_CLAN_CARD = Name(CLAN_CARD_NAMES, null=NO_CARD, hidden=_BACKS)
_TACTIC_CARD = Name(TACTIC_CARD_NAMES, first=CLAN_CARDS, null=NO_CARD, hidden=_BACKS)
_RETURNED_PLACE = Name(RETURNED_PLACE_NAMES, first=UNDER_THE_DECK)

_STONE = Group("stones", ("owner", "first", "modes", "sides"), rows=stones_laid_out)
_RETURN = Group(
    "returned",
    ("card", "place"),
    rows=RETURNED,
    null=lambda state, row: bool(state.returned_place[row] == GONE),
)


class SchottenTotten(State):
    """A table between seat 0 and seat 1.

              1   2   3   4   5   6   7   8   9
    seat 1   [ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ]    side[1, stone, place], in the order played
    border    o   o   o   o   o   o   o   o   o     owner, mode, first
    seat 0   [ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ]    side[0, stone, place]
    """

    # The options
    tactics: Short
    expert: Short
    proofs: Short  # 0: by Clan cards, 1: elite troops not face-up count too
    rounds: Short

    # The match
    round_number: Annotated[Short, Key("round", _ROUND)]
    starter: Annotated[Short, Key("starter", _SEAT)]  # of this round
    points: Annotated[Shorts, "i2", 2, Key("points", _POINTS)]
    winner: Annotated[Short, Key("winner", _SEAT_OR_NOBODY)]  # of this round, NOBODY if drawn or not finished

    # The turn
    turn: Annotated[Short, Key("turn", Count(1, _MOST_TURNS))]  # counted through the round
    phase: Annotated[Short, Key("phase", Phase(PHASE_NAMES, end=CLAIMING))]
    player: Annotated[Short, Key("player", _SEAT_OR_NOBODY)]
    acted: Annotated[Short, Key("acted", Flag())]  # 1 once something was played or claimed this turn
    idle: Annotated[Short, Key("idle", Count(0, 2))]  # turns in a row in which nothing was
    claimable: Short  # stones the player to act may claim now, a bit each: proven once, then remembered
    pending: Annotated[Short, Key("pending", Count(0, RECRUITED))]  # cards the Recruiter draws or puts back
    taken: Annotated[
        Short, Key("taken", _TROOP)
    ]  # card that the Strategist or the Traitor is about to put down

    # The border
    owner: Annotated[Shorts, "i2", STONES, Key("owner", _SEAT_OR_NOBODY, group=_STONE)]
    mode: Annotated[Shorts, "i2", STONES, Key("modes", Bits(MODE_NAMES), group=_STONE)]
    first: Annotated[Shorts, "i2", STONES, Key("first", _SEAT_OR_NOBODY, group=_STONE)]  # side complete first
    side: Annotated[
        Shorts,
        "i2",
        2,
        STONES,
        MUD_FIGHT_PLACES,
        Key("sides", _TROOP, size="side_size", group=_STONE, axis=1),
    ]
    side_size: Annotated[Shorts, "i2", 2, STONES]
    strength: Annotated[Shorts, "i2", 2, STONES]  # of a complete side, 0 until it is: see formations
    face_up: Annotated[Shorts, "i2", ROWS]  # all cards ever played: on the table or in the discard

    # The cards
    hand: Annotated[
        Shorts, "i2", 2, HAND_PLACES, Key("hands", _CARD, size="hand_size", hidden_from="others")
    ]  # sorted
    hand_size: Annotated[Shorts, "i2", 2]
    deck: Annotated[
        Shorts,
        "i2",
        CLAN_CARDS,
        Key("deck", _CLAN_CARD, size="deck_size", top_first=True, hidden_from="everyone"),
    ]
    deck_size: Short
    tactic_deck: Annotated[
        Shorts,
        "i2",
        TACTIC_CARDS,
        Key("tactic_deck", _TACTIC_CARD, size="tactic_deck_size", top_first=True, hidden_from="everyone"),
    ]
    tactic_deck_size: Short
    discard: Annotated[Shorts, "i2", TACTIC_CARDS, Key("discard", _CARD, size="discard_size")]
    discard_size: Short
    tactics_played: Annotated[Shorts, "i2", 2, Key("tactics_played", Count(0, TACTIC_CARDS))]
    joker_played: Annotated[Shorts, "i2", 2, Key("joker_played", Flag())]

    # What the Recruiter's player knows: the cards put back, while they lie there or once the other drew them
    recruiter: Annotated[Short, Key("recruiter", _SEAT_OR_NOBODY)]
    returned: Annotated[Shorts, "i2", RETURNED, Key("card", _CARD, group=_RETURN, hidden_from="everyone")]
    returned_place: Annotated[
        Shorts, "i2", RETURNED, Key("place", _RETURNED_PLACE, group=_RETURN, hidden_from="everyone")
    ]

    # The options of small games: what they lack. They are bytes at the end, where the record had room to
    # spare, so that the states of full games keep their bytes.
    fewer_stones: Byte
    fewer_clans: Byte
    fewer_strengths: Byte
    fewer_in_hand: Byte
    fewer_places: Byte  # cards a side of a stone
