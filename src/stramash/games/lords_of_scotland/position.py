"""Positions as plain JSON and back: for tests, puzzles and bug reports. The spec page explains each key.

Every key may be left out of a description: armies and hands are then empty, and the draw pile holds the cards
that are nowhere else. So a puzzle says only what it is about.

An imported position can be played to its end. The rules rely on invariants that hold in every game that was
dealt: for example, a seat makes at most one face-down muster a turn. A description that violates one is
refused. All these checks are closed under play: every position that follows from an accepted one is accepted.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from stramash.core.errors import BadPosition
from stramash.core.game import Json, sow
from stramash.core.state import NOBODY, Shorts
from stramash.games.lords_of_scotland.rules.actions import ACTIONS
from stramash.games.lords_of_scotland.rules.activation import blocker
from stramash.games.lords_of_scotland.rules.armies import has_power, remove_follower
from stramash.games.lords_of_scotland.rules.cards import clan_of, strength_of
from stramash.games.lords_of_scotland.rules.components import (
    ARMY_PLACES,
    BRUCE,
    CARD_NAMES,
    CARD_NUMBERS,
    CARDS,
    CLAIMING,
    CLAN_CODES,
    COCHRANE,
    COCKBURN,
    COPYING,
    DISCARDING,
    DOWNS,
    FACE_UP,
    FERGUSSON,
    HAND_LIMIT,
    HELD_PLACES,
    MACDONNELL,
    MAKGILL,
    MUSTERING,
    NO_CARD,
    NO_CLAN,
    NORMAL_CARDS,
    POINTS_TO_END,
    RECRUITS,
    SCOTT,
    SWAPPING,
    TAKING,
    TURNS,
    UNKNOWN,
    WEMYSS,
)
from stramash.games.lords_of_scotland.rules.knowledge import kind_of, latest_entry
from stramash.games.lords_of_scotland.rules.rounds import rank_armies
from stramash.games.lords_of_scotland.rules.state import LordsOfScotland
from stramash.games.lords_of_scotland.rules.turn import clear, legal

__all__ = ["PHASE_NAMES", "state_from_dict", "state_to_dict"]

PHASE_NAMES = ("acting", "mustering", "copying", "discarding", "swapping", "taking", "claiming")
#: The phase of a finished game in JSON; its state stays in the phase CLAIMING
OVER_NAME = "over"
#: The clan whose power leads to a phase; a Scott may have copied it
_POWER_OF = {MUSTERING: MAKGILL, COPYING: SCOTT, DISCARDING: WEMYSS, SWAPPING: FERGUSSON, TAKING: COCKBURN}
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
        "phase": _phase_name(state),
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


def _phase_name(state: Any) -> str:
    return OVER_NAME if state.player == NOBODY else PHASE_NAMES[state.phase]


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
    """Write a description into a blank state with its options; raise BadPosition if it cannot be played."""
    unknown = [key for key in description if key not in _KEYS]
    if unknown:
        raise BadPosition(f"unknown keys {', '.join(map(str, unknown))}: a position has {', '.join(_KEYS)}")
    clear(state)
    get = description.get
    state.round_number = _whole(get("round", 1), "round", 1, 30000)
    state.initiative = _seat(get("initiative", 0), "initiative", state)
    _write_phase(description, state)
    state.reveals = _whole(get("reveals", 0), "reveals", 0, 30000)
    state.shuffles = _whole(get("shuffles", 0), "shuffles", 0, 1000)
    _write_seed(get("seed"), get("draws", 0), state)
    _write_shuffled(get("shuffled", {}), state)
    used = _write_cards(description, state)
    _check_cards(state, used)
    _write_held(description, state)
    _write_turn(description, state)
    _write_action(get("acting"), state)
    _write_claiming(description, state)
    _check_points(state)


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


def _write_phase(description: Json, state: Any) -> None:
    """Write what is decided now, and by whom; a finished game has phase over and no player."""
    player = description.get("player", int(state.initiative))
    phase = description.get("phase", PHASE_NAMES[0])
    if phase == OVER_NAME and description.get("player") is None:
        state.player, state.phase = NOBODY, CLAIMING
        return
    state.player = NOBODY if player is None else _seat(player, "player", state)
    if phase not in PHASE_NAMES:
        names = ", ".join((*PHASE_NAMES, OVER_NAME))
        raise BadPosition(f"'phase' is {phase!r}: with player {player!r} it should be one of {names}")
    if state.player == NOBODY:
        raise BadPosition(f"'player' is null, but 'phase' is {phase}: it should be {OVER_NAME}")
    state.phase = PHASE_NAMES.index(phase)


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
        if number not in map(str, range(1, int(state.shuffles) + 1)):
            raise BadPosition(f"'shuffled' has {number!r}: shuffles are numbered 1 to {int(state.shuffles)}")
        for card in _card_list(cards, "shuffled", state):
            if state.shuffled[card]:
                raise BadPosition(f"'shuffled' has {CARD_NAMES[card]} twice: it says the last shuffle only")
            state.shuffled[card] = int(number)


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
        recruit = {"card": recruit} if isinstance(recruit, str) else recruit
        recruit = _entry(recruit, "recruits", {"card", "face_up", "shuffle"})
        card = _card(recruit.get("card"), "recruits", state)
        drawn_after = int(state.shuffled[card])
        if recruit.get("shuffle", drawn_after) != drawn_after:
            raise BadPosition(
                f"the Recruit {CARD_NAMES[card]} has 'shuffle' {recruit['shuffle']!r}: by 'shuffled' it "
                f"should be {drawn_after}"
            )
        state.recruit[place] = card
        state.recruit_up[place] = _flag(recruit.get("face_up", True), "face_up")
        state.recruit_shuffle[place] = drawn_after
        cards.append(card)
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
            _check_follower(state, seat, place)
            cards.append(card)
        state.army_size[seat] = len(army)
    for seat, downs in enumerate(_each_seat(description, "downs", None, state)):
        if downs is not None:
            state.downs[seat] = _whole(downs, "downs", int(state.downs[seat]), DOWNS)
    return cards


_FOLLOWER_KEYS = {"card", "down", "kept", "active"}


def _write_active(power: Any, card: int, seat: int, place: int, state: Any) -> None:
    if power is None:
        return
    if str(power) not in _POWERS or clan_of(card) not in (SCOTT, _POWERS[power]):
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


def _check_follower(state: Any, seat: int, place: int) -> None:
    """A Follower is face-down, or kept, or has a power in force; MacDonnell keeps its own clan or a Scott."""
    card, kept = int(state.army[seat, place]), state.kept[seat, place] == 1
    if state.down[seat, place] != FACE_UP and (kept or state.active[seat, place] != NO_CLAN):
        raise BadPosition(f"{CARD_NAMES[card]} is face-down: it is neither kept nor active")
    if kept and (state.active[seat, place] != NO_CLAN or clan_of(card) not in (SCOTT, MACDONNELL)):
        raise BadPosition(f"{CARD_NAMES[card]} is 'kept': only a MacDonnell or a Scott is, without power")


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


def _turns_done(state: Any, seat: int) -> int:
    """Return how many turns of this round a seat has completed."""
    if state.phase == CLAIMING:
        return TURNS
    players, first = int(state.players), int(state.initiative)
    acted = (seat - first) % players < (int(state.player) - first) % players
    return int(state.turn) - 1 + acted


def _too_much(state: Any) -> str:
    """Say what cannot have happened in the turns of this round so far; return "" if all of it can.

    In each of its turns a seat gains at most one card, and at most one of: a Follower mustered face-down, a
    Follower with a power in force (activated, or taken by Fergusson). A round begins with at most five kept
    Followers and ten cards in hand. So no army outgrows its places, and no face-down Follower its numbers.
    """
    for seat in range(int(state.players)):
        done, army = _turns_done(state, seat), int(state.army_size[seat])
        active = int((state.active[seat, :army] != NO_CLAN).sum())
        so_far = f"seat {seat} has completed {done} turns of this round, but"
        if state.downs[seat] > done:
            return f"{so_far} mustered {int(state.downs[seat])} Followers face-down ('downs')"
        if active > done:
            return f"{so_far} has {active} Followers with an 'active' power"
        most = ARMY_PLACES - TURNS + done
        if army + state.hand_size[seat] > most:
            return f"{so_far} has more than {most} cards in its army and hand together"
    return ""


def _write_turn(description: Json, state: Any) -> None:
    """Write the turn; by default the first in which all that the armies show can have happened."""
    turns = range(1, TURNS + 1)
    if state.phase == CLAIMING:
        turns = range(TURNS, TURNS + 1)
    if "turn" in description:
        turns = range(_whole(description["turn"], "turn", turns[0], TURNS), TURNS + 1)[:1]
    for turn in turns:
        state.turn = turn
        if not _too_much(state):
            return
    raise BadPosition(f"'turn' is {int(state.turn)}: {_too_much(state)}")


def _write_action(acting: Any, state: Any) -> None:
    """Write the card whose power is carried out: it was mustered last, and its power is the phase's."""
    if state.phase not in _POWER_OF:
        if acting is not None:
            raise BadPosition(f"'acting' is {acting!r}: in phase {_phase_name(state)} it should be null")
        return
    me, card = int(state.player), _card(acting, "acting", state)
    last = int(state.army_size[me]) - 1
    if last < 0 or state.army[me, last] != card or state.down[me, last] != FACE_UP:
        raise BadPosition(f"'acting' is {acting!r}: it should lie face-up and last in the army of seat {me}")
    if state.kept[me, last] or state.active[me, last] != NO_CLAN:
        raise BadPosition(f"'acting' is {acting!r}: it should be neither kept nor active")
    if state.hand_size[me] == HAND_LIMIT:
        raise BadPosition(f"seat {me} has {HAND_LIMIT} cards in hand, but it has just mustered {acting}")
    state.acting = card
    _check_power(state, card)


