"""The table as a picture: the border between two seats, the viewer at the bottom.

    +---------------------------------------+---------+
    |            the other hand             |  other  |
    |   [8]         [2]                     | player  |
    |   [7]   [3]   [9]         [5]         |         |
    |   (1)   (2)   (3)   (4)   (5) ...     |  decks  |
    |   [9]   [6]         [8]         [7]   | discard |
    |   [8]               [9]               |         |
    |      what I can do now     (button)   |   one   |
    |               my hand                 | who asks|
    +---------------------------------------+---------+

It draws a position or a view, and asks the rules what is legal.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, NamedTuple

from stramash.core.scene import drawn_by
from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.draw import (
    CARD_HEIGHT,
    CARD_WIDTH,
    STRIP,
    Markup,
    Sheet,
    badge,
    card_slot,
    drawn_once,
    element,
    group,
    prompt,
    ribbon,
    settled,
    shift,
    table,
)
from stramash.games.schotten_totten import text
from stramash.games.schotten_totten.art.liveries import livery_of
from stramash.games.schotten_totten.art.panel import draw_panel, draw_panel_piece
from stramash.games.schotten_totten.art.scene import (
    BORDER,
    GAP,
    PROMPT,
    STEP_ASIDE,
    WIDTH,
    Scene,
    draw_card,
)
from stramash.games.schotten_totten.art.stones import stone
from stramash.games.schotten_totten.names import card_name, tactic_text
from stramash.games.schotten_totten.rules.actions import DEAL_NEXT, DONE, PASS
from stramash.games.schotten_totten.rules.components import (
    BLIND_MANS_BLUFF,
    BLUFF,
    CARD_NAMES,
    CARDS,
    MUD,
    MUD_FIGHT,
    NEXT_ROUND,
)
from stramash.games.schotten_totten.rules.rounds import winners

__all__ = ["draw_pieces", "draw_table"]

_BOTH = 3  # both seats, as bits
#: The combat modes that can lie on a stone, as bits and as cards
_MODES = ((BLUFF, BLIND_MANS_BLUFF), (MUD, MUD_FIGHT))
_DRAWN_OUT = 12.0  # how far a card that a ruse has chosen sticks out


def draw_table(state: Any, seat: int, _: Translate, *, prefix: str = "st") -> str:
    """Draw the table as a seat sees it. Ids begin with the prefix."""
    scene = Scene(Sheet(prefix), state, seat, _)
    parts = [
        table(scene.sheet, WIDTH, scene.height),
        *_border(scene),
        _near_hand(scene),
        *_prompt_line(scene),
        draw_panel(scene),
    ]
    return scene.sheet.picture(WIDTH, scene.height, f"Schotten Totten. {_situation(scene)}", *parts)


def draw_pieces(
    state: Any, seat: int, _: Translate, *, narrow: bool, low: bool = False, prefix: str = "st"
) -> dict[str, str]:
    """Draw the table in pieces that a page arranges: the board, the hand, and the panel beside them."""
    scene = Scene(Sheet(prefix), state, seat, _, narrow, low)
    width = 2 * scene.margin + scene.border_width
    hand_top = scene.prompt + PROMPT
    box = (0, scene.above, width, scene.foot - scene.above)
    board = scene.sheet.piece(box, _("The border"), *_border(scene, on_page=True))
    hand = scene.sheet.piece(
        (0, hand_top - 16, width, scene.height - hand_top + 16), _("Hand"), _near_hand(scene)
    )
    panel = draw_panel_piece(scene)
    return {"shared": scene.sheet.shared(), "board": board, "hand": hand, "panel": panel}


def _border(scene: Scene, *, on_page: bool = False) -> Iterator[Markup]:
    """Yield the other hand, and the stones with the cards beside them."""
    yield element(
        "rect", class_="well", x=scene.margin, y=scene.border, width=scene.border_width, height=BORDER, rx=10
    )
    if on_page and not scene.narrow:
        yield group(
            _far_hand(scene, scene.small * CARD_WIDTH / 2), class_="far-hand", transform=_aside(scene)
        )
    else:
        yield _far_hand(scene, scene.small * CARD_WIDTH + 5)
    yield from _ribbons(scene)
    for place in range(scene.stones):
        yield _column(scene, place)


def _ribbons(scene: Scene) -> Iterator[Markup]:
    """A tartan ribbon under the stones that won, one for each run of neighbours."""
    won = scene.won
    for place in won:
        if place - 1 in won:
            continue
        last = next(stone for stone in range(place, scene.stones + 1) if stone + 1 not in won)
        left, right = scene.stone_at(place - 1) - 38, scene.stone_at(last - 1) + 38
        y = _stone_height(scene, int(scene.state.winner))
        yield ribbon(scene.sheet, left, y - 30, right - left, 60)


# --- Hands -------------------------------------------------------------------------------------------


def _hand(scene: Scene, seat: int) -> list[int]:
    cards: list[int] = scene.state.hand[seat, : scene.state.hand_size[seat]].tolist()
    return cards


def _read_far_hand(scene: Scene, step: float) -> Hashable:
    """Return what the other hand depends on."""
    return (tuple(_hand(scene, 1 - scene.near)), scene.layout, step)


@drawn_by(_read_far_hand)
def _far_hand(scene: Scene, step: float) -> Markup:
    """Draw the other hand, small and straight, around the middle; `step` from one card to the next."""
    cards = _hand(scene, 1 - scene.near)
    size = scene.small
    left = scene.middle - ((len(cards) - 1) * step + size * CARD_WIDTH) / 2
    return group(
        *(
            draw_card(scene, card, shift(left + place * step, 16, size), size=size)
            for place, card in enumerate(cards)
        )
    )


def _aside(scene: Scene) -> str:
    """Move the other hand to the right, above the picture: a page has room there, beside the names."""
    wide = scene.small * CARD_WIDTH * (len(_hand(scene, 1 - scene.near)) + 1) / 2
    return shift((scene.border_width - wide) / 2, 6)


def _read_near_hand(scene: Scene) -> Hashable:
    """Return what one's own hand depends on."""
    cards = _hand(scene, scene.near)
    touchable = tuple(scene.classes("card", f"card:{CARD_NAMES[card]}") for card in cards if card < CARDS)
    return (tuple(cards), touchable, scene.state.taken, scene.layout)


