"""The state of Schotten Totten: one record for all variants."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from stramash.core.state import Short, Shorts, State
from stramash.games.schotten_totten.rules.components import (
    CLAN_CARDS,
    HAND_PLACES,
    MUD_FIGHT_PLACES,
    RETURNED,
    ROWS,
    STONES,
    TACTIC_CARDS,
)

__all__ = ["SchottenTotten"]

Byte: TypeAlias = Annotated[int, "i1"]


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
    round_number: Short  # from 1
    starter: Short  # seat that started this round
    points: Annotated[Shorts, "i2", 2]
    winner: Short  # of the last finished round, NOBODY if it was drawn or none is finished

    # The turn
    turn: Short  # from 1, counted through the round
    phase: Short
    acted: Short  # 1 once something was played or claimed this turn
    idle: Short  # turns in a row in which nothing was
    claimable: Short  # stones the player to act may claim now, a bit each: proven once, then remembered
    pending: Short  # cards the Recruiter still draws or puts back
    taken: Short  # card that the Strategist or the Traitor is about to put down

    # The border
    owner: Annotated[Shorts, "i2", STONES]
    mode: Annotated[Shorts, "i2", STONES]  # bits BLUFF and MUD
    first: Annotated[Shorts, "i2", STONES]  # seat whose present formation was complete first
    side: Annotated[Shorts, "i2", 2, STONES, MUD_FIGHT_PLACES]
    side_size: Annotated[Shorts, "i2", 2, STONES]
    strength: Annotated[Shorts, "i2", 2, STONES]  # of a complete side, 0 until it is: see formations
    face_up: Annotated[Shorts, "i2", ROWS]  # all cards ever played: on the table or in the discard

    # The cards
    hand: Annotated[Shorts, "i2", 2, HAND_PLACES]  # sorted
    hand_size: Annotated[Shorts, "i2", 2]
    deck: Annotated[Shorts, "i2", CLAN_CARDS]  # the bottom card first
    deck_size: Short
    tactic_deck: Annotated[Shorts, "i2", TACTIC_CARDS]
    tactic_deck_size: Short
    discard: Annotated[Shorts, "i2", TACTIC_CARDS]
    discard_size: Short
    tactics_played: Annotated[Shorts, "i2", 2]
    joker_played: Annotated[Shorts, "i2", 2]

    # What the Recruiter's player knows: the cards put back, while they lie there or once the other drew them
    recruiter: Short
    returned: Annotated[Shorts, "i2", RETURNED]
    returned_place: Annotated[Shorts, "i2", RETURNED]

    # The options of small games: what they lack. They are bytes at the end, where the record had room to
    # spare, so that the states of full games keep their bytes.
    fewer_stones: Byte
    fewer_clans: Byte
    fewer_strengths: Byte
    fewer_in_hand: Byte
    fewer_places: Byte  # cards a side of a stone
