"""Positions as plain JSON and back: for tests, puzzles and bug reports. The spec page explains each key.

Everything may be left out of a description: armies and hands are then empty, and the draw pile holds whatever
lies nowhere else. So a puzzle says only what it is about.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from stramash.core.errors import BadPosition
from stramash.core.game import Json, sow
from stramash.core.state import NOBODY, Shorts
from stramash.games.lords_of_scotland.rules.armies import find_follower
from stramash.games.lords_of_scotland.rules.cards import clan_of, strength_of
from stramash.games.lords_of_scotland.rules.components import (
    ACTIONS,
    ARMY_PLACES,
    BRUCE,
    CARD_NAMES,
    CARD_NUMBERS,
    CARDS,
    CLAIMING,
    CLAN_CODES,
    COCHRANE,
    DOWNS,
    FACE_UP,
    HAND_LIMIT,
    HELD_PLACES,
    MACDONNELL,
    MUSTERING,
    NO_CARD,
    NO_CLAN,
    NORMAL_CARDS,
    RECRUITS,
    SCOTT,
    TURNS,
    UNKNOWN,
)
from stramash.games.lords_of_scotland.rules.knowledge import kind_of, latest_entry
from stramash.games.lords_of_scotland.rules.rounds import rank_armies
from stramash.games.lords_of_scotland.rules.state import LordsOfScotland
from stramash.games.lords_of_scotland.rules.turn import clear, legal

__all__ = ["PHASE_NAMES", "state_from_dict", "state_to_dict"]

PHASE_NAMES = ("acting", "mustering", "copying", "discarding", "swapping", "taking", "claiming")
_POWERS = {CLAN_CODES[clan]: clan for clan in (MACDONNELL, COCHRANE, BRUCE)}
_KEYS = (
    "round", "turn", "phase", "player", "initiative", "acting", "order", "claimant", "claims", "hands",
    "recruits", "supporters", "armies", "draw_pile", "discard", "victory", "shuffles", "shuffled", "downs",
    "held", "reveals", "seed", "draws",
)  # fmt: skip


# --- To JSON -------------------------------------------------------------------------------------------


def state_to_dict(state: Any) -> Json:
    """Return a state, whole or hidden, as plain JSON."""
    seats = range(int(state.players))
    hidden = not any(state.seed)
    victory, shuffled = state.victory.tolist(), state.shuffled.tolist()
    return {
        "round": int(state.round_number),
        "turn": int(state.turn),
        "phase": PHASE_NAMES[state.phase],
        "player": None if state.player == NOBODY else int(state.player),
        "initiative": int(state.initiative),
        "acting": None if state.acting == NO_CARD else CARD_NAMES[int(state.acting)],
        "order": [int(seat) for seat in state.order[: state.ordered]],
        "claimant": int(state.claimant),
        "claims": int(state.claims),
        "hands": [_cards(state.hand[seat], state.hand_size[seat]) for seat in seats],
        "recruits": [_recruit_to_dict(state, place) for place in range(RECRUITS)],
        "supporters": _cards(state.supporters, state.supporters_size),
        "armies": [
            [_follower_to_dict(state, seat, place) for place in range(int(state.army_size[seat]))]
            for seat in seats
        ],
        "draw_pile": _cards(state.pile, state.pile_size)[::-1],
        "discard": _cards(state.discard, state.discard_size),
        "victory": [[CARD_NAMES[card] for card in range(CARDS) if victory[card] == seat] for seat in seats],
        "shuffles": int(state.shuffles),
        "shuffled": {
            str(number): [CARD_NAMES[card] for card in range(CARDS) if shuffled[card] == number]
            for number in sorted(set(shuffled) - {0})
        },
        "downs": [int(state.downs[seat]) for seat in seats],
        "held": [
            [_held_to_dict(state, seat, entry) for entry in range(int(state.held_size[seat]))]
            for seat in seats
        ],
        "reveals": int(state.reveals),
        "seed": None if hidden else f"{int(state.seed[1]):016x}{int(state.seed[0]):016x}",
        "draws": int(state.draws),
    }


def _cards(cards: Shorts, count: int) -> list[str]:
    return [CARD_NAMES[card] for card in cards[:count].tolist()]


def _recruit_to_dict(state: Any, place: int) -> Json | None:
    if state.recruit[place] == NO_CARD:
        return None
    return {
        "card": CARD_NAMES[int(state.recruit[place])],
        "face_up": bool(state.recruit_up[place]),
        "shuffle": int(state.recruit_shuffle[place]),
    }


def _follower_to_dict(state: Any, seat: int, place: int) -> Json:
    follower: Json = {"card": CARD_NAMES[int(state.army[seat, place])]}
    down = int(state.down[seat, place])
    if down != FACE_UP:
        known = int(state.seen_by[seat, place])
        follower["down"] = {
            "musterer": down // DOWNS,
            "number": down % DOWNS + 1,
            "seen_by": [viewer for viewer in range(int(state.players)) if known >> viewer & 1],
        }
    if state.kept[seat, place]:
        follower["kept"] = True
    if state.active[seat, place] != NO_CLAN:
        follower["active"] = CLAN_CODES[state.active[seat, place]]
    return follower


def _held_to_dict(state: Any, seat: int, entry: int) -> Json:
    kind, since = int(state.held[seat, entry]), int(state.held_since[seat, entry])
    known = {"card": CARD_NAMES[kind]} if kind < CARDS else {"shuffle": kind - UNKNOWN}
    return known | {"since": since}


# --- From JSON -----------------------------------------------------------------------------------------


def state_from_dict(description: Json, state: Any) -> None:
    """Write a description into a blank state with its options; raise BadPosition if it cannot be."""
    unknown = sorted(set(description) - set(_KEYS))
    if unknown:
        raise BadPosition(f"unknown keys {', '.join(unknown)}: a position has {', '.join(_KEYS)}")
    clear(state)
    get = description.get
    state.round_number = _whole(get("round", 1), "round", 1, 30000)
    state.turn = _whole(get("turn", 1), "turn", 1, TURNS)
    state.phase = _phase(get("phase", "acting"))
    state.initiative = _seat(get("initiative", 0), "initiative", state)
    player = get("player", state.initiative.item())
    state.player = NOBODY if player is None else _seat(player, "player", state)
    state.reveals = _whole(get("reveals", 0), "reveals", 0, 30000)
    state.shuffles = _whole(get("shuffles", 0), "shuffles", 0, 1000)
    _write_seed(get("seed"), get("draws", 0), state)
    _write_shuffled(get("shuffled", {}), state)
    used = _write_cards(description, state)
    _check_cards(state, used)
    _write_held(description, state)
    _write_action(get("acting"), state)
    _write_claiming(description, state)
    if state.player != NOBODY and legal(state, np.empty(ACTIONS, np.int32)) == 0:
        raise BadPosition(f"'phase' is {PHASE_NAMES[state.phase]}, but there is nothing to choose")


def _whole(value: Any, key: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadPosition(f"{key!r} is {value!r}: it should be a whole number from {low} to {high}")
    return value


def _flag(value: Any, key: str) -> bool:
    if not isinstance(value, bool):
        raise BadPosition(f"{key!r} is {value!r}: it should be true or false")
    return value


def _seat(value: Any, key: str, state: Any) -> int:
    return _whole(value, key, 0, int(state.players) - 1)


def _list(value: Any, key: str, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise BadPosition(f"{key!r} is {value!r}: it should be a list of at most {most}")
    return value


def _each_seat(description: Json, key: str, missing: Any, state: Any) -> list[Any]:
    players = int(state.players)
    value = description.get(key, [missing] * players)
    if not isinstance(value, list) or len(value) != players:
        raise BadPosition(f"{key!r} is {value!r}: it should be a list of {players}, one for each seat")
    return value


def _entry(value: Any, key: str, keys: set[str]) -> Json:
    if not isinstance(value, dict) or set(value) - keys:
        raise BadPosition(f"{key!r} has {value!r}: it should be an object with {', '.join(sorted(keys))}")
    return value


def _phase(value: Any) -> int:
    if value not in PHASE_NAMES:
        raise BadPosition(f"'phase' is {value!r}: it should be one of {', '.join(PHASE_NAMES)}")
    return PHASE_NAMES.index(value)


def _write_seed(seed: Any, draws: Any, state: Any) -> None:
    try:
        sow(state, 0 if seed is None else int(seed, 16) & (1 << 128) - 1)
    except (TypeError, ValueError):
        raise BadPosition(f"'seed' is {seed!r}: it should be 32 hexadecimal digits, or null") from None
    state.draws = _whole(draws, "draws", 0, (1 << 31) - 1)


def _card(text: Any, key: str, state: Any) -> int:
    card = CARD_NUMBERS.get(text) if isinstance(text, str) else None
    if card is None or (card >= NORMAL_CARDS and not state.bruce):
        some = ", ".join(CARD_NAMES[card] for card in (0, 29, 65, 97 if state.bruce else 94))
        raise BadPosition(f"{text!r} cannot be in {key!r}: cards of this game are like {some}")
    return card


def _card_list(value: Any, key: str, state: Any, most: int = CARDS) -> list[int]:
    return [_card(text, key, state) for text in _list(value, key, most)]


def _write_shuffled(value: Any, state: Any) -> None:
    if not isinstance(value, dict):
        raise BadPosition(
            f"'shuffled' is {value!r}: it should be an object of shuffle numbers and their cards"
        )
    for number, cards in value.items():
        if not isinstance(number, str) or not number.isdigit():
            raise BadPosition(f"'shuffled' has {number!r}: shuffles are numbered from 1")
        shuffle = _whole(int(number), "shuffled", 1, int(state.shuffles))
        for card in _card_list(cards, "shuffled", state):
            state.shuffled[card] = shuffle


def _write_cards(description: Json, state: Any) -> list[int]:
    """Write all cards where they lie; return them."""
    used: list[int] = []
    for seat, hand in enumerate(_each_seat(description, "hands", [], state)):
        cards = sorted(_card_list(hand, "hands", state, HAND_LIMIT))
        state.hand[seat, : len(cards)] = cards
        state.hand_size[seat] = len(cards)
        used += cards
    for seat, pile in enumerate(_each_seat(description, "victory", [], state)):
        cards = _card_list(pile, "victory", state)
        for card in cards:
            state.victory[card] = seat
        state.points[seat] = sum(strength_of(card) for card in cards)
        used += cards
    used += _write_recruits(description.get("recruits", []), state)
    cards = sorted(_card_list(description.get("supporters", []), "supporters", state, int(state.players)))
    state.supporters[: len(cards)] = cards
    state.supporters_size = len(cards)
    used += cards + _write_armies(description, state)
    cards = _card_list(description.get("discard", []), "discard", state)
    state.discard[: len(cards)] = cards
    state.discard_size = len(cards)
    used += cards
    if "draw_pile" in description:
        cards = _card_list(description["draw_pile"], "draw_pile", state)
    else:
        cards = sorted(set(range(CARDS if state.bruce else NORMAL_CARDS)) - set(used))
        state.shuffled[cards] = state.shuffles
    state.pile[: len(cards)] = cards[::-1]
    state.pile_size = len(cards)
    return used + cards


def _write_recruits(value: Any, state: Any) -> list[int]:
    cards = []
    for place, recruit in enumerate(_list(value, "recruits", RECRUITS)):
        if recruit is None:
            continue
        recruit = _entry(recruit, "recruits", {"card", "face_up", "shuffle"})
        state.recruit[place] = _card(recruit.get("card"), "recruits", state)
        state.recruit_up[place] = _flag(recruit.get("face_up", True), "face_up")
        shuffle = recruit.get("shuffle", int(state.shuffles))
        state.recruit_shuffle[place] = _whole(shuffle, "shuffle", 0, int(state.shuffles))
        cards.append(int(state.recruit[place]))
    return cards


def _write_armies(description: Json, state: Any) -> list[int]:
    cards = []
    for seat, army in enumerate(_each_seat(description, "armies", [], state)):
        for place, entry in enumerate(_list(army, "armies", ARMY_PLACES)):
            follower = _entry({"card": entry} if isinstance(entry, str) else entry, "armies", _FOLLOWER_KEYS)
            card = _card(follower.get("card"), "armies", state)
            state.army[seat, place] = card
            state.kept[seat, place] = _flag(follower.get("kept", False), "kept")
            _write_active(follower.get("active"), card, seat, place, state)
            if "down" in follower:
                _write_down(follower["down"], seat, place, state)
            cards.append(card)
        state.army_size[seat] = len(army)
    for seat, downs in enumerate(_each_seat(description, "downs", 0, state)):
        state.downs[seat] = max(int(state.downs[seat]), _whole(downs, "downs", 0, DOWNS))
    return cards


_FOLLOWER_KEYS = {"card", "down", "kept", "active"}


def _write_active(power: Any, card: int, seat: int, place: int, state: Any) -> None:
    if power is None:
        return
    if power not in _POWERS or clan_of(card) not in (SCOTT, _POWERS[power]):
        raise BadPosition(
            f"{CARD_NAMES[card]} has 'active' {power!r}: it should be its own end-of-round power, "
            f"or for a Scott one of {', '.join(_POWERS)}"
        )
    state.active[seat, place] = _POWERS[power]


def _write_down(value: Any, seat: int, place: int, state: Any) -> None:
    """Write who mustered a face-down Follower and who knows it: by default its owner, as the next one."""
    down = _entry({} if value is True else value, "down", {"musterer", "number", "seen_by"})
    musterer = _seat(down.get("musterer", seat), "musterer", state)
    number = _whole(down.get("number", int(state.downs[musterer]) + 1), "number", 1, DOWNS)
    state.downs[musterer] = max(int(state.downs[musterer]), number)
    known = {musterer, seat}
    for viewer in _list(down.get("seen_by", []), "seen_by", int(state.players)):
        known.add(_seat(viewer, "seen_by", state))
    name = musterer * DOWNS + number - 1
    if name in state.down:
        raise BadPosition(f"seat {musterer} has two face-down Followers of number {number}")
    state.down[seat, place] = name
    state.seen_by[seat, place] = sum(1 << viewer for viewer in known)
    if state.kept[seat, place] or state.active[seat, place] != NO_CLAN:
        raise BadPosition("a face-down Follower is neither kept nor active")


def _check_cards(state: Any, used: list[int]) -> None:
    twice = sorted(card for card, times in Counter(used).items() if times > 1)
    if twice:
        raise BadPosition(f"there is only one {CARD_NAMES[twice[0]]}: it is in two places")
    missing = set(range(CARDS if state.bruce else NORMAL_CARDS)) - set(used)
    if missing:
        raise BadPosition(f"{CARD_NAMES[min(missing)]} is missing: each card is somewhere")
    for card in state.pile[: state.pile_size]:
        if state.shuffled[card] != state.shuffles:
            raise BadPosition(f"{CARD_NAMES[int(card)]} is in the draw pile, but not in its last shuffle")
    for card, number, face_up in zip(state.recruit, state.recruit_shuffle, state.recruit_up, strict=True):
        if card != NO_CARD and not face_up and state.shuffled[card] != number:
            raise BadPosition(
                f"the face-down Recruit {CARD_NAMES[int(card)]} was not in shuffle {int(number)}"
            )


# --- What all know of the cards held ---------------------------------------------------------------------


def _held_cards(state: Any, seat: int) -> list[tuple[int, int]]:
    """Return the cards a seat holds, each with the number of face-down musters before it could have come."""
    cards = [
        (int(state.army[owner, place]), int(state.down[owner, place]) % DOWNS + 1)
        for owner in range(int(state.players))
        for place in range(int(state.army_size[owner]))
        if state.down[owner, place] != FACE_UP and state.down[owner, place] // DOWNS == seat
    ]
    return cards + [(int(card), DOWNS + 1) for card in state.hand[seat, : state.hand_size[seat]]]


def _write_held(description: Json, state: Any) -> None:
    for seat, told in enumerate(_each_seat(description, "held", None, state)):
        cards = _held_cards(state, seat)
        if told is None:
            told = [{"shuffle": int(state.shuffled[card])} for card, _ in cards]
        entries = [
            _entry(entry, "held", {"card", "shuffle", "since"}) for entry in _list(told, "held", HELD_PLACES)
        ]
        for place, entry in enumerate(entries):
            if "card" in entry:
                state.held[seat, place] = _card(entry["card"], "held", state)
            else:
                state.held[seat, place] = UNKNOWN + _whole(
                    entry.get("shuffle"), "shuffle", 0, int(state.shuffles)
                )
            state.held_since[seat, place] = _whole(entry.get("since", 0), "since", 0, int(state.downs[seat]))
        state.held_size[seat] = len(entries)
        _check_held(state, seat, cards)


def _check_held(state: LordsOfScotland, seat: int, cards: list[tuple[int, int]]) -> None:
    """Each held card needs an entry of its kind that came in time, and no entry is left over."""
    used = 0
    for card, before in sorted(cards, key=lambda held: held[1]):
        entry = latest_entry(state, seat, kind_of(state, seat, card), before, used)
        if entry == NOBODY:
            raise BadPosition(f"'held' of seat {seat} has no entry for {CARD_NAMES[card]}")
        used |= 1 << entry
    if used != (1 << int(state.held_size[seat])) - 1:
        raise BadPosition(f"'held' of seat {seat} should have {len(cards)} entries, one for each card held")


# --- What is going on --------------------------------------------------------------------------------------


def _write_action(acting: Any, state: Any) -> None:
    needed = MUSTERING <= state.phase < CLAIMING
    if not needed:
        if acting is not None:
            raise BadPosition(f"'acting' is {acting!r}, but in phase {PHASE_NAMES[state.phase]} it is null")
        return
    if state.player == NOBODY:
        raise BadPosition("a game that is over ends in phase claiming")
    card = _card(acting, "acting", state)
    spot = find_follower(state, card)
    if spot == NO_CARD or spot // ARMY_PLACES != state.player:
        raise BadPosition(f"'acting' is {acting!r}: it should lie face-up in the army of the player to act")
    state.acting = card
    if state.phase == MUSTERING and state.hand_size[state.player] == 0:
        raise BadPosition("'phase' is mustering, but the hand is empty")


def _write_claiming(description: Json, state: Any) -> None:
    """Write who claims in which order; it follows from the armies."""
    if state.phase != CLAIMING:
        if state.player == NOBODY:
            raise BadPosition("a game that is over ends in phase claiming")
        return
    if (state.down != FACE_UP).any():
        raise BadPosition("'phase' is claiming, but a Follower is face-down: all are flipped before")
    rank_armies(state)
    order = [int(seat) for seat in state.order[: state.ordered]]
    if description.get("order", order) != order:
        raise BadPosition(f"'order' is {description['order']!r}: these armies claim in the order {order}")
    claimant = (
        0 if state.player == NOBODY else order.index(int(state.player)) if state.player in order else NOBODY
    )
    if claimant == NOBODY:
        raise BadPosition(f"'player' is {int(state.player)}: without a Follower one claims nothing")
    state.claimant = _whole(description.get("claimant", claimant), "claimant", 0, len(order))
    over = state.player == NOBODY
    least, most = (0, 0) if over else (1, min(2, int(state.supporters_size)))
    state.claims = _whole(description.get("claims", least), "claims", least, most)