@drawn_by(_read_near_hand)
def _near_hand(scene: Scene) -> Markup:
    """Draw one's own hand, a slight fan."""
    cards = _hand(scene, scene.near)
    step = min(
        scene.large * CARD_WIDTH + 10, (0.82 + 0.18 * scene.narrow) * scene.border_width / max(1, len(cards))
    )
    foot = scene.height - 20
    fan = []
    for place, card in enumerate(cards):
        off = place - (len(cards) - 1) / 2
        at = shift(scene.middle + off * step, foot + off * off * 0.7 - 4, scene.large, turn=off * 1.2)
        fan.append(
            draw_card(
                scene,
                card,
                f"{at} translate(-{CARD_WIDTH / 2:g} -{CARD_HEIGHT:g})",
                size=scene.large,
                touchable=True,
            )
        )
    return group(*fan)


# --- The border --------------------------------------------------------------------------------------


def _column(scene: Scene, place: int) -> Markup:
    """Draw a stone with the cards beside it; a claimed stone lies on its owner's side."""
    return group(_reach(scene, place), _sides(scene, place), _stone(scene, place))


def _read_sides(scene: Scene, place: int) -> Hashable:
    """Return what the cards beside a stone depend on."""
    return (scene.columns[place], scene.layout, scene.lit, scene.state.taken)


@drawn_by(_read_sides)
def _sides(scene: Scene, place: int) -> Markup:
    """Draw the cards on both sides of a stone."""
    owner = scene.columns[place][0]
    sides: list[Markup] = []
    for seat in (1 - scene.near, scene.near):
        cards = _side(scene, place, seat)
        sides += cards if owner in (NOBODY, seat) else [settled(scene.sheet, *cards)]
    return Markup("".join(sides))


def _reach(scene: Scene, place: int) -> Markup | None:
    """The whole column as a place to touch, and the outline of where one's card would lie."""
    handle = f"stone:{place + 1}"
    if not scene.is_legal(handle):
        return None
    lying = len(scene.columns[place][1][scene.near])
    goal = scene.border + BORDER + GAP + STRIP * lying
    top = scene.border - scene.reach
    return _places(scene.sheet, handle, scene.stone_at(place), scene.column, top, scene.prompt - top, goal)


@drawn_once
def _places(
    _sheet: Sheet, handle: str, x: float, width: float, top: float, height: float, goal: float
) -> Markup:
    reach = element("rect", class_="reach", x=x - width / 2, y=top, width=width, height=height, fill="none",
                    pointer_events="none")  # fmt: skip
    outline = element("rect", class_="goal", x=x - CARD_WIDTH / 2, y=goal, width=CARD_WIDTH,
                      height=CARD_HEIGHT, rx=6, fill="none")  # fmt: skip
    return group(reach, outline, class_="column", data_reach=handle)


def _side(scene: Scene, place: int, seat: int) -> Iterator[Markup]:
    """The cards of one side, overlapping so that every strip shows, in the order played."""
    owner, sides = scene.columns[place]
    cards = sides[seat]
    x = scene.stone_at(place) - CARD_WIDTH / 2
    aside = STEP_ASIDE if owner == seat else 0.0
    if seat == scene.near:
        top = scene.border + BORDER + GAP + aside
    else:
        top = scene.border - GAP - aside - CARD_HEIGHT - STRIP * (len(cards) - 1)
    if not cards and owner == NOBODY:
        yield group(card_slot(), transform=shift(x, top if seat == scene.near else top - STRIP))
    where = _whose_side(scene, place, seat)
    for order, card in enumerate(cards):
        drawn_out = _DRAWN_OUT if card == scene.state.taken else 0.0
        yield draw_card(scene, card, shift(x + drawn_out, top + order * STRIP), touchable=True, place=where)


