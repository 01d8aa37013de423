"""The middle of the table: the Supporters, the Recruits, and how far the round is."""

from __future__ import annotations

from stramash.draw import CARD_WIDTH, Markup, card_slot, element, fitted, group, label, shift
from stramash.games.lords_of_scotland.art.scene import Scene, draw_card
from stramash.games.lords_of_scotland.rules.components import CARD_NAMES, CARDS, NO_CARD, RECRUITS, TURNS

__all__ = ["draw_middle"]

_CARDS_AT = 28.0  # where the cards begin, under their title
_ON_A_PHONE = 26.0


def draw_middle(scene: Scene) -> list[Markup]:
    """Draw what lies between the players."""
    return [_supporters(scene), _recruits(scene), _turn(scene)]


def _place(scene: Scene, number: int) -> str:
    """Return where the card with this number lies in a row."""
    scale = scene.layout.middle
    return shift(
        number * (scale * CARD_WIDTH + scene.layout.gap),
        _ON_A_PHONE if scene.narrow else _CARDS_AT,
        scale,
    )


def _title(scene: Scene, text: str) -> Markup:
    return label(text, 2, 18 if scene.narrow else 22, "title", font_size=17 if scene.narrow else 19)


def _supporters(scene: Scene) -> Markup:
    state = scene.state
    cards = [int(card) for card in state.supporters[: state.supporters_size]]
    return group(
        _title(scene, scene._("Supporters")),
        *(
            draw_card(
                scene,
                card,
                _place(scene, number),
                size=scene.layout.middle,
                handle=f"supporter:{CARD_NAMES[card]}",
                place=scene._("Supporter"),
            )
            for number, card in enumerate(cards)
        ),
    )


def _recruits(scene: Scene) -> Markup:
    state, places = scene.state, []
    for place in range(RECRUITS):
        card, at = int(state.recruit[place]), _place(scene, place)
        if card == NO_CARD:
            places.append(group(card_slot(), transform=at))
            continue
        up = bool(state.recruit_up[place])
        places.append(
            draw_card(
                scene,
                card if up else CARDS,
                at,
                size=scene.layout.middle,
                handle=f"recruit:{place + 1}",
                place=scene._("Recruit {place}", place=place + 1),
            )
        )
    return group(_title(scene, scene._("Recruits")), *places, transform=shift(*scene.layout.recruits))


def _turn(scene: Scene) -> Markup:
    """Draw the round and the turn, as words and as five pips; on a phone in a line."""
    _, state = scene._, scene.state
    turn = int(state.turn)
    words = (
        _("Round {number}", number=int(state.round_number)),
        _("Turn {turn} of {turns}", turn=turn, turns=TURNS),
    )
    at = shift(*scene.layout.turn)
    if scene.narrow:
        return label(" · ".join(words), 0, 18, "quiet end", font_size=14, transform=at)
    return group(
        label(words[0], 0, 56, "title middle", font_size=22),
        label(words[1], 0, 78, "quiet middle", font_size=fitted(words[1], 15, 108)),
        *(
            element(
                "circle",
                class_="edge",
                fill="var(--sm-mark)" if pip < turn else "none",
                cx=(pip - (TURNS - 1) / 2) * 18,
                cy=96,
                r=6,
            )
            for pip in range(TURNS)
        ),
        transform=at,
    )
