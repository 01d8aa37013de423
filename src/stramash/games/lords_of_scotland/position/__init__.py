"""Positions as plain JSON and back, where the declared fields do not give it.

Every key may be left out of a description: armies and hands are then empty, and the draw pile holds the cards
that are nowhere else. So a puzzle says only what it is about. `playable` refuses what cannot be played to its
end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from stramash.core.errors import BadPosition
from stramash.core.fields import Name
from stramash.core.game import Json
from stramash.core.meaning import OVER
from stramash.core.reading import left_over, read_flag, read_list, read_name, read_object, read_whole
from stramash.core.seats import seats_in
from stramash.core.state import NOBODY
from stramash.games.lords_of_scotland.position.playable import (
    check_acting,
    check_points,
    read_claiming,
    read_turn,
)
from stramash.games.lords_of_scotland.rules.cards import clan_of, strength_of
from stramash.games.lords_of_scotland.rules.components import (
    ARMY_PLACES,
    BRUCE,
    CARD_NAMES,
    CARDS,
    CLAN_CODES,
    COCHRANE,
    DOWNS,
    FACE_UP,
    HELD_PLACES,
    MACDONNELL,
    NO_CARD,
    NO_CLAN,
    NORMAL_CARDS,
    RECRUITS,
    SCOTT,
    UNKNOWN,
)
from stramash.games.lords_of_scotland.rules.knowledge import kind_of, latest_entry
from stramash.games.lords_of_scotland.rules.state import LordsOfScotland
from stramash.games.lords_of_scotland.rules.turn import clear

__all__ = ["KEYS", "check_state", "clear_state", "complete_state", "rest_to_json", "write_out"]

#: The powers that are in force until the end of the round
_LASTING = (MACDONNELL, COCHRANE, BRUCE)
#: The order of the keys in JSON, which is not the order of the fields in the record
KEYS = (
    "round", "turn", "phase", "player", "initiative", "acting", "order", "claimant", "claims", "hands",
    "recruits", "supporters", "armies", "draw_pile", "discard", "victory", "shuffles", "shuffled", "downs",
    "held", "reveals", "seed", "draws",
)  # fmt: skip
_CARD = Name(CARD_NAMES[:CARDS], hidden={UNKNOWN: CARD_NAMES[UNKNOWN]})


# --- To JSON -------------------------------------------------------------------------------------------


def rest_to_json(state: Any) -> Json:
    """Return armies, victory piles, what was reshuffled and what all know of the cards held."""
    seats = range(int(state.players))
    victory, shuffled = state.victory.tolist(), state.shuffled.tolist()
    return {
        "armies": [
            [_follower_to_json(state, seat, place) for place in range(int(state.army_size[seat]))]
            for seat in seats
        ],
        "victory": [[CARD_NAMES[card] for card in range(CARDS) if victory[card] == seat] for seat in seats],
        "shuffled": {
            str(number): [CARD_NAMES[card] for card in range(CARDS) if shuffled[card] == number]
            for number in sorted(set(shuffled) - {0})
        },
        "held": [
            [_held_to_json(state, seat, entry) for entry in range(int(state.held_size[seat]))]
            for seat in seats
        ],
    }


def _follower_to_json(state: Any, seat: int, place: int) -> Json:
    follower: Json = {"card": CARD_NAMES[state.army[seat, place]]}
    down = int(state.down[seat, place])
    if down != FACE_UP:
        follower["down"] = {
            "musterer": down // DOWNS,
            "number": down % DOWNS + 1,
            "seen_by": seats_in(int(state.seen_by[seat, place])),
        }
    if state.kept[seat, place]:
        follower["kept"] = True
    if state.active[seat, place] != NO_CLAN:
        follower["active"] = CLAN_CODES[state.active[seat, place]]
    return follower


def _held_to_json(state: Any, seat: int, entry: int) -> Json:
    kind, since = int(state.held[seat, entry]), int(state.held_since[seat, entry])
    known = {"card": CARD_NAMES[kind]} if kind < CARDS else {"shuffle": kind - UNKNOWN}
    return known | {"since": since}


# --- From JSON -----------------------------------------------------------------------------------------


def clear_state(state: Any) -> None:
    """Turn a blank state into one with empty armies and hands, in the first turn of a game."""
    clear(state)
    state.round_number = state.turn = 1


def complete_state(description: Json, state: Any) -> None:
    """Read the armies and what is known of hidden cards, and derive what a description leaves out."""
    if "player" not in description and description.get("phase") != OVER:
        state.player = state.initiative
    _read_shuffled(description.get("shuffled", {}), state)
    _read_victory(description, state)
    _read_armies(description, state)
    _sort_cards(state)
    _complete_pile(description, state)
    _check_recruits(description.get("recruits", []), state)
    _read_held(description, state)
    read_turn(state, given="turn" in description)
    read_claiming(description, state)


def check_state(state: Any) -> None:
    """Refuse a power that could not be carried out, and points that nobody can have."""
    check_acting(state)
    check_points(state)


def _each_seat(description: Json, key: str, missing: Any, state: Any) -> list[Any]:
    players = int(state.players)
    return read_list(description.get(key, [missing] * players), key, size=players)


def write_out(description: Json) -> Json:
    """Return a description with five Recruits, as the declared fields read them: a card alone is face-up."""
    if "recruits" not in description:
        return description
    recruits = read_list(description["recruits"], "recruits", most=RECRUITS)
    recruits = [{"card": recruit} if isinstance(recruit, str) else recruit for recruit in recruits]
    recruits = [{"face_up": True} | recruit if isinstance(recruit, dict) else recruit for recruit in recruits]
    return description | {"recruits": recruits + [None] * (RECRUITS - len(recruits))}


def _read_shuffled(given: Any, state: Any) -> None:
    for number, cards in read_object(given, "shuffled", map(str, range(1, state.shuffles + 1))).items():
        for at, entry in enumerate(read_list(cards, f"shuffled.{number}")):
            card = _CARD.read(entry, f"shuffled.{number}[{at}]", state)
            if state.shuffled[card] or card not in _deck(state):
                raise BadPosition(f"'shuffled' has {entry}, which is there twice or not in this game")
            state.shuffled[card] = int(number)


def _read_victory(description: Json, state: Any) -> None:
    for seat, pile in enumerate(_each_seat(description, "victory", [], state)):
        for at, entry in enumerate(read_list(pile, f"victory[{seat}]")):
            card = _CARD.read(entry, f"victory[{seat}][{at}]", state)
            if state.victory[card] != NOBODY:
                raise BadPosition(f"there is only one {entry}: it is in 'victory' twice")
            state.victory[card] = seat
            state.points[seat] += strength_of(card)


# --- Armies --------------------------------------------------------------------------------------------


def _read_armies(description: Json, state: Any) -> None:
    given = state.downs.copy()
    state.downs[:] = 0
    for seat, army in enumerate(_each_seat(description, "armies", [], state)):
        for place, follower in enumerate(read_list(army, f"armies[{seat}]", most=ARMY_PLACES)):
            path = f"armies[{seat}][{place}]"
            follower = {"card": follower} if isinstance(follower, str) else follower
            _read_follower(read_object(follower, path, _FOLLOWER_KEYS), path, seat, place, state)
        state.army_size[seat] = len(army)
    for seat in range(int(state.players)):
        if "downs" in description:
            state.downs[seat] = read_whole(int(given[seat]), "downs", int(state.downs[seat]), DOWNS)


_FOLLOWER_KEYS = ("card", "down", "kept", "active")
_DOWN_KEYS = ("musterer", "number", "seen_by")


def _read_follower(given: Mapping[str, Any], path: str, seat: int, place: int, state: Any) -> None:
    """Write a Follower: face-down, or kept, or with a power in force, or nothing of these."""
    card = _CARD.read(given.get("card"), f"{path}.card", state)
    clan = clan_of(card)
    state.army[seat, place] = card
    if len(set(given) - {"card"}) > 1 and given.get("kept") is not False:
        raise BadPosition(f"{path!r} has {', '.join(given)}: only one of down, kept and active is possible")
    if "down" in given:
        _read_down(given["down"], f"{path}.down", seat, place, state)
    if read_flag(given.get("kept", False), f"{path}.kept"):
        if clan not in (SCOTT, MACDONNELL):
            raise BadPosition(f"'{path}.kept' is true: only a MacDonnell is kept, or a Scott that copied one")
        state.kept[seat, place] = 1
    if given.get("active") is not None:
        powers = [power for power in _LASTING if clan in (SCOTT, power)]
        names = [CLAN_CODES[power] for power in powers]
        if not names:
            raise BadPosition(f"'{path}.active': {CARD_NAMES[card]} has no power at the end of the round")
        state.active[seat, place] = powers[read_name(given["active"], f"{path}.active", names)]


def _read_down(given: Any, path: str, seat: int, place: int, state: Any) -> None:
    """Write who mustered a face-down Follower and who knows it: by default its owner, as the next one."""
    down = read_object({} if given is True else given, path, _DOWN_KEYS)
    last = int(state.players) - 1
    musterer = read_whole(down.get("musterer", seat), f"{path}.musterer", 0, last)
    number = read_whole(down.get("number", int(state.downs[musterer]) + 1), f"{path}.number", 1, DOWNS)
    viewers = [
        read_whole(viewer, f"{path}.seen_by", 0, last)
        for viewer in read_list(down.get("seen_by", []), f"{path}.seen_by")
    ]
    name = musterer * DOWNS + number - 1
    if name in state.down:
        raise BadPosition(f"{path!r}: seat {musterer} has two face-down Followers of number {number}")
    state.downs[musterer] = max(int(state.downs[musterer]), number)
    state.down[seat, place] = name
    state.seen_by[seat, place] = sum(1 << viewer for viewer in {musterer, seat, *viewers})


# --- Each card in one place ------------------------------------------------------------------------------


def _deck(state: Any) -> range:
    return range(CARDS if state.bruce else NORMAL_CARDS)


def _sort_cards(state: Any) -> None:
    for seat in range(int(state.players)):
        state.hand[seat, : state.hand_size[seat]].sort()
    state.supporters[: state.supporters_size].sort()


def _cards(state: Any) -> list[int]:
    """Return every card that lies somewhere."""
    piles = (state.hand, state.recruit, state.supporters, state.army, state.pile, state.discard)
    lying = np.concatenate([pile.ravel() for pile in piles])
    return [*lying[lying != NO_CARD].tolist(), *np.flatnonzero(state.victory != NOBODY).tolist()]


def _complete_pile(description: Json, state: Any) -> None:
    """Put the remaining cards into a draw pile that is not given, the weakest on top."""
    rest = left_over(_deck(state), _cards(state), CARD_NAMES)
    if "draw_pile" not in description:
        state.pile[: len(rest)] = rest[::-1]
        state.pile_size = len(rest)
        state.shuffled[rest] = state.shuffles
    elif rest:
        raise BadPosition(f"{CARD_NAMES[rest[0]]} is missing: without a 'draw_pile' it would lie there")
    for card in state.pile[: state.pile_size]:
        if state.shuffled[card] != state.shuffles:
            raise BadPosition(
                f"{CARD_NAMES[card]} is in the draw pile, but not in its last shuffle: "
                f"'shuffled' should list it under {int(state.shuffles)}"
            )


def _check_recruits(given: Any, state: Any) -> None:
    """A Recruit is a card, which came into the draw pile by the shuffle after which it was drawn."""
    for place, recruit in enumerate(given):
        if recruit is not None:
            card = state.recruit[place]
            if card == NO_CARD:
                raise BadPosition(f"'recruits[{place}].card' is missing: a place without a Recruit is null")
            if "shuffle" in recruit and state.recruit_shuffle[place] != state.shuffled[card]:
                raise BadPosition(
                    f"'recruits[{place}].shuffle' is {recruit['shuffle']}: by 'shuffled' it should be "
                    f"{int(state.shuffled[card])}"
                )
            state.recruit_shuffle[place] = state.shuffled[card]


# --- What all know of the cards held ---------------------------------------------------------------------


def _held_cards(state: Any, seat: int) -> list[tuple[int, int]]:
    """Return the cards a seat holds, each with the number of face-down musters before it could have come."""
    downs = [
        (int(state.army[spot]), int(state.down[spot]) % DOWNS + 1)
        for spot in zip(*np.nonzero(state.down != FACE_UP), strict=True)
        if state.down[spot] // DOWNS == seat
    ]
    return downs + [(int(card), DOWNS + 1) for card in state.hand[seat, : state.hand_size[seat]]]


def _read_held(description: Json, state: Any) -> None:
    for seat, given in enumerate(_each_seat(description, "held", None, state)):
        cards = _held_cards(state, seat)
        if given is None:
            given = [{"shuffle": int(state.shuffled[card])} for card, _ in cards]
        entries = read_list(given, f"held[{seat}]", most=HELD_PLACES)
        for place, entry in enumerate(entries):
            path = f"held[{seat}][{place}]"
            known = read_object(entry, path, ("card", "shuffle", "since"))
            if "card" in known:
                kind = _CARD.read(known["card"], f"{path}.card", state)
            else:
                kind = UNKNOWN + read_whole(known.get("shuffle"), f"{path}.shuffle", 0, int(state.shuffles))
            state.held[seat, place] = kind
            since = read_whole(known.get("since", 0), f"{path}.since", 0, int(state.downs[seat]))
            state.held_since[seat, place] = since
        state.held_size[seat] = len(entries)
        _check_held(state, seat, cards)


def _check_held(state: LordsOfScotland, seat: int, cards: list[tuple[int, int]]) -> None:
    """Each held card needs an entry of its kind that came in time, and no entry is left over."""
    used = 0
    for card, before in sorted(cards, key=lambda held: held[1]):
        entry = latest_entry(state, seat, kind_of(state, seat, card), before, used)
        if entry == NOBODY:
            raise BadPosition(
                f"'held' of seat {seat} has no entry for {CARD_NAMES[card]}: each card held needs one"
            )
        used |= 1 << entry
    if used != (1 << int(state.held_size[seat])) - 1:
        raise BadPosition(f"'held' of seat {seat} should have {len(cards)} entries, one for each card held")
