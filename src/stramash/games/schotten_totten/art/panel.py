"""The panel on the right: the players, the decks, the discard, and the cards not yet played."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from stramash.core.scene import drawn_by
from stramash.core.words import Translate
from stramash.draw import (
    CARD_HEIGHT,
    CARD_WIDTH,
    Markup,
    Sheet,
    badge,
    card_back,
    card_slot,
    drawn_once,
    element,
    fitted,
    group,
    label,
    number,
    panel,
    shift,
)
from stramash.games.schotten_totten.art.liveries import CLAN_BACK, TACTIC_BACK, livery_of
from stramash.games.schotten_totten.art.scene import MARGIN, SIDE, TINY, Scene, draw_card
from stramash.games.schotten_totten.outcome import describe_standing
from stramash.games.schotten_totten.rules.components import CARDS, CLAN_CARDS, STRENGTHS, UNDER_THE_DECK
from stramash.games.schotten_totten.rules.minis import clans_played_with

__all__ = ["draw_panel", "draw_panel_piece"]

_WIDTH = SIDE[1]
_NAME = 34.0  # from the panel's edge to the foot of a player's name
_LINE = 20.0


def _blocks(scene: Scene) -> list[tuple[float, Callable[[Scene], Markup]]]:
    """Return what the panel shows between the players, each with its height."""
    blocks: list[tuple[float, Callable[[Scene], Markup]]] = [(152, _decks), (120, _unplayed)]
    if scene.state.tactics:
        blocks.insert(1, (134, _discard))
    if scene.state.rounds > 1:
        blocks.insert(0, (16, _round))
    return blocks


def _read_panel(scene: Scene) -> Hashable:
    """Return what the panel depends on."""
    state = scene.state
    decks = (state.deck_size, state.tactic_deck_size, state.discard_size, state.face_up.tobytes())
    lying = (state.discard.tobytes(), state.returned.tobytes(), state.returned_place.tobytes())
    rounds = (state.tactics, state.rounds, state.round_number, state.fewer_clans)
    return (
        decks,
        lying,
        rounds,
        *(scene.is_legal(handle) for handle in ("deck:clan", "deck:tactic", "discard")),
    )


@drawn_by(_read_panel)
def draw_panel_piece(scene: Scene) -> Markup:
    """Draw the panel without the players, whom a page names itself: in a column, or two abreast."""
    abreast = 2 if scene.narrow else 1
    parts, y, tallest = [], 18.0, 0.0
    for index, (tall, block) in enumerate(_blocks(scene)):
        parts.append(group(block(scene), transform=shift(index % abreast * _WIDTH, y)))
        tallest = max(tallest, tall)
        if index % abreast == abreast - 1 or index == len(_blocks(scene)) - 1:
            y, tallest = y + tallest + 22, 0.0
    _ = scene._
    return scene.sheet.piece((0, 0, abreast * _WIDTH, y), _("Decks and cards to come"), *parts)


def draw_panel(scene: Scene) -> Markup:
    """Draw the panel: the players at their ends, the rest between them with even room."""
    blocks = _blocks(scene)
    height = scene.height - 2 * MARGIN
    end = _NAME + _LINE * len(describe_standing(scene.record, scene.near, scene._))
    room = (height - 2 * end - sum(tall for tall, _ in blocks)) / (len(blocks) + 1)
    parts = [
        panel(0, 0, _WIDTH, height),
        _player(scene, 1 - scene.near, _NAME),
        _player(scene, scene.near, height - end + _NAME - 16),
    ]
    y = end
    for tall, block in blocks:
        parts.append(group(block(scene), transform=shift(0, y + room)))
        y += room + tall
    return group(*parts, transform=shift(SIDE[0], MARGIN))


def _player(scene: Scene, seat: int, y: float) -> Markup:
    """Draw a player's name, marked while it is this player's turn, and the player's standing."""
    name = scene.name(seat)
    turn = element("path", d="M0 0l-11-6.5v13z", fill="var(--sm-mark)", transform=shift(_WIDTH - 16, y - 7))
    return group(
        label(name, 18, y, "title", font_size=fitted(name, 22, _WIDTH - 50)),
        turn if scene.state.player == seat else None,
        *(
            label(line, 18, y + 22 + _LINE * row, "quiet", font_size=fitted(line, 14.5, _WIDTH - 30))
            for row, line in enumerate(describe_standing(scene.record, seat, scene._))
        ),
    )


def _round(scene: Scene) -> Markup:
    _, state = scene._, scene.state
    text = _("Round {number} of {rounds}", number=int(state.round_number), rounds=int(state.rounds))
    return label(text, _WIDTH / 2, 14, "title middle", font_size=fitted(text, 18, _WIDTH - 24))


