"""What is drawn, for whom, and how it is laid out; and the one thing that lies everywhere: a card."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property

from stramash.core.scene import Scene as Base
from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.draw import (
    CARD_HEIGHT,
    STRIP,
    Markup,
    Sheet,
    card_back,
    card_face,
    drawn_once,
    element,
    group,
    named_face,
)
from stramash.games.schotten_totten.art.liveries import CLAN_BACK, TACTIC_BACK, livery_of
from stramash.games.schotten_totten.names import card_name, tactic_text
from stramash.games.schotten_totten.outcome import deciding_stones
from stramash.games.schotten_totten.rules.actions import ACTIONS
from stramash.games.schotten_totten.rules.components import (
    CARD_NAMES,
    CARDS,
    CLAN_CARDS,
    MUD_FIGHT_PLACES,
    PLACES,
    STONES,
    STRENGTHS,
    UNKNOWN_TACTIC,
)
from stramash.games.schotten_totten.rules.minis import stones_laid_out
from stramash.games.schotten_totten.rules.turn import legal

__all__ = [
    "BORDER", "GAP", "MARGIN", "PROMPT", "SIDE", "STEP_ASIDE", "TINY", "WIDTH", "Scene", "draw_card",
]  # fmt: skip

MARGIN = 24.0
BORDER = 64.0  # the height of the border
SIDE = (1002.0, 194.0)  # x and width of the panel on the right
WIDTH = 1220.0

TINY = 0.47  # the discard, and what is known to lie under a deck
_LARGE = 1.3  # one's own hand
STEP_ASIDE = 42.0  # how far a side moves to make room for a claimed stone
#: What a player touches to choose a card
_HANDLES = [f"card:{name}" for name in CARD_NAMES]
GAP = 9.0  # between the border and the cards
PROMPT = 46.0


class Scene(Base):
    """A table to be drawn. On a phone the stones lie close together, the hand is as wide as the border."""

    actions = ACTIONS
    legal = staticmethod(legal)

    @property
    def margin(self) -> float:
        """The room left and right of the border."""
        return 6.0 if self.narrow else MARGIN

    @property
    def column(self) -> float:
        """The width of a stone's column."""
        return 80.0 if self.narrow else 106.0

    @property
    def border_width(self) -> float:
        """The width of all stones' columns."""
        return STONES * self.column

    @cached_property
    def middle(self) -> float:
        """The middle of the border, from the left."""
        return self.margin + self.border_width / 2

    @property
    def small(self) -> float:
        """The scale of the other hand."""
        return 0.84 if self.narrow else 0.62

    @property
    def least(self) -> float:
        """The size of text on the board that is 11 pixels high on a small screen."""
        return 11 / (0.52 if self.narrow else 0.68)

    @property
    def large(self) -> float:
        """The scale of the viewer's hand."""
        return 1.32 if self.narrow else _LARGE

    def stone_at(self, place: int) -> float:
        """Return where the middle of a stone lies, from the left; fewer stones lie in the middle."""
        return self.middle + (place + 0.5 - self.stones / 2) * self.column

    @cached_property
    def stones(self) -> int:
        """The number of stones."""
        return int(stones_laid_out(self.record))

    @cached_property
    def columns(self) -> list[tuple[int, tuple[tuple[int, ...], ...]]]:
        """For each stone its owner, and the cards on the side of each seat, in the order played."""
        state = self.state
        side, size, owner = state.side.tolist(), state.side_size.tolist(), state.owner.tolist()
        return [
            (owner[place], tuple(tuple(side[seat][place][: size[seat][place]]) for seat in range(2)))
            for place in range(self.stones)
        ]

    @cached_property
    def firsts(self) -> list[int]:
        """For each stone the seat whose side was complete first."""
        firsts: list[int] = self.state.first.tolist()
        return firsts

    @cached_property
    def modes(self) -> list[int]:
        """For each stone the combat modes that lie on it, as bits."""
        modes: list[int] = self.state.mode.tolist()
        return modes

    @cached_property
    def lit(self) -> frozenset[str]:
        """The handles of cards beside the stones that can be touched: there are some in a ruse only."""
        lying = {_HANDLES[card] for _owner, sides in self.columns for side in sides for card in side}
        return frozenset(lying & (self.now | self.later))

    @property
    def layout(self) -> Hashable:
        """What decides where things lie, besides how wide the screen is."""
        return (self.stones, self.state.tactics)

    @cached_property
    def won(self) -> tuple[int, ...]:
        """The stones that won, counted from 1; none while the game goes on."""
        return tuple(deciding_stones(self.record)) if self.state.winner != NOBODY else ()

    @cached_property
    def reach(self) -> float:
        """The length of a full side, from the border."""
        places = MUD_FIGHT_PLACES if self.state.tactics else PLACES
        return STEP_ASIDE + CARD_HEIGHT + STRIP * (places - 1) + GAP

    @property
    def above(self) -> float:
        """How much a page leaves out at the top: on a large screen the other hand lies beside the names."""
        if self.low:
            return 12.0
        return 0.0 if self.narrow else self.small * CARD_HEIGHT + 12

    @property
    def foot(self) -> float:
        """The foot of the board on a page; on a phone on its side there is not a pixel to spare."""
        return self.prompt - 8 if self.low else self.prompt

    @cached_property
    def border(self) -> float:
        """The top of the border."""
        return self.small * CARD_HEIGHT + 26 + self.reach

    @cached_property
    def prompt(self) -> float:
        """The top of the prompt."""
        return self.border + BORDER + self.reach

    @cached_property
    def height(self) -> float:
        """The height of the picture."""
        return self.prompt + PROMPT + self.large * CARD_HEIGHT + 30


