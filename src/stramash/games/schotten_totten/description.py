"""Positions as plain JSON and back: for tests, puzzles and bug reports. The spec page explains each key.

Everything may be left out of a description: stones are then bare, hands empty, and the decks hold whatever
lies nowhere else. So a puzzle says only what it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from stramash.core.errors import BadPosition
from stramash.core.game import Json, sow
from stramash.core.state import NOBODY, Shorts
from stramash.games.schotten_totten.notation import card_notation, parse_card
from stramash.games.schotten_totten.possible import cards_played_with, check_possible
from stramash.games.schotten_totten.rules.cards import lies_at
from stramash.games.schotten_totten.rules.claims import appraise, claimable_stones
from stramash.games.schotten_totten.rules.components import (
    BLIND_MANS_BLUFF,
    BLUFF,
    CARDS,
    CLAIMING,
    CLAN_CARDS,
    GONE,
    HAND_PLACES,
    IN_THE_OTHER_HAND,
    JOKER,
    MUD,
    MUD_FIGHT,
    NO_CARD,
    RETURNED,
    SECOND_JOKER,
    STRENGTHS,
    TACTIC_CARDS,
    TROOPS,
    UNDER_THE_DECK,
)
from stramash.games.schotten_totten.rules.formations import places
from stramash.games.schotten_totten.rules.minis import stones_laid_out
from stramash.games.schotten_totten.rules.turn import clear_border, clear_memory

__all__ = ["PHASE_NAMES", "state_from_dict", "state_to_dict"]

PHASE_NAMES = (
    "claiming",
    "playing",
    "drawing",
    "recruiting",
    "returning",
    "moving",
    "moving to",
    "banishing",
    "luring",
    "luring to",
    "next round",
)
_MODE_NAMES = {BLUFF: "bluff", MUD: "mud"}
_MODE_CARDS = {BLUFF: BLIND_MANS_BLUFF, MUD: MUD_FIGHT}
_PLACE_NAMES = {UNDER_THE_DECK: "under", IN_THE_OTHER_HAND: "drawn"}
_KEYS = (
    "round", "starter", "points", "winner", "turn", "phase", "player", "acted", "idle", "pending", "taken",
    "stones", "hands", "deck", "tactic_deck", "discard", "tactics_played", "joker_played", "recruiter",
    "returned", "reveals", "seed", "draws",
)  # fmt: skip


def state_to_dict(state: Any) -> Json:
    """Return a state, whole or hidden, as plain JSON."""
    hidden = not any(state.seed)
    return {
        "round": int(state.round_number),
        "starter": int(state.starter),
        "points": [int(points) for points in state.points],
        "winner": _seat_or_none(state.winner),
        "turn": int(state.turn),
        "phase": PHASE_NAMES[state.phase],
        "player": _seat_or_none(state.player),
        "acted": bool(state.acted),
        "idle": int(state.idle),
        "pending": int(state.pending),
        "taken": None if state.taken == NO_CARD else card_notation(int(state.taken)),
        "stones": [_stone_to_dict(state, stone) for stone in range(stones_laid_out(state))],
        "hands": [_cards(state.hand[seat], state.hand_size[seat]) for seat in range(2)],
        "deck": _cards(state.deck, state.deck_size)[::-1],
        "tactic_deck": _cards(state.tactic_deck, state.tactic_deck_size)[::-1],
        "discard": _cards(state.discard, state.discard_size),
        "tactics_played": [int(count) for count in state.tactics_played],
        "joker_played": [bool(played) for played in state.joker_played],
        "recruiter": _seat_or_none(state.recruiter),
        "returned": [
            {"card": card_notation(int(card)), "place": _PLACE_NAMES[int(place)]} if place != GONE else None
            for card, place in zip(state.returned, state.returned_place, strict=True)
        ],
        "reveals": int(state.reveals),
        "seed": None if hidden else f"{int(state.seed[1]):016x}{int(state.seed[0]):016x}",
        "draws": int(state.draws),
    }


def _seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else int(seat)


def _cards(cards: Shorts, count: int) -> list[str]:
    return [card_notation(int(card)) for card in cards[:count]]


def _stone_to_dict(state: Any, stone: int) -> Json:
    return {
        "owner": _seat_or_none(state.owner[stone]),
        "first": _seat_or_none(state.first[stone]),
        "modes": [name for bit, name in _MODE_NAMES.items() if state.mode[stone] & bit],
        "sides": [_cards(state.side[seat, stone], state.side_size[seat, stone]) for seat in range(2)],
    }


def state_from_dict(description: Json, state: Any) -> None:
    """Write a description into a blank state with its options; raise BadPosition if it cannot be."""
    unknown = sorted(str(key) for key in set(description) - set(_KEYS))
    if unknown:
        raise BadPosition(f"unknown keys {', '.join(unknown)}: a position has {', '.join(_KEYS)}")
    clear_border(state)
    clear_memory(state)
    get = description.get
    state.round_number = _whole(get("round", 1), "round", 1, int(state.rounds))
    state.starter = _seat(get("starter", 0), "starter")
    state.winner = _seat(get("winner"), "winner", or_nobody=True)
    state.turn = _whole(get("turn", 1), "turn", 1, 1000)
    state.phase = _phase(get("phase", "playing"))
    state.player = _seat(get("player", 0), "player", or_nobody=True)
    state.acted = _flag(get("acted", False), "acted")
    state.idle = _whole(get("idle", 0), "idle", 0, 2)
    state.pending = _whole(get("pending", 0), "pending", 0, 3)
    state.reveals = _whole(get("reveals", 0), "reveals", 0, 30000)
    for seat, points in enumerate(_pair(get("points", [0, 0]), "points")):
        state.points[seat] = _whole(points, "points", 0, 5 * int(state.rounds))
    for seat, count in enumerate(_pair(get("tactics_played", [0, 0]), "tactics_played")):
        state.tactics_played[seat] = _whole(count, "tactics_played", 0, TACTIC_CARDS)
    _write_seed(get("seed"), get("draws", 0), state)
    used = _write_cards(description, state)
    _write_jokers(get("joker_played"), state)
    _write_memory(description, state)
    _write_first(description, state)
    check_possible(state, used, PHASE_NAMES[state.phase])


def _whole(value: Any, key: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadPosition(f"{key!r} is {value!r}: it should be a whole number from {low} to {high}")
    return value


def _flag(value: Any, key: str) -> bool:
    if not isinstance(value, bool):
        raise BadPosition(f"{key!r} is {value!r}: it should be true or false")
    return value


def _seat(value: Any, key: str, *, or_nobody: bool = False) -> int:
    if or_nobody and value is None:
        return NOBODY
    if type(value) is not int or value not in (0, 1):
        raise BadPosition(f"{key!r} is {value!r}: it should be seat 0 or 1{', or null' if or_nobody else ''}")
    return int(value)


def _pair(value: Any, key: str) -> list[Any]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadPosition(f"{key!r} is {value!r}: it should be a list of two, one for each seat")
    return value


def _phase(value: Any) -> int:
    if value not in PHASE_NAMES:
        raise BadPosition(f"'phase' is {value!r}: it should be one of {', '.join(PHASE_NAMES)}")
    return PHASE_NAMES.index(value)


def _write_seed(seed: Any, draws: Any, state: Any) -> None:
    if seed is not None and not (isinstance(seed, str) and re.fullmatch("[0-9a-f]{32}", seed)):
        raise BadPosition(f"'seed' is {seed!r}: it should be 32 hexadecimal digits, or null")
    sow(state, 0 if seed is None else int(seed, 16))
    state.draws = _whole(draws, "draws", 0, 1 << 30)


def _card_list(value: Any, key: str, allowed: Iterable[int]) -> list[int]:
    if not isinstance(value, list):
        raise BadPosition(f"{key!r} is {value!r}: it should be a list of cards")
    allowed = set(allowed)
    cards = []
    for text in value:
        card = parse_card(text) if isinstance(text, str) else None
        if card is None or card not in allowed:
            raise BadPosition(f"{text!r} cannot be in {key!r}: cards there are like {_examples(allowed)}")
        cards.append(card)
    return cards


def _examples(allowed: set[int]) -> str:
    return ", ".join(card_notation(card) for card in sorted(allowed)[:: max(1, len(allowed) // 4)])


def _write_cards(description: Json, state: Any) -> list[int]:
    """Write all cards where they lie; return those on the table, in hands and in decks."""
    all_cards = cards_played_with(state)
    used = _write_stones(description.get("stones", [{}] * stones_laid_out(state)), state)
    discard = _card_list(description.get("discard", []), "discard", all_cards)
    if len(discard) > TACTIC_CARDS:
        raise BadPosition(f"'discard' has {len(discard)} cards: at most {TACTIC_CARDS} can be there")
    state.discard[: len(discard)] = discard
    state.discard_size = len(discard)
    for card in [*used, *discard]:
        state.face_up[card // STRENGTHS] |= 1 << card % STRENGTHS
    used += discard
    for seat, hand in enumerate(_pair(description.get("hands", [[], []]), "hands")):
        cards = sorted(_card_list(hand, "hands", all_cards))
        if len(cards) > HAND_PLACES:
            raise BadPosition(f"a hand has {len(cards)} cards: at most {HAND_PLACES} can be there")
        state.hand[seat] = cards + [NO_CARD] * (HAND_PLACES - len(cards))
        state.hand_size[seat] = len(cards)
        used += cards
    named = [
        _card_list(description[key], key, kind)
        for key, kind in (
            ("deck", [card for card in all_cards if card < CLAN_CARDS]),
            ("tactic_deck", [card for card in all_cards if card >= CLAN_CARDS]),
        )
        if key in description
    ]
    rest = set(all_cards) - set(used) - {card for cards in named for card in cards}
    used += _write_deck(description, "deck", state, [card for card in rest if card < CLAN_CARDS])
    used += _write_deck(description, "tactic_deck", state, [card for card in rest if card >= CLAN_CARDS])
    return used


def _write_deck(description: Json, key: str, state: Any, rest: list[int]) -> list[int]:
    deck = getattr(state, key)
    kind = range(CLAN_CARDS) if key == "deck" else range(CLAN_CARDS, CARDS)
    cards = _card_list(description[key], key, kind) if key in description else sorted(rest)
    if len(cards) > len(deck):
        raise BadPosition(f"{key!r} has {len(cards)} cards: there are only {len(deck)}")
    deck[:] = cards[::-1] + [NO_CARD] * (len(deck) - len(cards))
    setattr(state, f"{key}_size", len(cards))
    return cards


def _write_stones(stones: Any, state: Any) -> list[int]:
    if not isinstance(stones, list) or len(stones) != stones_laid_out(state):
        raise BadPosition(f"'stones' should be a list of {stones_laid_out(state)}")
    used: list[int] = []
    troops = [card for card in cards_played_with(state) if card < TROOPS]
    for stone, entry in enumerate(stones):
        if not isinstance(entry, dict) or set(entry) - {"owner", "first", "modes", "sides"}:
            raise BadPosition(f"stone {stone + 1} is {entry!r}: it should have owner, first, modes and sides")
        state.owner[stone] = _seat(entry.get("owner"), "owner", or_nobody=True)
        modes = entry.get("modes", [])
        if not isinstance(modes, list):
            raise BadPosition(f"'modes' of stone {stone + 1} is {modes!r}: it should be a list")
        for mode in modes:
            if mode not in _MODE_NAMES.values() or not state.tactics:
                raise BadPosition(f"stone {stone + 1} cannot have mode {mode!r}: with tactics, bluff and mud")
            bit = next(bit for bit, name in _MODE_NAMES.items() if name == mode)
            state.mode[stone] |= bit
            used.append(_MODE_CARDS[bit])
        for seat, side in enumerate(_pair(entry.get("sides", [[], []]), "sides")):
            cards = _card_list(side, f"side {seat} of stone {stone + 1}", troops)
            if len(cards) > places(state, stone):
                raise BadPosition(
                    f"side {seat} of stone {stone + 1} takes {places(state, stone)} cards at most"
                )
            state.side[seat, stone, : len(cards)] = cards
            state.side_size[seat, stone] = len(cards)
            used += cards
    return used


def _write_jokers(played: Any, state: Any) -> None:
    """Write who has played a Joker; one that lies on a side tells it by itself."""
    lying = [_lying(state, seat, (JOKER, SECOND_JOKER)) for seat in range(2)]
    if max(lying) > 1:
        raise BadPosition("there are two Jokers on one player's side: each can have one at most")
    for seat, flag in enumerate(
        _pair([bool(count) for count in lying] if played is None else played, "joker_played")
    ):
        state.joker_played[seat] = _flag(flag, "joker_played")
        if lying[seat] and not flag:
            raise BadPosition(f"'joker_played' of seat {seat} is false, but a Joker lies on that side")


def _lying(state: Any, seat: int, cards: Iterable[int]) -> int:
    """How many of these cards lie on a seat's side."""
    return sum(lies_at(state, seat, card) >= 0 for card in cards)


