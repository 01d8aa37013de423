"""Reading a described position: what a description leaves out, and whether it can be played to its end.

The declared fields of the state give the JSON (`rules/state.py`); the spec page explains each key.
Everything may be left out: stones are then bare, hands empty, and the decks hold what lies nowhere else. So a
puzzle says only what it is about.

Rules trust their state. So a description is refused if rules could not go on from it, or if it contradicts
itself: a card twice, a phase without what it is about. A puzzle may be a position that no game would lead to.
"""

from __future__ import annotations

from typing import Any

from stramash.core.errors import BadPosition
from stramash.core.game import Json
from stramash.core.reading import left_over, read_name
from stramash.core.state import NOBODY
from stramash.games.schotten_totten.rules.cards import full_hand, lies_at
from stramash.games.schotten_totten.rules.claims import appraise, claimable_stones, holds_enough, stones_held
from stramash.games.schotten_totten.rules.components import (
    BANISHING,
    BANSHEE,
    BLIND_MANS_BLUFF,
    CARD_NAMES,
    CARDS,
    CLAIMING,
    CLAN_CARDS,
    DRAWING,
    GONE,
    HAND_PLACES,
    JOKER,
    LURING,
    LURING_TO,
    MOVING,
    MOVING_TO,
    NEXT_ROUND,
    NO_CARD,
    PHASE_NAMES,
    PLAYING,
    POINTS_FOR_A_ROUND,
    RECRUITER,
    RECRUITING,
    RETURNED,
    RETURNING,
    SECOND_JOKER,
    STRATEGIST,
    STRENGTHS,
    TACTIC_CARDS,
    TRAITOR,
    UNDER_THE_DECK,
)
from stramash.games.schotten_totten.rules.formations import places
from stramash.games.schotten_totten.rules.minis import (
    clans_played_with,
    stones_laid_out,
    strengths_played_with,
)
from stramash.games.schotten_totten.rules.rounds import clear_border, clear_memory, round_winner

__all__ = ["cards_played_with", "check_state", "clear_state", "complete_state", "rest_to_json"]

#: The ruse that is being carried out in a phase
_RUSES = {
    RECRUITING: RECRUITER,
    RETURNING: RECRUITER,
    MOVING: STRATEGIST,
    MOVING_TO: STRATEGIST,
    BANISHING: BANSHEE,
    LURING: TRAITOR,
    LURING_TO: TRAITOR,
}


def cards_played_with(state: Any) -> list[int]:
    """Return the cards that are in this game."""
    strengths = range(strengths_played_with(state))
    clan_cards = [clan * STRENGTHS + index for clan in range(clans_played_with(state)) for index in strengths]
    return clan_cards + [*range(CLAN_CARDS, CARDS)] * bool(state.tactics)


def rest_to_json(state: Any) -> Json:
    """Return the phase in which a finished game ended."""
    return {"ended": PHASE_NAMES[state.phase] if state.player == NOBODY else None}


def clear_state(state: Any) -> None:
    """Turn a blank state into one with bare stones and no cards, in which seat 0 is to play."""
    clear_border(state)
    clear_memory(state)
    state.round_number = 1
    state.turn = 1
    state.winner = NOBODY
    state.phase = PLAYING
    state.taken = NO_CARD
    for cards in (state.hand, state.deck, state.tactic_deck):
        cards[:] = NO_CARD


def complete_state(description: Json, state: Any) -> None:
    """Derive what a description leaves out; raise BadPosition where it contradicts itself."""
    _read_ended(description.get("ended"), state)
    _check_sides(state)
    _complete_cards(description, state)
    _check_hands_and_discard(state)
    _complete_played(description, state)
    _complete_first(state)
    _check_memory(state)
    _complete_result(description, state)


