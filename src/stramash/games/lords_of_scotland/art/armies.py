"""The armies, a band each: who, the Followers with what is on them, and what they are worth."""

from __future__ import annotations

from stramash.core.game import Json
from stramash.draw import (
    CARD_WIDTH,
    Markup,
    badge,
    element,
    fitted,
    group,
    label,
    panel,
    shift,
)
from stramash.games.lords_of_scotland.art.scene import (
    ARMY,
    BAND,
    MARGIN,
    TINY,
    TOP,
    WIDTH,
    Scene,
    draw_card,
    pill,
)
from stramash.games.lords_of_scotland.notation import CLAN_CODES, down_notation
from stramash.games.lords_of_scotland.rules.components import CARDS, FACE_UP
from stramash.games.lords_of_scotland.telling import player_name

__all__ = ["draw_armies"]

_HANDS = 214.0  # where the small hands begin
_FOLLOWERS = (392.0, 600.0)  # where the Followers begin, and their room
_TOTAL = 1046.0  # the middle of the totals
_CLAIM = 1092.0  # where the order of claiming is told


def draw_armies(scene: Scene) -> list[Markup]:
    """Draw a band for each player, clockwise; the one who looks, or seat 0, is the last."""
    players = int(scene.state.players)
    seats = [(scene.near + step) % players for step in range(1, players + 1)]
    return [_band(scene, seat, TOP + row * BAND) for row, seat in enumerate(seats)]


def _band(scene: Scene, seat: int, y: float) -> Markup:
    army = scene.facts["armies"][seat]
    return group(
        panel(0, 0, WIDTH - 2 * MARGIN, BAND - 10),
        _player(scene, seat),
        None if seat == scene.seat else _small_hand(scene, seat),
        *_followers(scene, seat, army),
        *_total(scene, army),
        transform=shift(MARGIN, y),
    )


def _player(scene: Scene, seat: int) -> Markup:
    """Name, points and cards; an arrow marks who is to act, a crown the Victor's Initiative."""
    _, state = scene._, scene.state
    name = _("You") if seat == scene.seat else player_name(seat, _)
    points = _.count("{n} point", "{n} points", int(state.points[seat]))
    cards = _.count("{n} card in hand", "{n} cards in hand", int(state.hand_size[seat]))
    arrow = element("path", d="M0 0l-11-6.5v13z", fill="var(--sm-mark)", transform=shift(18, 31))
    crown = group(
        element("title", _("Victor's Initiative")),
        element("circle", class_="well edge", cx=186, cy=29, r=15),
        badge(scene.sheet, "crown", 186, 29, 20),
        color="var(--sm-mark)",
    )
    return group(
        arrow if state.player == seat else None,
        label(name, 26, 38, "title", font_size=fitted(name, 22, 140)),
        label(points, 26, 62, "", font_size=15),
        label(cards, 26, 83, "quiet", font_size=fitted(cards, 14, 170)),
        crown if state.initiative == seat else None,
    )


def _small_hand(scene: Scene, seat: int) -> Markup:
    """A hand of another, small; cards all saw taken lie open."""
    cards = [int(card) for card in scene.state.hand[seat, : scene.state.hand_size[seat]]]
    step = min(TINY * CARD_WIDTH + 3, 160 / max(1, len(cards)))
    return group(
        *(draw_card(scene, card, shift(_HANDS + place * step, 34, TINY)) for place, card in enumerate(cards))
    )


def _followers(scene: Scene, seat: int, army: Json) -> list[Markup]:
    start, room = _FOLLOWERS
    count = len(army["followers"])
    step = min(ARMY * CARD_WIDTH + 8, (room - ARMY * CARD_WIDTH) / max(1, count - 1))
    return [
        _follower(scene, seat, place, fact, shift(start + place * step, 8, ARMY))
        for place, fact in enumerate(army["followers"])
    ]


def _follower(scene: Scene, seat: int, place: int, fact: Json, transform: str) -> Markup:
    """A Follower with its mark: face-down, kept, or with a power in force."""
    _, state = scene._, scene.state
    card, down = int(state.army[seat, place]), int(state.down[seat, place])
    marks = []
    if down != FACE_UP:
        marks.append(pill(scene, _("face-down") if card < CARDS else down_notation(down)[1:]))
    elif fact["kept"]:
        marks.append(pill(scene, _("kept")))
    elif fact["active"]:
        clan = CLAN_CODES.index(fact["active"])
        marks.append(pill(scene, _("copied") if fact["copied"] else _("active"), clan))
    return draw_card(scene, card, transform, *marks, handle=f"follower:{fact['name']}")


def _total(scene: Scene, army: Json) -> list[Markup]:
    """What the army is worth by what is seen, and who would claim in what order."""
    _ = scene._
    if army["place"] is None:
        return [label("–", _TOTAL, 58, "quiet middle", font_size=24)]
    under = None
    if army["doubled"]:
        under = _("{strength} doubled", strength=army["strength"])
    elif army["unknown"]:
        under = _("+ {n} face-down", n=army["unknown"])
    claim = scene.facts["claiming"][army["place"] - 1]
    lines = [_("claims: {place}.", place=army["place"])]
    if army["claims"] > 1:
        lines.append(_("takes two Supporters"))
    if claim["tied_with"]:
        lines.append(_("tie: rank {rank}", rank=claim["tie_rank"]))
    return [
        label(str(army["total"]), _TOTAL, 52, "numeral middle", font_size=34),
        *([label(under, _TOTAL, 76, "quiet middle", font_size=fitted(under, 13, 84))] if under else []),
        *(
            label(line, _CLAIM, 34 + 21 * row, "" if row == 0 else "quiet", font_size=fitted(line, 14.5, 132))
            for row, line in enumerate(lines)
        ),
    ]
