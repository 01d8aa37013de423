"""What is drawn, for whom, and how it is laid out; and what lies everywhere: a card, a slip, a chip."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from math import ceil

from stramash.core.game import Json
from stramash.core.scene import Scene as Base
from stramash.core.words import Translate
from stramash.draw import (
    CARD_HEIGHT,
    CARD_WIDTH,
    Markup,
    Sheet,
    badge,
    card_back,
    card_face,
    drawn_once,
    element,
    fitted,
    group,
    label,
    shift,
    width_of,
)
from stramash.games.lords_of_scotland import names
from stramash.games.lords_of_scotland.art.liveries import BACK, LIVERIES, livery_of
from stramash.games.lords_of_scotland.facts import tell_facts
from stramash.games.lords_of_scotland.rules.actions import ACTIONS
from stramash.games.lords_of_scotland.rules.cards import clan_of, strength_of
from stramash.games.lords_of_scotland.rules.components import CARD_NAMES, CARDS
from stramash.games.lords_of_scotland.rules.turn import legal

__all__ = ["CHIP", "Layout", "Scene", "chip", "clipped", "draw_card", "layout_for", "pill"]

#: Width and height of a chip, a card told by its badge and strength alone
CHIP = (38.0, 20.0)
_SMALLEST = 11.5  # of names
_GAP = 6.0  # between bands, and between cards


@dataclass(frozen=True)
class Layout:
    """Where things lie on the board: on a wide screen side by side, on a phone one below the other."""

    width: float
    middle: float  # the size of the cards in the middle
    recruits: tuple[float, float]  # where the Recruits begin, across and down
    turn: tuple[float, float]  # where the turn is told
    top: float  # where the armies begin
    army: float  # the size of Followers
    followers: tuple[float, float]  # where they begin in a band, and their room
    reach: float  # how much of a Follower shows at least
    held: tuple[float, float, float]  # where the hand of another is told: across, down, and its room
    total: float  # the middle of the totals
    hand: float  # the size of the cards in one's own hand
    abreast: int  # how many of them lie in a row

    @property
    def band(self) -> float:
        """The height of a band with one row of Followers."""
        return self.army * CARD_HEIGHT + 10

    @property
    def in_a_row(self) -> int:
        """How many Followers lie in one row."""
        return 1 + int((self.followers[1] - self.army * CARD_WIDTH) / self.reach)


def layout_for(players: int, *, narrow: bool) -> Layout:
    """Return the layout: the more armies there are, the lower each is, so that all stay in sight."""
    if not narrow:
        army, hand = {2: (1.2, 1.35), 3: (1.05, 1.25), 4: (0.88, 1.1), 5: (0.72, 1.0)}[players]
        return Layout(
            width=980, middle=1.0, recruits=(446, 0), turn=(916, 0), top=148, army=army, followers=(346, 412),
            reach=40, held=(200, army * 52 - 26, 140), total=800, hand=hand, abreast=10,
        )  # fmt: skip
    middle, army = (0.93, 0.82) if players <= 3 else (0.82, 0.66)
    row = 28 + middle * CARD_HEIGHT
    return Layout(
        width=400, middle=middle, recruits=(0, row + 4), turn=(394, 0), top=2 * row + 14, army=army,
        followers=(112, 184), reach=40, held=(10, 46, 100), total=347, hand=0.94, abreast=5,
    )  # fmt: skip


class Scene(Base):
    """A table to be drawn."""

    actions = ACTIONS
    legal = staticmethod(legal)

    @cached_property
    def facts(self) -> Json:
        """The facts, as this seat is told them."""
        return tell_facts(self.record, self.seat, self._)

    @cached_property
    def layout(self) -> Layout:
        """Where things lie."""
        return layout_for(int(self.state.players), narrow=self.narrow)

    @cached_property
    def bands(self) -> list[tuple[int, float, float]]:
        """Each seat with the place and the height of its band: clockwise, the one who looks is the last."""
        players, y, found = int(self.state.players), self.layout.top, []
        for step in range(1, players + 1):
            seat = (self.near + step) % players
            rows = max(1, ceil(int(self.state.army_size[seat]) / self.layout.in_a_row))
            tall = self.layout.band + (rows - 1) * (self.layout.army * CARD_HEIGHT + _GAP)
            found.append((seat, y, tall))
            y += tall + _GAP
        return found

    @property
    def board_height(self) -> float:
        """The height of the middle and the armies."""
        _seat, y, tall = self.bands[-1]
        return y + tall + _GAP


def clipped(text: str, room: float) -> str:
    """Cut a name that would have to be too small to fit."""
    if width_of(text, _SMALLEST) <= room:
        return text
    while len(text) > 1 and width_of(f"{text}…", _SMALLEST) > room:
        text = text[:-1].rstrip()
    return f"{text}…"


def draw_card(scene: Scene, card: int, transform: str, *marks: Markup, handle: str | None = None) -> Markup:
    """Draw a card with its rank, or its back if its face is not known; marks lie on top of it."""
    if card >= CARDS:
        return group(
            _face_down(scene.sheet, scene._.nameless),
            *marks,
            class_=scene.classes("card back", handle),
            data_handle=handle,
            transform=transform,
        )
    notation = CARD_NAMES[card]
    return group(
        _face_up(scene.sheet, card, scene._.nameless),
        *(marks or (_clan(card),)),
        id=scene.sheet.id(f"card-{notation}"),
        class_=scene.classes("card", handle),
        data_card=notation,
        data_handle=handle,
        transform=transform,
    )


@drawn_once
def _face_down(sheet: Sheet, _: Translate) -> Markup:
    return Markup(
        element("title", _("a face-down card")) + card_back(sheet, BACK.tartan, BACK.badge, BACK.ink)
    )


@drawn_once
def _face_up(sheet: Sheet, card: int, _: Translate) -> Markup:
    """The face of a card with its rank, under its title."""
    name, power = names.card_name(card, _), names.power_text(clan_of(card), _)
    return Markup(
        element("title", _("{card}, rank {rank}. {power}", card=name, rank=card + 1, power=power))
        + card_face(sheet, livery_of(card), str(strength_of(card)))
        + _rank(card)
    )


def _rank(card: int) -> Markup:
    """The rank, on a slip of paper in the corner of the cloth."""
    return group(
        element("rect", class_="paper", x=CARD_WIDTH - 29, y=33, width=22, height=15, rx=3),
        label(str(card + 1), CARD_WIDTH - 18, 44.8, "ink middle", font_size=12),
    )


@cache
def _clan(card: int) -> Markup:
    """The name of the clan, on a slip of paper at the foot of the cloth."""
    name = names.CLAN_NAMES[clan_of(card)]
    return group(
        element("rect", class_="paper", x=7, y=CARD_HEIGHT - 21, width=CARD_WIDTH - 14, height=15, rx=3),
        label(
            name,
            CARD_WIDTH / 2,
            CARD_HEIGHT - 9.6,
            "ink middle",
            font_size=fitted(name, 12, CARD_WIDTH - 15),
        ),
    )


def pill(scene: Scene, text: str, clan: int | None = None) -> Markup:
    """Draw a slip across the foot of a card that says what is on it, with a clan's badge if it is a power."""
    return _pill(scene.sheet, text, clan)


