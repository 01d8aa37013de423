"""The state of Lords of Scotland: one record for two to five players."""

from __future__ import annotations

from typing import Annotated

from stramash.core.state import Short, Shorts, State
from stramash.games.lords_of_scotland.rules.components import (
    ARMY_PLACES,
    CARDS,
    HAND_LIMIT,
    HELD_PLACES,
    RECRUITS,
    SEATS,
)

__all__ = ["LordsOfScotland"]


class LordsOfScotland(State):
    """A table for up to five seats.

        Supporters   [9] [4] [7]        supporters, by rank
        draw pile    [#]                pile, the bottom card first
        Recruits     [3] [8] [#] [#] [#]   recruit, recruit_up: the turn's number of them is face-up
        armies       seat 0: [5] [#]    army[seat, place], down, kept, active, seen_by
                     seat 1: [2]

    Empty places hold NO_CARD, and the rest of a place is then at rest too, so that equal positions have
    equal bytes.
    """

    # The options
    players: Short
    bruce: Short  # 1: the two Bruce are in the deck
    activation: Short  # BY_ANY or BY_CLAN

    # The round and the turn
    round_number: Short  # from 1
    turn: Short  # 1 to 5
    initiative: Short  # seat with the Victor's Initiative
    phase: Short
    acting: Short  # card whose power is being carried out

    # The end of a round
    order: Annotated[Shorts, "i2", SEATS]  # seats with a Follower, the strongest army first
    ordered: Short  # how many those are
    claimant: Short  # index in that order
    claims: Short  # Supporters the player to act still takes

    # The cards
    hand: Annotated[Shorts, "i2", SEATS, HAND_LIMIT]  # sorted
    hand_size: Annotated[Shorts, "i2", SEATS]
    recruit: Annotated[Shorts, "i2", RECRUITS]
    recruit_up: Annotated[Shorts, "i2", RECRUITS]
    recruit_shuffle: Annotated[Shorts, "i2", RECRUITS]  # the shuffle it was drawn after
    supporters: Annotated[Shorts, "i2", SEATS]  # sorted
    supporters_size: Short
    pile: Annotated[Shorts, "i2", CARDS]  # the bottom card first
    pile_size: Short
    discard: Annotated[Shorts, "i2", CARDS]
    discard_size: Short
    victory: Annotated[Shorts, "i2", CARDS]  # seat whose victory pile a card is in, NOBODY if none
    points: Annotated[Shorts, "i2", SEATS]

    # The armies, a Follower in each place
    army: Annotated[Shorts, "i2", SEATS, ARMY_PLACES]
    army_size: Annotated[Shorts, "i2", SEATS]
    down: Annotated[Shorts, "i2", SEATS, ARMY_PLACES]  # FACE_UP, or musterer * 5 + number of face-down muster
    kept: Annotated[Shorts, "i2", SEATS, ARMY_PLACES]  # 1: by MacDonnell, from the round before
    active: Annotated[Shorts, "i2", SEATS, ARMY_PLACES]  # end-of-round power in force, NO_CLAN if none
    seen_by: Annotated[Shorts, "i2", SEATS, ARMY_PLACES]  # seats that know a face-down card, a bit each

    # What everybody knows of what is hidden: see knowledge
    shuffles: Short  # how often the discard pile was reshuffled
    shuffled: Annotated[Shorts, "i2", CARDS]  # the shuffle by which a card last came into the draw pile
    downs: Annotated[Shorts, "i2", SEATS]  # Followers mustered face-down this round
    held: Annotated[Shorts, "i2", SEATS, HELD_PLACES]  # a card all saw taken, or UNKNOWN + its shuffle
    held_since: Annotated[Shorts, "i2", SEATS, HELD_PLACES]  # how many of its `downs` lay before it came
    held_size: Annotated[Shorts, "i2", SEATS]
