"""The table as a picture: the middle above, an army a band, one's own hand below.

    +--------------------------------------------------------------+
    |  Supporters [9] [4]   draw [#] [5]   Recruits [3] [8] [#] ... |
    |  Player 2   [#][#]      [fo8] [fe7]              15   claims 1 |
    |  You                    [sc4]                     4   claims 2 |
    |           what I can do now       (up) (with power) (down)     |
    |        [mk2] [mk8] [md8] [ch1]      each: would its power work |
    +--------------------------------------------------------------+

It draws the state it is given, whole or hidden, and asks the rules what is legal; it knows nothing more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.draw import (
    CARD_HEIGHT,
    CARD_WIDTH,
    Markup,
    Sheet,
    card_back,
    card_slot,
    element,
    fitted,
    group,
    label,
    prompt,
    shift,
    table,
    width_of,
)
from stramash.games.lords_of_scotland import telling
from stramash.games.lords_of_scotland.art.armies import draw_armies
from stramash.games.lords_of_scotland.art.liveries import BACK
from stramash.games.lords_of_scotland.art.scene import MARGIN, MIDDLE, WIDTH, Scene, draw_card
from stramash.games.lords_of_scotland.facts import facts
from stramash.games.lords_of_scotland.notation import action_handles, card_notation, parse_card
from stramash.games.lords_of_scotland.rules.components import (
    ACTIONS,
    CARDS,
    CLAIMING,
    NO_CARD,
    RECRUITS,
    TURNS,
)
from stramash.games.lords_of_scotland.rules.turn import legal, winners

__all__ = ["draw_table"]

_STEP = CARD_WIDTH + 8
_CARDS_AT = 44.0  # the top of the cards in the middle
_PILES = 480.0
_RECRUITS = 690.0
_TURN = 1182.0
_BUTTON = 30.0


def draw_table(state: Any, seat: int, _: Translate, *, prefix: str = "ls") -> str:
    """Draw the table as a seat sees it. Ids begin with the prefix."""
    now, later = _handles(state, seat)
    scene = Scene(Sheet(prefix), state, seat, max(seat, 0), now, later, facts(state, seat, _), _)
    parts = [
        table(scene.sheet, WIDTH, scene.height),
        _supporters(scene),
        _piles(scene),
        _recruits(scene),
        _turn(scene),
        *draw_armies(scene),
        *_prompt_line(scene),
        *_hand(scene),
    ]
    return scene.sheet.picture(WIDTH, scene.height, f"Lords of Scotland. {_situation(scene)}", *parts)


def _handles(state: Any, seat: int) -> tuple[frozenset[str], frozenset[str]]:
    """Return what this seat may touch now, and what it may touch after that."""
    if seat == NOBODY or state.player != seat:
        return frozenset(), frozenset()
    actions = np.empty(ACTIONS, np.int32)
    count = int(legal(state, actions))
    paths = [action_handles(int(action)) for action in actions[:count]]
    return frozenset(path[0] for path in paths), frozenset(handle for path in paths for handle in path[1:])


# --- The middle of the table ---------------------------------------------------------------------------


def _supporters(scene: Scene) -> Markup:
    _, state = scene._, scene.state
    cards = [int(card) for card in state.supporters[: state.supporters_size]]
    return group(
        label(_("Supporters"), 0, 26, "title", font_size=19),
        *(
            draw_card(scene, card, shift(place * _STEP, _CARDS_AT), handle=f"supporter:{card_notation(card)}")
            for place, card in enumerate(cards)
        ),
        transform=shift(MARGIN, 0),
    )


def _piles(scene: Scene) -> Markup:
    """The draw pile, and the discard pile with its last card; how many cards are in each."""
    _, state = scene._, scene.state
    count = int(state.pile_size)
    top = card_back(scene.sheet, BACK.tartan, BACK.badge, BACK.ink) if count else card_slot()
    discarded = int(state.discard[state.discard_size - 1]) if state.discard_size else NO_CARD
    names = (
        _("draw pile: {n}", n=count),
        _("discard: {n}", n=int(state.discard_size)),
    )
    return group(
        *(
            label(name, at + CARD_WIDTH / 2, 28, "quiet middle", font_size=fitted(name, 13, CARD_WIDTH + 10))
            for name, at in zip(names, (0.0, _STEP + 6), strict=True)
        ),
        group(element("title", names[0]), top, transform=shift(0, _CARDS_AT)),
        group(card_slot(), transform=shift(_STEP + 6, _CARDS_AT))
        if discarded == NO_CARD
        else draw_card(scene, discarded, shift(_STEP + 6, _CARDS_AT)),
        transform=shift(_PILES, 0),
    )


def _recruits(scene: Scene) -> Markup:
    _, state = scene._, scene.state
    places = []
    for place in range(RECRUITS):
        card, at = int(state.recruit[place]), shift(place * _STEP, _CARDS_AT)
        if card == NO_CARD:
            places.append(group(card_slot(), transform=at))
            continue
        up = bool(state.recruit_up[place])
        places.append(draw_card(scene, card if up else CARDS, at, handle=f"recruit:{place + 1}"))
    return group(
        label(_("Recruits"), 0, 26, "title", font_size=19),
        *places,
        transform=shift(_RECRUITS, 0),
    )


def _turn(scene: Scene) -> Markup:
    """The round and the turn, as words and as five pips."""
    _, state = scene._, scene.state
    turn = int(state.turn)
    words = (
        _("Round {number}", number=int(state.round_number)),
        _("Turn {turn} of {turns}", turn=turn, turns=TURNS),
    )
    return group(
        label(words[0], 0, 74, "title middle", font_size=22),
        label(words[1], 0, 98, "quiet middle", font_size=fitted(words[1], 15, 130)),
        *(
            element(
                "circle",
                class_="edge",
                fill="var(--sm-mark)" if pip < turn else "none",
                cx=(pip - (TURNS - 1) / 2) * 19,
                cy=118,
                r=6,
            )
            for pip in range(TURNS)
        ),
        transform=shift(_TURN, 0),
    )


# --- The line that says what can be done ---------------------------------------------------------------


def _situation(scene: Scene) -> str:
    """Say how it ended, what can be done, or who is to act."""
    _, state = scene._, scene.state
    if state.player == NOBODY:
        winner = int(winners(state)).bit_length() - 1
        return _("{who} wins the throne.", who=telling.player_name(winner, _))
    if state.player == scene.seat:
        return telling.prompt(state, _)
    who = telling.player_name(int(state.player), _)
    if state.phase == CLAIMING:
        return _("{who} claims a Supporter.", who=who)
    return _("{who} is to act.", who=who)


def _prompt_line(scene: Scene) -> Iterator[Markup]:
    _ = scene._
    mine = scene.state.player == scene.seat != NOBODY
    y = scene.prompt + 32
    words = {
        "muster:down": _("face-down"),
        "muster:up": _("face-up, no power"),
        "muster:power": _("face-up with its power"),
        "pass": _("Pass"),
    }
    shown = [handle for handle in words if handle in scene.now | scene.later]
    right = WIDTH - MARGIN
    for handle in shown:
        wide = width_of(words[handle], 15) + 28
        right -= wide
        yield group(
            element("rect", class_="edge", width=wide, height=_BUTTON, rx=_BUTTON / 2),
            label(words[handle], wide / 2, 20, "middle", font_size=15),
            class_=scene.classes("button", handle),
            data_handle=handle,
            transform=shift(right, y - 21),
        )
        right -= 10
    room = right - MARGIN
    yield prompt(_situation(scene), MARGIN + room / 2 if shown else MIDDLE, y, room, mine=mine)


# --- One's own hand --------------------------------------------------------------------------------------


def _hand(scene: Scene) -> Iterator[Markup]:
    """One's own hand, and under each card whether its power would work now, or what blocks it."""
    told = scene.facts["hand"]
    step = min(150.0, (WIDTH - 2 * MARGIN) / max(1, len(told)))
    left = MIDDLE - step * len(told) / 2
    top = scene.prompt + 52
    for place, fact in enumerate(told):
        middle = left + (place + 0.5) * step
        yield draw_card(
            scene, fact["rank"] - 1, shift(middle - CARD_WIDTH / 2, top), handle=f"card:{fact['card']}"
        )
        yield from _verdict(scene, fact, middle, top + CARD_HEIGHT, step - 6)


def _verdict(scene: Scene, fact: Any, middle: float, y: float, room: float) -> Iterator[Markup]:
    _ = scene._
    power = fact["power_name"]
    if fact["works"]:
        kind, verdict = "", _("works now")
    elif fact["blocker"]:
        blocker = parse_card(fact["blocker"])
        assert blocker is not None
        kind, verdict = "quiet", _("blocked: {card}", card=telling.card_name(blocker, _))
    else:
        kind, verdict = "quiet", _("no use now")
    yield group(
        element("title", fact["text"]),
        label(power, middle, y + 20, f"middle {kind}", font_size=fitted(power, 13, room)),
        label(verdict, middle, y + 38, f"middle {kind} prompt", font_size=fitted(verdict, 13, room)),
    )