def check_state(state: Any) -> None:
    """Refuse a phase without what it is about."""
    if state.player == NOBODY or state.phase == NEXT_ROUND:
        return
    phase = int(state.phase)
    problem = f"'phase' is {PHASE_NAMES[phase]}, but"
    if phase not in (CLAIMING, PLAYING) and not state.tactics:
        raise BadPosition(f"{problem} that needs tactics")
    if state.idle > 1:
        raise BadPosition("'idle' is 2, but two idle turns end a round")
    if phase == CLAIMING and not state.claimable:
        raise BadPosition(f"{problem} no stone can be claimed")
    if phase == DRAWING and state.hand_size[state.player] >= full_hand(state):
        raise BadPosition(f"{problem} the hand is full")
    if phase in (RECRUITING, RETURNING):
        _check_recruiting(state, problem)
    if phase in (MOVING_TO, LURING_TO):
        _check_taken(state, problem)
    ruse = _RUSES.get(phase)
    if ruse is not None and ruse not in state.discard[: state.discard_size]:
        raise BadPosition(f"{problem} the {CARD_NAMES[ruse]} is not in the discard")


def _read_ended(given: Any, state: Any) -> None:
    """Write the phase in which a finished game ended; by default that is a claim."""
    if given is None:
        return
    if state.player != NOBODY:
        raise BadPosition(f"'ended' is {given!r}, but the game goes on: it should be null")
    state.phase = read_name(given, "ended", PHASE_NAMES[: DRAWING + 1])


# --- Cards -------------------------------------------------------------------------------------------


def _check_sides(state: Any) -> None:
    for stone in range(stones_laid_out(state)):
        for seat in range(2):
            if state.side_size[seat, stone] > places(state, stone):
                raise BadPosition(
                    f"'stones[{stone}].sides[{seat}]' has {state.side_size[seat, stone]} cards: "
                    f"it takes {places(state, stone)} cards at most"
                )


def _lying(state: Any, seat: int) -> list[int]:
    """Return the cards on a seat's sides."""
    return [card for card in state.side[seat].ravel().tolist() if card != NO_CARD]


def _on_stones(state: Any) -> list[int]:
    """Return the combat modes that lie on stones."""
    return [BLIND_MANS_BLUFF + bit for mode in state.mode.tolist() for bit in range(2) if mode >> bit & 1]


