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
from stramash.games.lords_of_scotland.facts import army_facts, hand_facts, held_facts
from stramash.games.lords_of_scotland.rules.actions import ACTIONS
from stramash.games.lords_of_scotland.rules.cards import clan_of, strength_of
from stramash.games.lords_of_scotland.rules.components import CARD_NAMES, CARDS
from stramash.games.lords_of_scotland.rules.turn import legal

__all__ = ["CHIP", "Layout", "Scene", "chip", "draw_card", "layout_for", "pill"]

#: Width and height of a chip, a card shown by its badge and strength only
CHIP = (38.0, 20.0)
_LARGEST_RANK = 17.0  # where it would have to be larger to be read, it is left out
_LARGEST_WORD = 15.0  # where words would have to be larger to be read, an emblem stands for them
_GAP = 6.0  # between bands, and between cards


@dataclass(frozen=True)
class Layout:
    """The places of things on the board: side by side on a wide screen, one below the other on a phone."""

    width: float
    least: float  # the size of text that is 11 pixels high on a small screen
    middle: float  # the size of the cards in the middle
    gap: float  # between them
    recruits: tuple[float, float]  # where the Recruits begin, across and down
    turn: tuple[float, float]  # the place of the turn number
    top: float  # where the armies begin
    army: float  # the size of Followers
    followers: tuple[float, float]  # where they begin in a band, and their room
    reach: float  # how much of a Follower shows at least
    held: tuple[float, float, float]  # the place of another hand: x, y and width
    total: tuple[float, float]  # the middle of the totals, and their room
    hand: float  # the size of the cards in one's own hand
    crowded: float  # the same where they lie in several rows
    abreast: int  # how many of them lie in a row

    @property
    def band(self) -> float:
        """The height of a band with one row of Followers."""
        return self.army * CARD_HEIGHT + 10

    @property
    def in_a_row(self) -> int:
        """The number of Followers in one row."""
        return 1 + int((self.followers[1] - self.army * CARD_WIDTH) / self.reach)


#: How large the cards in the middle, in the armies and in the hand are on a wide screen, by players
_SIZES = {2: (0.92, 0.9, 1.3), 3: (0.86, 0.68, 0.95), 4: (0.82, 0.56, 0.86), 5: (0.76, 0.5, 0.82)}
#: The same on a phone on its side, where all cards in the middle lie in a row
_LOW_SIZES = {2: (0.72, 0.86), 3: (0.63, 0.6), 4: (0.52, 0.44), 5: (0.5, 0.5)}
#: The same upright, without those in the hand; with four players all cards in the middle fit in a row
_NARROW_SIZES = {2: (0.93, 0.82), 3: (0.62, 0.62), 4: (0.54, 0.6), 5: (0.62, 0.57)}
_IN_ONE_ROW = 4


def layout_for(players: int, *, narrow: bool, low: bool = False) -> Layout:
    """Return the layout: the more armies there are, the lower each is, so that all stay in sight."""
    if not narrow:
        middle, army, hand = _SIZES[players]
        recruits = players * (middle * CARD_WIDTH + 7) + 22
        return Layout(
            width=800, least=13.2, middle=middle, gap=7, recruits=(recruits, 0), turn=(744, 0),
            top=middle * CARD_HEIGHT + 38, army=army, followers=(204, 440), reach=army * 40,
            held=(26, 0.5 * (army * CARD_HEIGHT + 10) + 8, 164), total=(724, 144), hand=hand,
            crowded=hand, abreast=10,
        )  # fmt: skip
    if low:
        middle, army = _LOW_SIZES[players]
        held = (10, min(46.0, army * CARD_HEIGHT - 10.5), 100)
        recruits = players * (middle * CARD_WIDTH + 3) + 8
        return Layout(
            width=400, least=12.2, middle=middle, gap=3, recruits=(recruits, 0), turn=(394, 0),
            top=28 + middle * CARD_HEIGHT, army=army, followers=(112, 184), reach=30, held=held,
            total=(347, 100), hand=0.94, crowded=0.52, abreast=5,
        )  # fmt: skip
    middle, army = _NARROW_SIZES[players]
    held = (10, min(46.0, army * CARD_HEIGHT - 10.5), 100)
    row = 28 + middle * CARD_HEIGHT
    in_one_row = players == _IN_ONE_ROW
    beside = (players * (middle * CARD_WIDTH + 3) + 8, 0.0)
    return Layout(
        width=400, least=12.2, middle=middle, gap=3 if in_one_row else 7, turn=(394, 0),
        recruits=beside if in_one_row else (0, row + 4),
        top=row if in_one_row else 2 * row + 14, army=army, followers=(112, 184), reach=30, held=held,
        total=(347, 100), hand=0.94, crowded=0.62, abreast=5,
    )  # fmt: skip