@drawn_once
def _pill(sheet: Sheet, text: str, clan: int | None) -> Markup:
    size = fitted(text, 12, CARD_WIDTH - (26 if clan is not None else 12))
    wide = width_of(text, size) + (26 if clan is not None else 14)
    left = (CARD_WIDTH - wide) / 2
    start = left + (20 if clan is not None else 7)
    return group(
        element("rect", class_="paper edge", x=left, y=CARD_HEIGHT - 22, width=wide, height=18, rx=9),
        None if clan is None else badge(sheet, LIVERIES[clan].badge, left + 11, CARD_HEIGHT - 13, 13),
        label(text, start, CARD_HEIGHT - 9, "ink", font_size=size),
        color=None if clan is None else LIVERIES[clan].ink,
    )


def chip(
    scene: Scene, card: int, x: float, y: float, title: str, scale: float = 1.0, *, lies_there: bool = False
) -> Markup:
    """Draw a card as a chip: its strength and its badge; where the card itself lies, or where it is meant."""
    return group(
        element("title", title),
        _chip(scene.sheet, card),
        color=livery_of(card).ink,
        class_="chip",
        data_card=CARD_NAMES[card] if lies_there else None,
        transform=shift(x, y, scale),
    )


@drawn_once
def _chip(sheet: Sheet, card: int) -> Markup:
    wide, tall = CHIP
    return Markup(
        element("rect", class_="paper edge", width=wide, height=tall, rx=4)
        + label(str(strength_of(card)), 18, 15.5, "numeral own end", font_size=16)
        + badge(sheet, livery_of(card).badge, 28, 10, 14)
    )