def _complete_cards(description: Json, state: Any) -> None:
    """Sort hands, record face-up cards, and fill decks that are not given; each card is in one place."""
    face_up = [*_lying(state, 0), *_lying(state, 1), *_on_stones(state)]
    face_up += state.discard[: state.discard_size].tolist()
    used = list(face_up)
    for seat in range(2):
        cards = state.hand[seat, : state.hand_size[seat]]
        cards.sort()
        used += cards.tolist()
    used += state.deck[: state.deck_size].tolist() + state.tactic_deck[: state.tactic_deck_size].tolist()
    rest = left_over(cards_played_with(state), used, CARD_NAMES)
    for card in face_up:
        state.face_up[card // STRENGTHS] |= 1 << card % STRENGTHS
    for key, kind in (("deck", range(CLAN_CARDS)), ("tactic_deck", range(CLAN_CARDS, CARDS))):
        missing = [card for card in rest if card in kind]
        if missing and key in description:
            raise BadPosition(f"{CARD_NAMES[missing[0]]} is missing: without a {key!r} it would lie there")
        if key not in description:
            getattr(state, key)[: len(missing)] = missing[::-1]
            state[f"{key}_size"] = len(missing)


def _check_hands_and_discard(state: Any) -> None:
    recruiting = int(state.phase) in (RECRUITING, RETURNING)
    for seat in range(2):
        if state.hand_size[seat] > full_hand(state) and not (recruiting and state.player == seat):
            raise BadPosition(
                f"'hands[{seat}]' has {state.hand_size[seat]} cards: it takes {full_hand(state)} here"
            )
    # Each ruse still to come needs a place in the discard, and so does what two of them discard.
    discarded = {int(card) for card in state.discard[: state.discard_size]}
    coming = [ruse for ruse in (*range(RECRUITER, CARDS), STRATEGIST, BANSHEE) if ruse not in discarded]
    room = TACTIC_CARDS - (
        len(coming) + (int(state.phase) in (MOVING, MOVING_TO, BANISHING)) if state.tactics else 0
    )
    if state.discard_size > room:
        raise BadPosition(f"'discard' has {state.discard_size} cards: at most {room} can be there now")


def _complete_played(description: Json, state: Any) -> None:
    """Fill in how many Tactic cards each seat has played, and who played a Joker, from the cards' places."""
    troops = [[card for card in _lying(state, seat) if card >= CLAN_CARDS] for seat in range(2)]
    jokers = [sum(card in (JOKER, SECOND_JOKER) for card in cards) for cards in troops]
    if max(jokers) > 1:
        raise BadPosition("there are two Jokers on one player's side: each can have one at most")
    if "joker_played" not in description:
        state.joker_played[:] = jokers
    elsewhere = [*_on_stones(state), *(card for card in state.discard.tolist() if card >= CLAN_CARDS)]
    played = [len(cards) for cards in troops]
    if "tactics_played" not in description:
        state.tactics_played[:] = _shared_evenly(played, len(elsewhere), int(state.player))
    _check_limit(state, len(elsewhere) + sum(played))
    for seat in range(2):
        if jokers[seat] and not state.joker_played[seat]:
            raise BadPosition(f"'joker_played[{seat}]' is false, but a Joker lies on that side")
        if state.tactics_played[seat] < played[seat]:
            raise BadPosition(
                f"'tactics_played[{seat}]' is {state.tactics_played[seat]}, "
                f"but {played[seat]} Tactic cards lie on that side"
            )


def _check_limit(state: Any, face_up: int) -> None:
    """Refuse counts of Tactic cards with which a seat could come to play more than there are.

    Nobody plays one while ahead, so where a count grows beyond both, it is at most one more than half.
    """
    played = state.tactics_played.tolist()
    to_come = TACTIC_CARDS - face_up if state.tactics else 0
    if (sum(played) + to_come + 1) // 2 > TACTIC_CARDS:
        raise BadPosition(
            f"'tactics_played' is {played}: with {to_come} Tactic cards to come, a seat could play more than "
            f"{TACTIC_CARDS}"
        )


def _shared_evenly(played: list[int], more: int, player: int) -> list[int]:
    """Return the counts with more cards for the seat with fewer; at a tie for the seat not to act."""
    counts = list(played)
    for _ in range(more):
        fewer = 0 if counts[0] < counts[1] else 1 if counts[1] < counts[0] else 1 - max(player, 0)
        counts[fewer] += 1
    return counts


# --- Stones and the result ---------------------------------------------------------------------------


def _complete_first(state: Any) -> None:
    """Appraise all sides, and note who was complete first."""
    given = state.first.copy()
    for stone in range(stones_laid_out(state)):
        for seat in range(2):
            appraise(state, seat, stone)
        if state.strength[0, stone] and state.strength[1, stone]:
            first = int(given[stone])
            state.first[stone] = _likely_first(state, stone) if first == NOBODY else first
        elif given[stone] not in (NOBODY, state.first[stone]):
            raise BadPosition(
                f"'stones[{stone}].first' is {given[stone]}, but that side was not complete first"
            )
    if state.phase == CLAIMING and state.player != NOBODY:
        state.claimable = claimable_stones(state, int(state.player))


def _likely_first(state: Any, stone: int) -> int:
    """Return the default for which side was complete first: the owner of the stone, or the stronger side.

    At a tie this decides who may claim the stone, so the description must say it.
    """
    if state.owner[stone] != NOBODY:
        return int(state.owner[stone])
    below, above = state.strength[:, stone].tolist()
    if below == above:
        raise BadPosition(
            f"'stones[{stone}].first' is missing: both sides are complete and equal, so it should be 0 or 1"
        )
    return 0 if below > above else 1


def _complete_result(description: Json, state: Any) -> None:
    """Fill in the winner and the points of a finished round; refuse a round that should be finished."""
    enough = [seat for seat in range(2) if holds_enough(state, seat)]
    finished = state.player == NOBODY or state.phase == NEXT_ROUND
    _check_points(state, int(state.round_number) - 1 + finished)
    if not finished:
        if enough:
            raise BadPosition(
                f"seat {enough[0]} has the stones to win the round, so it is over: "
                "'player' should be null, or 'phase' next round"
            )
        if state.winner != NOBODY:
            raise BadPosition(f"'winner' is {state.winner}, but the round goes on")
        return
    if state.player == NOBODY and state.round_number != state.rounds:
        raise BadPosition(
            f"'player' is null, but round {state.round_number} of {state.rounds} is not the last"
        )
    if state.player != NOBODY and state.round_number == state.rounds:
        raise BadPosition("'phase' is next round, but this is the last round")
    if not enough and state.idle != 2:
        raise BadPosition("the round is over, but no seat has the stones to win it, and 'idle' is not 2")
    winner = int(round_winner(state))
    if "winner" in description and state.winner != winner:
        raise BadPosition(
            f"'winner' is {description['winner']}, but by its stones it is {_seat_name(winner)}"
        )
    state.winner = winner
    for seat in range(2):
        won = POINTS_FOR_A_ROUND if seat == winner else int(stones_held(state, seat))
        if "points" not in description:
            state.points[seat] = won
        elif state.points[seat] < won:
            raise BadPosition(f"'points[{seat}]' is {state.points[seat]}, but this round alone gave {won}")


def _check_points(state: Any, rounds: int) -> None:
    """Refuse more points than the finished rounds can have given."""
    for seat in range(2):
        if state.points[seat] > POINTS_FOR_A_ROUND * rounds:
            raise BadPosition(
                f"'points[{seat}]' is {state.points[seat]}: {rounds} finished rounds give at most "
                f"{POINTS_FOR_A_ROUND * rounds}"
            )


def _seat_name(seat: int) -> str:
    return "null" if seat == NOBODY else f"seat {seat}"


# --- What is being carried out -----------------------------------------------------------------------


def _check_memory(state: Any) -> None:
    """Refuse contradictions in what the Recruiter's player put back."""
    discarded = state.discard[: state.discard_size]
    if state.recruiter != NOBODY and RECRUITER not in discarded:
        raise BadPosition(f"'recruiter' is {state.recruiter}, but the recruiter is not in the discard")
    under: dict[str, list[int]] = {"deck": [], "tactic_deck": []}
    for index in range(RETURNED - 1, -1, -1):
        card, place = int(state.returned[index]), int(state.returned_place[index])
        if (card == NO_CARD) != (place == GONE):
            raise BadPosition(
                f"'returned[{index}]' should have a card and a place, under or drawn, or be null"
            )
        if place == GONE:
            continue
        if state.recruiter == NOBODY:
            raise BadPosition("'returned' has cards, but there is no 'recruiter' who put them back")
        if place == UNDER_THE_DECK:
            under["deck" if card < CLAN_CARDS else "tactic_deck"].append(card)
        elif card not in state.hand[1 - state.recruiter]:
            raise BadPosition(f"{CARD_NAMES[card]} is 'returned' and drawn, but not in the other hand")
    for key, cards in under.items():
        if cards != getattr(state, key)[: len(cards)].tolist():
            names = ", ".join(CARD_NAMES[card] for card in reversed(cards))
            raise BadPosition(f"{names} should be at the end of {key!r}, where 'returned' says they lie")


def _check_recruiting(state: Any, problem: str) -> None:
    hand, pending = int(state.hand_size[state.player]), int(state.pending)
    if not pending:
        raise BadPosition(f"{problem} 'pending' is 0")
    if state.phase == RECRUITING and hand + pending > HAND_PLACES:
        raise BadPosition(f"{problem} the hand has {hand} cards and no place for {pending} more")
    if state.phase == RETURNING and pending > min(hand, RETURNED):
        raise BadPosition(
            f"{problem} 'pending' is {pending}: at most {RETURNED}, of {hand} cards in the hand"
        )
    if state.recruiter != state.player:
        raise BadPosition(f"{problem} 'recruiter' is not the player to act")
    back = 0 if state.phase == RECRUITING else RETURNED - pending
    if any(place != GONE for place in state.returned_place[back:]):
        raise BadPosition(f"{problem} 'returned' has more than the {back} cards put back so far")


def _check_taken(state: Any, problem: str) -> None:
    if state.taken == NO_CARD:
        raise BadPosition(f"{problem} no card is 'taken'")
    luring, card = state.phase == LURING_TO, int(state.taken)
    stone = lies_at(state, 1 - int(state.player) if luring else int(state.player), card)
    if stone < 0 or state.owner[stone] != NOBODY or (luring and card >= CLAN_CARDS):
        raise BadPosition(f"{problem} {CARD_NAMES[card]} cannot be 'taken': it lies at no stone for that")