def _write_memory(description: Json, state: Any) -> None:
    """Write what is being carried out, and what the Recruiter's player knows."""
    taken = description.get("taken")
    state.taken = NO_CARD if taken is None else _card_list([taken], "taken", range(TROOPS))[0]
    state.recruiter = _seat(description.get("recruiter"), "recruiter", or_nobody=True)
    returned = description.get("returned", [None] * RETURNED)
    if not isinstance(returned, list) or len(returned) != RETURNED:
        raise BadPosition(f"'returned' should be a list of {RETURNED}")
    for index, entry in enumerate(returned):
        if entry is None:
            continue
        places_by_name = {name: place for place, name in _PLACE_NAMES.items()}
        if not isinstance(entry, dict) or entry.get("place") not in [*places_by_name]:
            raise BadPosition(f"'returned' has {entry!r}: it should have a card and a place, under or drawn")
        state.returned[index] = _card_list([entry.get("card")], "returned", range(CARDS))[0]
        state.returned_place[index] = places_by_name[entry["place"]]


def _write_first(description: Json, state: Any) -> None:
    """Appraise all sides, then say who was complete first where both are and the description tells."""
    stones = description.get("stones", [{}] * stones_laid_out(state))
    for stone in range(stones_laid_out(state)):
        for seat in range(2):
            appraise(state, seat, stone)
        told = _seat(stones[stone].get("first"), "first", or_nobody=True)
        if state.strength[0, stone] and state.strength[1, stone]:
            state.first[stone] = max(told, 0)
        elif told not in (NOBODY, state.first[stone]):
            raise BadPosition(f"stone {stone + 1} says seat {told} was complete first, but its side is not")
    if state.phase == CLAIMING and state.player != NOBODY:
        state.claimable = claimable_stones(state, int(state.player))
