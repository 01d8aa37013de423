"""What is drawn, for whom, and how it is laid out; and the one thing that lies everywhere: a card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stramash.core.game import Json
from stramash.core.words import Translate
from stramash.draw import (
    CARD_HEIGHT,
    CARD_WIDTH,
    Markup,
    Sheet,
    badge,
    card_back,
    card_face,
    element,
    fitted,
    group,
    handle_classes,
    label,
    width_of,
)
from stramash.games.lords_of_scotland import telling
from stramash.games.lords_of_scotland.art.liveries import BACK, LIVERIES, livery_of
from stramash.games.lords_of_scotland.notation import card_notation
from stramash.games.lords_of_scotland.rules.cards import clan_of, strength_of
from stramash.games.lords_of_scotland.rules.components import CARDS

__all__ = ["ARMY", "BAND", "MARGIN", "MIDDLE", "TINY", "TOP", "WIDTH", "Scene", "draw_card", "pill"]

MARGIN = 24.0
WIDTH = 1280.0
MIDDLE = WIDTH / 2
TOP = 178.0  # where the armies begin
BAND = 112.0  # from one army to the next
ARMY = 0.82  # the size of Followers
TINY = 0.32  # other hands
_PROMPT = 52.0
_HAND = CARD_HEIGHT + 62


@dataclass(frozen=True)
class Scene:
    """What is drawn, for whom, on what."""

    sheet: Sheet
    state: Any
    seat: int  # who looks; SPECTATOR for one who watches
    near: int  # the seat at the bottom
    now: frozenset[str]  # handles one may touch now
    later: frozenset[str]  # handles that complete a choice
    facts: Json  # as this seat is told them
    _: Translate

    @property
    def prompt(self) -> float:
        """Where the line of the prompt begins."""
        return TOP + BAND * int(self.state.players)

    @property
    def height(self) -> float:
        """The height of the picture."""
        return self.prompt + _PROMPT + _HAND

    def classes(self, kind: str, handle: str | None) -> str:
        """Return the classes of a thing: gold if it is legal to touch it."""
        soon = handle in self.later and handle not in self.now
        return handle_classes(kind, legal=soon or handle in self.now, later=soon)


def draw_card(scene: Scene, card: int, transform: str, *marks: Markup, handle: str | None = None) -> Markup:
    """Draw a card with its rank, or its back if its face is not known; marks lie on top of it."""
    _ = scene._
    if card >= CARDS:
        return group(
            element("title", _("a face-down card")),
            card_back(scene.sheet, BACK.tartan, BACK.badge, BACK.ink),
            *marks,
            class_=scene.classes("card back", handle),
            data_handle=handle,
            transform=transform,
        )
    name, notation = telling.card_name(card, _), card_notation(card)
    power = telling.power_text(clan_of(card), _)
    return group(
        element("title", _("{card}, rank {rank}. {power}", card=name, rank=card + 1, power=power)),
        card_face(scene.sheet, livery_of(card), str(strength_of(card))),
        _rank(card),
        *(marks or (_clan(card),)),
        id=scene.sheet.id(f"card-{notation}"),
        class_=scene.classes("card", handle),
        data_card=notation,
        data_handle=handle,
        transform=transform,
    )


def _rank(card: int) -> Markup:
    """The rank, on a slip of paper in the corner of the cloth."""
    return group(
        element("rect", class_="paper", x=CARD_WIDTH - 27, y=34, width=20, height=13, rx=3),
        label(str(card + 1), CARD_WIDTH - 17, 44, "ink middle", font_size=10.5),
    )


def _clan(card: int) -> Markup:
    """The name of the clan, on a slip of paper at the foot of the cloth."""
    name = telling.CLAN_NAMES[clan_of(card)]
    return group(
        element("rect", class_="paper", x=9, y=CARD_HEIGHT - 19, width=CARD_WIDTH - 18, height=13, rx=3),
        label(
            name,
            CARD_WIDTH / 2,
            CARD_HEIGHT - 9.2,
            "ink middle",
            font_size=fitted(name, 10.5, CARD_WIDTH - 22),
        ),
    )


def pill(scene: Scene, text: str, clan: int | None = None) -> Markup:
    """Draw a slip across the foot of a card that says what is on it, with a clan's badge if it is a power."""
    size = fitted(text, 12, CARD_WIDTH - (26 if clan is not None else 12))
    wide = width_of(text, size) + (26 if clan is not None else 14)
    left = (CARD_WIDTH - wide) / 2
    start = left + (20 if clan is not None else 7)
    return group(
        element("rect", class_="paper edge", x=left, y=CARD_HEIGHT - 22, width=wide, height=18, rx=9),
        None if clan is None else badge(scene.sheet, LIVERIES[clan].badge, left + 11, CARD_HEIGHT - 13, 13),
        label(text, start, CARD_HEIGHT - 9, "ink", font_size=size),
        color=None if clan is None else LIVERIES[clan].ink,
    )