def draw_card(
    scene: Scene,
    card: int,
    transform: str,
    *,
    size: float = 1.0,
    touchable: bool = False,
    place: str | None = None,
) -> Markup:
    """Draw a card, or its back if its face is not known; its title says its name and its place."""
    least, words = scene.least / size, scene._.nameless
    if card >= CARDS:
        return _lying_card(scene.sheet, card, transform, "card back", None, place, least, words)
    handle = _HANDLES[card] if touchable else None
    classes = scene.classes("card", handle, taken=card == scene.state.taken) if touchable else "card"
    return _lying_card(scene.sheet, card, transform, classes, handle, place, least, words)


@drawn_once
def _lying_card(
    sheet: Sheet,
    card: int,
    transform: str,
    classes: str,
    handle: str | None,
    place: str | None,
    least: float,
    _: Translate,
) -> Markup:
    """Draw a card where it lies."""
    body = _card(sheet, card, place, least, _)
    if card >= CARDS:
        return group(body, class_=classes, transform=transform)
    notation = CARD_NAMES[card]
    return group(
        body,
        id=sheet.id(f"card-{notation}"),
        class_=classes,
        data_card=notation,
        data_handle=handle,
        transform=transform,
    )


@drawn_once
def _card(sheet: Sheet, card: int, place: str | None, least: float, _: Translate) -> Markup:
    """Draw the face or the back of a card under its title: its name, where it lies, what it does."""
    if card >= CARDS:
        back = TACTIC_BACK if card == UNKNOWN_TACTIC else CLAN_BACK
        name = _("a Tactic card") if card == UNKNOWN_TACTIC else _("a Clan card")
        return Markup(element("title", name) + card_back(sheet, back.tartan, back.badge, back.ink))
    name, livery = card_name(card, _), livery_of(card)
    title = f"{name}, {place}" if place else name
    if card < CLAN_CARDS:
        return Markup(element("title", title) + card_face(sheet, livery, str(card % STRENGTHS + 1)))
    face = named_face(sheet, livery, name, least)
    return Markup(element("title", f"{title}. {tactic_text(card, _)}") + face)
