"""One's own hand, and under each card whether its power would work now, or what blocks it."""

from __future__ import annotations

from math import ceil

from stramash.core.game import Json
from stramash.core.state import NOBODY
from stramash.draw import (
    CARD_HEIGHT,
    CARD_WIDTH,
    Markup,
    element,
    fitted,
    group,
    label,
    legible,
    shift,
    width_of,
)
from stramash.games.lords_of_scotland import names
from stramash.games.lords_of_scotland.art.scene import CHIP, Scene, chip, draw_card
from stramash.games.lords_of_scotland.rules.cards import clan_of
from stramash.games.lords_of_scotland.rules.components import CARD_NUMBERS, CLAIMING

__all__ = ["draw_hand", "hand_height"]

_TOP = 12.0  # cards lift when they are chosen
_WORDS = 44.0  # under each card
_CLOSE = 40.0  # the same where the cards lie in several rows
_WIDEST = 150.0  # from one card to the next
_WORDY = 134.0  # from this width on there is room to say that a power is blocked
_SIZE = 14.0  # of words, where there is room


def _rows(scene: Scene) -> int:
    return max(1, ceil(len(scene.hand) / scene.layout.abreast))


def _size(scene: Scene) -> float:
    """Return the size of the cards: smaller where they lie in several rows, so that all stay in sight."""
    return scene.layout.hand if _rows(scene) == 1 else scene.layout.crowded


def _row_height(scene: Scene) -> float:
    return _size(scene) * CARD_HEIGHT + (_WORDS if _rows(scene) == 1 else _CLOSE)


def hand_height(scene: Scene) -> float:
    """Return how high the hand is."""
    return _TOP + _rows(scene) * _row_height(scene)


def draw_hand(scene: Scene) -> Markup:
    """Draw the hand, in as few rows as fit."""
    hand, layout = scene.hand, scene.layout
    in_a_row = ceil(len(hand) / _rows(scene))
    step = min(_WIDEST, layout.width / max(1, in_a_row))
    parts = []
    for row in range(_rows(scene)):
        cards = hand[row * in_a_row : (row + 1) * in_a_row]
        left = (layout.width - step * len(cards)) / 2
        for place, fact in enumerate(cards):
            at = left + (place + 0.5) * step, _TOP + row * _row_height(scene)
            parts.append(_card(scene, fact, *at, step - 4))
    return group(*parts)


def _card(scene: Scene, fact: Json, middle: float, y: float, room: float) -> Markup:
    """Draw a card, its power below it, and whether the power works if it can still be used."""
    size, over = _size(scene), scene.state.player == NOBODY or scene.state.phase == CLAIMING
    power = fact["power_name"]
    least = scene.layout.least
    if fitted(power, _SIZE, room) < least:
        power = names.power_word(clan_of(fact["rank"] - 1), scene._)
    kind = "middle" if fact["works"] and not over else "middle quiet"
    foot = y + size * CARD_HEIGHT
    shown, fits = legible(power, _SIZE, room, least)
    return group(
        draw_card(
            scene,
            fact["rank"] - 1,
            shift(middle - size * CARD_WIDTH / 2, y, size),
            size=size,
            handle=f"card:{fact['card']}",
            named=True,
        ),
        label(shown, middle, foot + 17, kind, font_size=fits),
        None
        if over
        else group(
            element("title", fact["text"]),
            _verdict(scene, fact, room),
            transform=shift(middle, foot + 22),
        ),
    )


def _verdict(scene: Scene, fact: Json, room: float) -> Markup:
    """Draw a mark and a word: the power works, is of no use, or is blocked by a card, drawn as a chip."""
    _ = scene._
    blocker = CARD_NUMBERS.get(fact["blocker"]) if fact["blocker"] else None
    if blocker is not None:
        word = _("blocked by") if room >= _WORDY else ""
        wide = width_of(word, _SIZE) + (6 if word else 0)
        start = (18 + wide - CHIP[0]) / 2
        return group(
            _crossed(start - wide - 10),
            label(word, start - 6, 14, "quiet end", font_size=_SIZE) if word else None,
            chip(scene, blocker, start, -1, names.card_name(blocker, _), 0.9),
        )
    if room >= _WORDY:
        word = _("works now") if fact["works"] else _("no use now")
    else:
        word = _("works") if fact["works"] else _("no use")
    word, size = legible(word, _SIZE, room - (18 if fact["works"] else 0), scene.layout.least)
    left = -(width_of(word, size) + 18) / 2
    if not fact["works"]:
        return label(word, 0, 14, "middle quiet", font_size=size)
    tick = element(
        "path", d="M0 5l4 4l7-9", fill="none", stroke="var(--sm-text)", stroke_width=2.4,
        transform=shift(left, 4),
    )  # fmt: skip
    return group(tick, label(word, left + 17, 14, "prompt", font_size=size))


def _crossed(x: float) -> Markup:
    """Draw the sign for a blocked power: a circle with a stroke through it."""
    return element(
        "path", d="M-4.2 4.2L4.2-4.2M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0", fill="none",
        stroke="var(--sm-quiet)", stroke_width=1.8, transform=shift(x, 9),
    )  # fmt: skip