def _check_power(state: Any, card: int) -> None:
    """The acting card has the power of the phase, was free to use it, and leaves something to choose."""
    phase, name = _phase_name(state), CARD_NAMES[card]
    power = _POWER_OF[int(state.phase)]
    before = state.copy()
    remove_follower(before, int(state.player), int(state.army_size[state.player]) - 1)
    if clan_of(card) not in (SCOTT, power):
        raise BadPosition(f"'acting' is {name}, but 'phase' is {phase}: it should be a {CLAN_CODES[power]}")
    if clan_of(card) != power and not _in_sight(before, power):
        raise BadPosition(f"{name} can copy no {CLAN_CODES[power]}: none is face-up, but 'phase' is {phase}")
    blocking = int(blocker(before, card))
    if blocking != NO_CARD:
        raise BadPosition(f"the power of {name} is not active: {CARD_NAMES[blocking]} blocks it")
    if legal(state, np.empty(ACTIONS.size, np.int32)) == 0:
        raise BadPosition(f"'phase' is {phase}, but there is nothing to choose")


def _in_sight(state: Any, clan: int) -> bool:
    """Whether a face-up Follower is of this clan."""
    up = state.army[state.down == FACE_UP]
    return any(clan_of(int(card)) == clan for card in up if card != NO_CARD)


