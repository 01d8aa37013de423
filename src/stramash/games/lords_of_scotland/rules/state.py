"""The state of Lords of Scotland: one record for two to five players, and what its fields mean in JSON."""

from __future__ import annotations

from typing import Annotated, Any

from stramash.core.fields import Count, Flag, Group, Key, Name, Phase, Seat
from stramash.core.state import Short, Shorts, State
from stramash.games.lords_of_scotland.rules.components import (
    ARMY_PLACES,
    CARD_NAMES,
    CARDS,
    CLAIMING,
    DOWNS,
    HAND_LIMIT,
    HELD_PLACES,
    NO_CARD,
    PHASE_NAMES,
    RECRUITS,
    SEATS,
    TURNS,
    UNKNOWN,
)

__all__ = ["PHASE", "LordsOfScotland"]

_MOST_ROUNDS = 30000
_MOST_SHUFFLES = 1000


def _players(state: Any) -> int:
    return int(state.players)


def _no_recruit(state: Any, place: int) -> bool:
    return bool(state.recruit[place] == NO_CARD)


_CARD = Name(CARD_NAMES[:CARDS], null=NO_CARD, hidden={UNKNOWN: CARD_NAMES[UNKNOWN]})
PHASE = Phase(PHASE_NAMES, end=CLAIMING)
_SEAT = Seat(_players)
_SHUFFLE = Count(0, _MOST_SHUFFLES)
_RECRUIT = Group("recruits", ("card", "face_up", "shuffle"), rows=RECRUITS, null=_no_recruit)


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
    round_number: Annotated[Short, Key("round", Count(1, _MOST_ROUNDS))]
    turn: Annotated[Short, Key("turn", Count(1, TURNS))]
    initiative: Annotated[Short, Key("initiative", _SEAT)]  # seat with the Victor's Initiative
    phase: Annotated[Short, Key("phase", PHASE)]
    acting: Annotated[Short, Key("acting", _CARD)]  # card whose power is being carried out

    # The end of a round
    # Seats with a Follower, the strongest army first
    order: Annotated[Shorts, "i2", SEATS, Key("order", _SEAT, size="ordered")]
    ordered: Short
    claimant: Annotated[Short, Key("claimant", Count(0, SEATS))]  # how many of them are done
    claims: Annotated[Short, Key("claims", Count(0, 2))]  # Supporters the player to act still takes

    # The cards
    # Sorted
    hand: Annotated[
        Shorts,
        "i2",
        SEATS,
        HAND_LIMIT,
        Key("hands", _CARD, size="hand_size", rows=_players, hidden_from="others"),
    ]
    hand_size: Annotated[Shorts, "i2", SEATS]
    recruit: Annotated[Shorts, "i2", RECRUITS, Key("card", _CARD, group=_RECRUIT, hidden_from="everyone")]
    recruit_up: Annotated[Shorts, "i2", RECRUITS, Key("face_up", Flag(), group=_RECRUIT)]
    # The shuffle it was drawn after
    recruit_shuffle: Annotated[Shorts, "i2", RECRUITS, Key("shuffle", _SHUFFLE, group=_RECRUIT)]
    # Sorted
    supporters: Annotated[Shorts, "i2", SEATS, Key("supporters", _CARD, size="supporters_size")]
    supporters_size: Short
    # The bottom card first
    pile: Annotated[
        Shorts, "i2", CARDS, Key("draw_pile", _CARD, size="pile_size", top_first=True, hidden_from="everyone")
    ]
    pile_size: Short
    discard: Annotated[Shorts, "i2", CARDS, Key("discard", _CARD, size="discard_size")]
    discard_size: Short
    # Seat whose victory pile a card is in, NOBODY if none
    victory: Annotated[Shorts, "i2", CARDS, Key("victory")]
    points: Annotated[Shorts, "i2", SEATS]

    # The armies, a Follower in each place
    army: Annotated[Shorts, "i2", SEATS, ARMY_PLACES, Key("armies", hidden_from="everyone")]
    army_size: Annotated[Shorts, "i2", SEATS]
    down: Annotated[Shorts, "i2", SEATS, ARMY_PLACES]  # FACE_UP, or musterer * 5 + number of face-down muster
    kept: Annotated[Shorts, "i2", SEATS, ARMY_PLACES]  # 1: by MacDonnell, from the round before
    active: Annotated[Shorts, "i2", SEATS, ARMY_PLACES]  # end-of-round power in force, NO_CLAN if none
    seen_by: Annotated[Shorts, "i2", SEATS, ARMY_PLACES]  # seats that know a face-down card, a bit each

    # What everybody knows of what is hidden: see knowledge
    shuffles: Annotated[Short, Key("shuffles", _SHUFFLE)]  # how often the discard pile was reshuffled
    # The shuffle by which a card last came into the draw pile
    shuffled: Annotated[Shorts, "i2", CARDS, Key("shuffled")]
    # Followers mustered face-down this round
    downs: Annotated[Shorts, "i2", SEATS, Key("downs", Count(0, DOWNS), rows=_players)]
    # A card all saw taken, or UNKNOWN + its shuffle
    held: Annotated[Shorts, "i2", SEATS, HELD_PLACES, Key("held")]
    held_since: Annotated[Shorts, "i2", SEATS, HELD_PLACES]  # how many of its `downs` lay before it came
    held_size: Annotated[Shorts, "i2", SEATS]
