"""What is drawn, for whom, and how it is laid out; and the one thing that lies everywhere: a card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stramash.core.words import Translate
from stramash.draw import (
    CARD_HEIGHT,
    STRIP,
    Markup,
    Sheet,
    card_back,
    card_face,
    element,
    group,
    handle_classes,
    named_face,
)
from stramash.games.schotten_totten import telling
from stramash.games.schotten_totten.art.liveries import CLAN_BACK, TACTIC_BACK, livery_of
from stramash.games.schotten_totten.notation import card_notation
from stramash.games.schotten_totten.rules.components import (
    CARDS,
    CLAN_CARDS,
    MUD_FIGHT_PLACES,
    PLACES,
    STONES,
    STRENGTHS,
    UNKNOWN_TACTIC,
)

__all__ = [
    "BORDER", "BORDER_WIDTH", "COLUMN", "GAP", "LARGE", "MARGIN", "MIDDLE", "SIDE", "SMALL", "STEP_ASIDE",
    "TINY", "WIDTH", "Scene", "draw_card",
]  # fmt: skip

MARGIN = 24.0
COLUMN = 106.0
BORDER_WIDTH = STONES * COLUMN
BORDER = 64.0  # the height of the border
MIDDLE = MARGIN + BORDER_WIDTH / 2
SIDE = (1002.0, 194.0)  # x and width of the panel on the right
WIDTH = 1220.0

SMALL = 0.55  # the other hand
TINY = 0.45  # the discard, and what is known to lie under a deck
LARGE = 1.15  # one's own hand
STEP_ASIDE = 42.0  # how far a side moves to make room for a claimed stone
GAP = 9.0  # between the border and the cards
_HEADER = SMALL * CARD_HEIGHT + 26
_PROMPT = 46.0
_FOOTER = LARGE * CARD_HEIGHT + 30


@dataclass(frozen=True)
class Scene:
    """What is drawn, for whom, on what."""

    sheet: Sheet
    state: Any
    seat: int  # who looks; SPECTATOR for one who watches
    near: int  # the seat at the bottom
    now: frozenset[str]  # handles one may touch now
    later: frozenset[str]  # handles that complete a choice
    _: Translate

    @property
    def reach(self) -> float:
        """How far the cards of one side can reach from the border."""
        places = MUD_FIGHT_PLACES if self.state.tactics else PLACES
        return STEP_ASIDE + CARD_HEIGHT + STRIP * (places - 1) + GAP

    @property
    def border(self) -> float:
        """Where the border begins, from the top."""
        return _HEADER + self.reach

    @property
    def prompt(self) -> float:
        """Where the line of the prompt begins."""
        return self.border + BORDER + self.reach

    @property
    def height(self) -> float:
        """The height of the picture."""
        return self.prompt + _PROMPT + _FOOTER

    def classes(self, kind: str, handle: str, *, taken: bool = False) -> str:
        """Return the classes of a thing: gold if it is legal to touch it."""
        soon = handle in self.later and handle not in self.now
        return handle_classes(kind, legal=soon or handle in self.now, later=soon, taken=taken)

    def name(self, seat: int) -> str:
        """Return what a seat is called."""
        _ = self._
        return _("Player {number}", number=seat + 1)


def draw_card(
    scene: Scene, card: int, transform: str, *, touchable: bool = False, hint: str | None = None
) -> Markup:
    """Draw a card, or its back if its face is not known."""
    _ = scene._
    if card >= CARDS:
        back = TACTIC_BACK if card == UNKNOWN_TACTIC else CLAN_BACK
        name = _("a Tactic card") if card == UNKNOWN_TACTIC else _("a Clan card")
        drawn = card_back(scene.sheet, back.tartan, back.badge, back.ink)
        return group(element("title", name), drawn, class_="card back", transform=transform)
    name, notation, livery = telling.card_name(card, _), card_notation(card), livery_of(card)
    if card < CLAN_CARDS:
        face = card_face(scene.sheet, livery, str(card % STRENGTHS + 1))
    else:
        face = named_face(scene.sheet, livery, name)
        name = f"{name}. {telling.tactic_text(card, _)}"
    handle = f"card:{notation}"
    taken = touchable and card == int(scene.state.taken)
    return group(
        element("title", hint or name),
        face,
        id=scene.sheet.id(f"card-{notation}"),
        class_=scene.classes("card", handle, taken=taken) if touchable else "card",
        data_card=notation,
        data_handle=handle if touchable else None,
        transform=transform,
    )