def _write_claiming(description: Json, state: Any) -> None:
    """Write who claims in which order; it follows from the armies."""
    keys = {"order": [], "claimant": 0, "claims": 0}
    if state.phase != CLAIMING:
        for key, value in keys.items():
            if description.get(key, value) != value:
                raise BadPosition(
                    f"{key!r} is {description[key]!r}: in phase {_phase_name(state)} it should be {value}"
                )
        return
    if (state.down != FACE_UP).any() or state.downs.any():
        raise BadPosition(
            f"'phase' is {_phase_name(state)}, but a Follower is face-down: all are flipped before"
        )
    rank_armies(state)
    order = [int(seat) for seat in state.order[: state.ordered]]
    if description.get("order", order) != order:
        raise BadPosition(f"'order' is {description['order']!r}: these armies claim in the order {order}")
    over = state.player == NOBODY
    if not over and state.player not in order:
        raise BadPosition(f"'player' is {int(state.player)}: without a Follower one claims nothing")
    claimant = len(order) if over else order.index(int(state.player))
    least = 1 if over and state.supporters_size == 0 else claimant
    state.claimant = _whole(description.get("claimant", claimant), "claimant", least, claimant)
    most = 0 if over else min(_wanted(state, int(state.player)), int(state.supporters_size))
    state.claims = _whole(description.get("claims", most), "claims", min(1, most), most)
    if not over and not most:
        raise BadPosition("'claims' is 0: in phase claiming there should be a Supporter to claim")


def _wanted(state: Any, seat: int) -> int:
    return 2 if has_power(state, seat, COCHRANE) else 1


def _check_points(state: Any) -> None:
    """Nobody had 40 points before this round; a game is over when somebody has them after it."""
    taken = 0
    for seat in range(int(state.players)):
        least, most = _claimed(state, seat)
        pile = sorted(
            (strength_of(int(card)) for card in np.flatnonzero(state.victory == seat)), reverse=True
        )
        taken += least
        if len(pile) < least:
            raise BadPosition(f"seat {seat} has claimed {least} in this round: its 'victory' has fewer cards")
        if sum(pile[most:]) >= POINTS_TO_END:
            raise BadPosition(
                f"seat {seat} has {sum(pile)} points in 'victory': the game ended in an earlier round"
            )
    if state.supporters_size + taken > state.players:
        raise BadPosition(f"{taken} Supporters were claimed in this round: 'supporters' has too many left")
    if state.player == NOBODY and state.points.max() < POINTS_TO_END:
        raise BadPosition(f"'phase' is {OVER_NAME}, but nobody has {POINTS_TO_END} points in 'victory'")


def _claimed(state: Any, seat: int) -> tuple[int, int]:
    """Return how many Supporters a seat has claimed in this round, at least and at most."""
    order = [int(one) for one in state.order[: state.ordered]]
    if state.phase != CLAIMING or seat not in order or order.index(seat) > state.claimant:
        return 0, 0
    wanted = _wanted(state, seat)
    if state.player == NOBODY:
        last = order.index(seat) == state.claimant - 1
        return (1 if last else wanted, wanted) if order.index(seat) < state.claimant else (0, 0)
    return (0, wanted - int(state.claims)) if seat == state.player else (wanted, wanted)