class Scene(Base):
    """A table to be drawn."""

    actions = ACTIONS
    legal = staticmethod(legal)

    @cached_property
    def hand(self) -> list[Json]:
        """The facts about the cards in one's own hand."""
        return hand_facts(self.record, self.seat, self._)

    @cached_property
    def held(self) -> list[Json]:
        """The facts about cards that all saw others take."""
        return held_facts(self.record, self.seat, self._)

    @property
    def armies(self) -> list[Json]:
        """The facts about each army, by seat."""
        return self._army_facts["armies"]

    @property
    def claiming(self) -> list[Json]:
        """The facts about each place in the claiming order."""
        return self._army_facts["claiming"]

    @cached_property
    def _army_facts(self) -> dict[str, list[Json]]:
        return army_facts(self.record, self._)

    @cached_property
    def layout(self) -> Layout:
        """The places of things."""
        return layout_for(int(self.state.players), narrow=self.narrow, low=self.low)

    @cached_property
    def bands(self) -> list[tuple[int, float, float]]:
        """Each seat with the place and the height of its band: clockwise, the viewer last."""
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


def draw_card(
    scene: Scene,
    card: int,
    transform: str,
    *marks: Markup,
    size: float = 1.0,
    handle: str | None = None,
    place: str = "",
    named: bool = False,
) -> Markup:
    """Draw a card with its rank, or its back if its face is not known; marks lie on top of it.

    Its title says its name and where it lies. The clan's name is written on it if that is wanted and fits.
    """
    if card >= CARDS:
        return group(
            _face_down(scene.sheet, place, scene._.nameless),
            *marks,
            class_=scene.classes("card back", handle),
            data_handle=handle,
            transform=transform,
        )
    notation, least = CARD_NAMES[card], scene.layout.least / size
    return group(
        _face_up(scene.sheet, card, place, least, scene._.nameless),
        *(marks or ((_clan(card, least),) if named else ())),
        id=scene.sheet.id(f"card-{notation}"),
        class_=scene.classes("card", handle),
        data_card=notation,
        data_handle=handle,
        transform=transform,
    )


@drawn_once
def _face_down(sheet: Sheet, place: str, _: Translate) -> Markup:
    title = ", ".join(filter(None, (_("a face-down card"), place)))
    return Markup(element("title", title) + card_back(sheet, BACK.tartan, BACK.badge, BACK.ink))


@drawn_once
def _face_up(sheet: Sheet, card: int, place: str, least: float, _: Translate) -> Markup:
    """Draw the face of a card with its rank, under its title."""
    name = _("{card}, rank {rank}", card=names.card_name(card, _), rank=card + 1)
    title = ", ".join(filter(None, (name, place)))
    return Markup(
        element("title", f"{title}. {names.power_text(clan_of(card), _)}")
        + card_face(sheet, livery_of(card), str(strength_of(card)))
        + _rank(card, least)
    )


def _rank(card: int, least: float) -> Markup:
    """Draw the rank, on a slip of paper in the corner of the cloth, if it can be read."""
    size = max(13.0, least)
    if size > _LARGEST_RANK:
        return Markup("")
    wide, tall = 0.6 * size * len(str(card + 1)) + 6, size + 3
    right, top = CARD_WIDTH - 6.0, 32.5
    return group(
        element("rect", class_="paper", x=right - wide, y=top, width=wide, height=tall, rx=3),
        label(str(card + 1), right - wide / 2, top + 0.87 * size + 0.6, "ink middle", font_size=size),
    )


@cache
def _clan(card: int, least: float) -> Markup | None:
    """The name of the clan, on a slip of paper at the foot of the cloth, if there is room for it."""
    name, room = names.CLAN_NAMES[clan_of(card)], CARD_WIDTH - 12
    size = fitted(name, max(13.5, least), room, serif=True)
    if size < least:
        return None
    return group(
        element("rect", class_="paper", x=6, y=CARD_HEIGHT - 22, width=CARD_WIDTH - 12, height=16, rx=3),
        label(name, CARD_WIDTH / 2, CARD_HEIGHT - 9.8, "name ink middle", font_size=size),
    )


def pill(scene: Scene, text: str, emblem: str, clan: int | None = None, *, covered: bool = False) -> Markup:
    """Draw a slip across the foot of a Follower that says what is on it, or its emblem if there is no room.

    A Follower is covered if the next one lies on it: then only its left side shows.
    """
    return _pill(scene.sheet, text, emblem, clan, scene.layout.least / scene.layout.army, covered)


@drawn_once
def _pill(sheet: Sheet, text: str, emblem: str, clan: int | None, least: float, covered: bool) -> Markup:
    room = CARD_WIDTH - 26
    size = fitted(text, max(12.5, least), room)
    ink = "#2a2f38" if clan is None else LIVERIES[clan].ink
    middle, foot = CARD_WIDTH / 2, CARD_HEIGHT - 13.0
    if covered or size < least or least > _LARGEST_WORD:
        x, y = 19.0 if covered else CARD_WIDTH - 17, CARD_HEIGHT - 18
        return group(
            element("title", text),
            element("circle", class_="paper edge", cx=x, cy=y, r=16),
            badge(sheet, emblem, x, y, 24),
            color=ink,
        )
    wide = width_of(text, size) + 26
    left = middle - wide / 2
    return group(
        element("rect", class_="paper edge", x=left, y=foot - 10, width=wide, height=20, rx=10),
        badge(sheet, emblem, left + 12, foot, 13),
        label(text, left + 21, foot + 0.36 * size, "ink", font_size=size),
        color=ink,
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