def _decks(scene: Scene) -> Markup:
    if not scene.state.tactics:
        return _deck(scene, "clan", _WIDTH / 2)
    return group(_deck(scene, "clan", _WIDTH / 2 - 45), _deck(scene, "tactic", _WIDTH / 2 + 45))


def _deck(scene: Scene, kind: str, middle: float) -> Markup:
    """Draw a deck with the number of its cards; cards known to lie under it peep out."""
    _, state = scene._, scene.state
    clan = kind == "clan"
    count: int = state.deck_size if clan else state.tactic_deck_size
    name = _("Clan cards") if clan else _("Tactic cards")
    known = [
        card
        for card, place in zip(state.returned.tolist(), state.returned_place.tolist(), strict=True)
        if place == UNDER_THE_DECK and 0 <= card < CARDS and (card < CLAN_CARDS) == clan
    ]
    handle = f"deck:{kind}"
    under = [
        draw_card(
            scene,
            card,
            shift(middle - CARD_WIDTH / 2 + index * (TINY * CARD_WIDTH + 3) + 2, -15, TINY),
            size=TINY,
            place=_("under the deck"),
        )
        for index, card in enumerate(known)
    ]
    return group(*under, _pile(scene.sheet, handle, int(count), name, scene.classes("deck", handle), middle))


@drawn_once
def _pile(sheet: Sheet, handle: str, count: int, name: str, classes: str, middle: float) -> Markup:
    """Draw a deck as a pile, as high as it can be seen to be, with the number of its cards."""
    back = CLAN_BACK if handle == "deck:clan" else TACTIC_BACK
    pile = [
        group(card_back(sheet, back.tartan), transform=shift(off, off))
        for off in (4.0, 2.0)[: max(0, count - 1)]
    ]
    top_card = card_back(sheet, back.tartan, back.badge, back.ink) if count else card_slot()
    return Markup(
        group(
            element("title", f"{name}: {count}"),
            *pile,
            top_card,
            class_=classes,
            data_handle=handle,
            transform=shift(middle - CARD_WIDTH / 2, 0),
        )
        + label(str(count), middle, CARD_HEIGHT + 27, "numeral middle", font_size=20)
        + label(name, middle, CARD_HEIGHT + 44, "quiet middle", font_size=fitted(name, 13, 88))
    )


def _discard(scene: Scene) -> Markup:
    """Draw the discard, all of it open: proofs depend on what lies there."""
    _, state = scene._, scene.state
    cards: list[int] = state.discard[: state.discard_size].tolist()
    title = _("Discard")
    step = (_WIDTH - 20) / 5
    indent = 10 + (step - TINY * CARD_WIDTH) / 2
    return group(
        label(title, _WIDTH / 2, 10, "quiet middle", font_size=13),
        group(
            element("title", title),
            element("rect", class_="slot edge", x=6, y=20, width=_WIDTH - 12, height=114, rx=8),
            *(
                draw_card(
                    scene,
                    card,
                    shift(indent + index % 5 * step, 27 + index // 5 * 53, TINY),
                    size=TINY,
                    place=_("in the discard"),
                )
                for index, card in enumerate(cards)
            ),
            class_=scene.classes("discard", "discard"),
            data_handle="discard",
        ),
    )


def _unplayed(scene: Scene) -> Markup:
    """Draw the Clan cards that have not been on the table yet: a proof has to consider them."""
    played = tuple(scene.state.face_up.tolist()[: clans_played_with(scene.record)])
    return _rows_of_unplayed(scene.sheet, played, scene._.nameless)


@drawn_once
def _rows_of_unplayed(sheet: Sheet, played: tuple[int, ...], _: Translate) -> Markup:
    """Draw a line for each clan; both players and all spectators see the same."""
    title = _("Clan cards not yet played")
    return group(
        label(title, _WIDTH / 2, 10, "quiet middle", font_size=fitted(title, 13, _WIDTH - 20)),
        *(_unplayed_of_clan(sheet, clan, seen) for clan, seen in enumerate(played)),
        color="var(--sm-quiet)",
    )


@drawn_once
def _unplayed_of_clan(sheet: Sheet, clan: int, played: int) -> Markup:
    """Draw the line of a clan; `played` has a bit for each strength that has been on the table."""
    y = 31.0 + clan * 17.5
    places = " ".join(number(46 + strength * 15.5) for strength in range(STRENGTHS))
    row = "".join("·" if played >> strength & 1 else str(strength + 1) for strength in range(STRENGTHS))
    mark = badge(sheet, livery_of(clan * STRENGTHS).badge, 24, y - 4.5, 15)
    return Markup(mark + element("text", row, x=places, y=y, class_="middle", font_size=13.5))