def _whose_side(scene: Scene, place: int, seat: int) -> str:
    """Return a text that says where a card lies: on whose side of which stone."""
    _ = scene._
    if seat == scene.seat:
        return _("your side of stone {stone}", stone=place + 1)
    return _("{who}'s side of stone {stone}", who=scene.name(seat), stone=place + 1)


def _stone(scene: Scene, place: int) -> Markup:
    """Draw a stone under its title: its number, who claimed it, what lies on it."""
    owner, mode, won = scene.columns[place][0], scene.modes[place], place + 1 in scene.won
    at = shift(scene.stone_at(place), _stone_height(scene, owner), 1.12 if won else 1.0)
    classes = scene.classes("stone", f"stone:{place + 1}")
    first = scene.firsts[place] if owner == NOBODY else NOBODY
    whose, complete = ("" if seat == NOBODY else scene.name(seat) for seat in (owner, first))
    shown = _Stone(place + 1, whose, complete, mode, won)
    return _lying_stone(scene.sheet, shown, classes, at, scene._.nameless)


class _Stone(NamedTuple):
    """What the drawing of a stone shows."""

    #: its number, from 1
    number: int
    #: the name of the player who claimed it, or else of the player who was complete first; empty if nobody
    owner: str
    first: str
    #: the combat modes on it, as bits
    mode: int
    #: whether it won the round
    won: bool


@drawn_once
def _lying_stone(sheet: Sheet, shown: _Stone, classes: str, transform: str, _: Translate) -> Markup:
    """Draw a stone with its combat modes, in its place."""
    words = [_("Stone {stone}", stone=shown.number)]
    if shown.owner:
        words.append(_("claimed by {who}", who=shown.owner))
    elif shown.first:
        words.append(_("{who} was complete first", who=shown.first))
    modes = [(bit, card) for bit, card in _MODES if shown.mode & bit]
    words += [card_name(card, _) for _bit, card in modes]
    return group(
        element("title", ", ".join(words)),
        element("ellipse", class_="halo", rx=44, ry=28) if shown.won else None,
        _rock(sheet, shown.number),
        *(_mode(sheet, card, -29.0 if bit == BLUFF else 29.0, _) for bit, card in modes),
        id=sheet.id(f"border-{shown.number}"),
        class_=classes,
        data_handle=f"stone:{shown.number}",
        transform=transform,
    )


@drawn_once
def _rock(sheet: Sheet, place: int) -> Markup:
    """Draw a stone with its number, in a group of its own: it stays while its classes change."""
    return group(stone(sheet, place, str(place)), class_="rock")


def _stone_height(scene: Scene, owner: int) -> float:
    """Return where the middle of a stone lies, from the top: in the border, or on its owner's side."""
    middle = scene.border + BORDER / 2
    aside = BORDER / 2 + STEP_ASIDE - 22
    return middle if owner == NOBODY else middle + aside if owner == scene.near else middle - aside


def _mode(sheet: Sheet, card: int, x: float, _: Translate) -> Markup:
    """Draw a combat mode lying on a stone: a roundel with its badge."""
    livery = livery_of(card)
    return group(
        element("title", f"{card_name(card, _)}. {tactic_text(card, _)}"),
        element("circle", class_="shadow", cx=x + 0.5, cy=11.5, r=13),
        element("circle", class_="paper edge", cx=x, cy=10, r=13),
        badge(sheet, livery.badge, x, 10, 19),
        color=livery.ink,
        data_card=CARD_NAMES[card],
        id=sheet.id(f"card-{CARD_NAMES[card]}"),
    )


# --- The line that says what can be done ---------------------------------------------------------------


def _situation(scene: Scene) -> str:
    """Return a text that says how it ended, what can be done, or who is to act."""
    _, state = scene._, scene.state
    sentences = []
    if state.player == NOBODY:
        won = int(winners(scene.record))
        sentences.append(_("It is a draw.") if won == _BOTH else _("{who} wins.", who=scene.name(won - 1)))
    elif state.phase == NEXT_ROUND:
        who = int(state.winner)
        drawn = who == NOBODY
        sentences.append(
            _("The round is a draw.") if drawn else _("{who} wins the round.", who=scene.name(who))
        )
    if state.player in (NOBODY, scene.seat):
        sentences.append(text.prompt(scene.record, _))
    else:
        sentences.append(_("{who} is to act.", who=scene.name(int(state.player))))
    return " ".join(sentences)


def _prompt_line(scene: Scene) -> Iterator[Markup]:
    y = scene.prompt + 28
    words = {
        handle: text.describe(scene.record, action, scene._, None, veiled=False)
        for handle, action in (("done", DONE), ("pass", PASS), ("next", DEAL_NEXT))
        if handle in scene.now
    }
    buttons, _left = scene.buttons(words, scene.margin + scene.border_width, y - 21)
    yield prompt(_situation(scene), scene.middle, y, 640 if buttons else 940, mine=scene.mine)
    yield from buttons
