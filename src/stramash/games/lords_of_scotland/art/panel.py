"""The panel beside the board: the piles, and at a glance where every card is."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache

from stramash.core.scene import drawn_by
from stramash.core.state import NOBODY
from stramash.draw import (
    CARD_WIDTH,
    Markup,
    badge,
    card_back,
    card_slot,
    element,
    fitted,
    group,
    label,
    legible,
    shift,
)
from stramash.games.lords_of_scotland import names
from stramash.games.lords_of_scotland.art.liveries import BACK, LIVERIES
from stramash.games.lords_of_scotland.art.scene import Scene, draw_card
from stramash.games.lords_of_scotland.rules.cards import clan_of, strength_of
from stramash.games.lords_of_scotland.rules.components import (
    BRUCE,
    CARD_NUMBERS,
    CARDS,
    NO_CARD,
    NORMAL_CARDS,
    NORMAL_CLANS,
    STRENGTHS,
)

__all__ = ["PANEL", "draw_panel", "panel_height"]

#: The width of the panel
PANEL = 200.0
_PILES = 158.0  # the height of the piles
_ROW = 19.0
_LEAST = 12.2  # the size of text that is 11 pixels high on a small screen
_TWO_DIGITS = 9  # from this place on numbers take more room
#: Where a card is, as the panel shows it
_UNSEEN, _IN_SIGHT, _GONE = range(3)


def panel_height(scene: Scene) -> float:
    """Return how high the panel is: the piles over the cards, or beside them on a phone."""
    cards = 84 + _ROW * (NORMAL_CLANS + int(scene.state.bruce))
    return cards if scene.narrow else _PILES + cards


def _read_panel(scene: Scene) -> Hashable:
    """Return what the panel depends on."""
    state = scene.state
    top = int(state.discard[state.discard_size - 1]) if state.discard_size else NO_CARD
    return state.pile_size, state.discard_size, top, state.bruce, _places(scene)


@drawn_by(_read_panel)
def draw_panel(scene: Scene) -> Markup:
    """Draw the panel."""
    if scene.narrow:
        return group(_piles(scene), group(_cards(scene), transform=shift(PANEL, 0)))
    return group(_piles(scene), group(_cards(scene), transform=shift(0, _PILES)))


def _piles(scene: Scene) -> Markup:
    """Draw the draw pile, and the discard pile with its last card; how many cards are in each."""
    _, state = scene._, scene.state
    count = int(state.pile_size)
    top = card_back(scene.sheet, BACK.tartan, BACK.badge, BACK.ink) if count else card_slot()
    discarded = int(state.discard[state.discard_size - 1]) if state.discard_size else NO_CARD
    names = (_("draw pile: {n}", n=count), _("discard: {n}", n=int(state.discard_size)))
    places = (PANEL / 2 - CARD_WIDTH - 9, PANEL / 2 + 9)
    return group(
        *(
            label(text, at + CARD_WIDTH / 2, 20, "quiet middle", font_size=size)
            for (text, size), at in zip(
                (legible(name, 13.5, CARD_WIDTH + 20, _LEAST) for name in names), places, strict=True
            )
        ),
        group(element("title", names[0]), top, transform=shift(places[0], 32)),
        group(element("title", names[1]), card_slot(), transform=shift(places[1], 32))
        if discarded == NO_CARD
        else draw_card(scene, discarded, shift(places[1], 32), place=_("in the discard pile")),
    )


def _places(scene: Scene) -> bytes:
    """Return for each card whether it lies open or is known to be held, is gone, or was not seen yet."""
    state = scene.state
    places = bytearray(CARDS)
    there: list[int] = state.supporters[: state.supporters_size].tolist()
    there += state.recruit[state.recruit_up != 0].tolist()
    for seat in range(state.players):
        there += state.army[seat, : state.army_size[seat]].tolist()
        there += state.hand[seat, : state.hand_size[seat]].tolist()
    there += [card for fact in scene.held if (card := CARD_NUMBERS.get(fact["card"])) is not None]
    gone: list[int] = state.discard[: state.discard_size].tolist()
    gone += [card for card, owner in enumerate(state.victory[:CARDS].tolist()) if owner != NOBODY]
    for cards, place in ((there, _IN_SIGHT), (gone, _GONE)):
        for card in cards:
            if 0 <= card < CARDS:
                places[card] = place
    return bytes(places)


def _cards(scene: Scene) -> Markup:
    """Draw all cards, a row a clan: those nobody has seen, those in sight, and a dot for those gone."""
    _, state, lying = scene._, scene.state, _places(scene)
    title = _("All cards")
    rows = []
    for clan in range(NORMAL_CLANS + int(state.bruce)):
        cards = _cards_of(clan, CARDS if state.bruce else NORMAL_CARDS)
        unseen = [card for card in cards if lying[card] == _UNSEEN]
        text = _(
            "{clan}, not seen yet: {cards}",
            clan=names.CLAN_NAMES[clan],
            cards=", ".join(_numeral(card) for card in unseen) or _("none"),
        )
        places = (
            _strength(card, place, lying[card])
            for place, card in enumerate(cards, STRENGTHS - 2 if clan == BRUCE else 0)
        )
        rows.append(
            group(
                element("title", text),
                badge(scene.sheet, LIVERIES[clan].badge, 13, 9, 15),
                *places,
                transform=shift(0, 26 + clan * _ROW),
            )
        )
    below = 26 + _ROW * len(rows)
    legend = (_("bold: may still come"), _("pale: in sight"), _("dot: discarded or won"))
    return group(
        label(title, PANEL / 2, 14, "quiet middle", font_size=fitted(title, 13.5, PANEL - 12)),
        group(*rows, color="var(--sm-quiet)"),
        *(
            label(line, PANEL / 2, below + 15 + 16 * row, "quiet middle", font_size=size)
            for row, (line, size) in enumerate(legible(line, 12.5, PANEL - 6, _LEAST) for line in legend)
        ),
    )


@cache
def _cards_of(clan: int, cards: int) -> tuple[int, ...]:
    return tuple(card for card in range(cards) if clan_of(card) == clan)


@cache
def _numeral(card: int) -> str:
    return str(strength_of(card))


@cache
def _strength(card: int, place: int, lying: int) -> Markup:
    x = 30 + 12.6 * place if place < _TWO_DIGITS else 30 + 12.6 * _TWO_DIGITS + 18 * (place - _TWO_DIGITS) + 3
    if lying == _GONE:
        return element("circle", cx=x, cy=9.5, r=1.4, fill="var(--sm-quiet)")
    if lying == _UNSEEN:
        return label(_numeral(card), x, 14, "middle prompt", font_size=13)
    return label(_numeral(card), x, 14, "middle quiet", font_size=_LEAST)
