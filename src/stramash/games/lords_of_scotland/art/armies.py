"""The armies, a band each: who, what is known of the hand, the Followers, and what they are worth."""

from __future__ import annotations

from stramash.core.game import Json
from stramash.draw import (
    CARD_HEIGHT,
    CARD_WIDTH,
    Markup,
    badge,
    cloth,
    element,
    fitted,
    group,
    label,
    lines_of,
    panel,
    shift,
)
from stramash.games.lords_of_scotland.art.liveries import BACK
from stramash.games.lords_of_scotland.art.scene import CHIP, Scene, chip, clipped, draw_card, pill
from stramash.games.lords_of_scotland.rules.components import (
    CARD_NAMES,
    CARD_NUMBERS,
    CARDS,
    CLAN_CODES,
    DOWNS,
    FACE_UP,
)

__all__ = ["draw_armies"]

_WORDS = 90.0  # what three lines need


def draw_armies(scene: Scene, *, on_page: bool = False) -> list[Markup]:
    """Draw a band for each player; on a page, with places where a dragged card can be dropped."""
    return [
        group(
            panel(0, 0, scene.layout.width, tall),
            _player(scene, seat),
            None if seat == scene.seat else _held(scene, seat),
            *_followers(scene, seat),
            *_total(scene, seat),
            *(_drop_places(scene, tall) if on_page and seat == scene.seat else ()),
            transform=shift(0, y),
        )
        for seat, y, tall in scene.bands
    ]


# --- Who it is, and the hand -------------------------------------------------------------------------------


def _player(scene: Scene, seat: int) -> Markup:
    """Name, points and cards; an arrow marks who is to act, a crown the Victor's Initiative."""
    _, state = scene._, scene.state
    points = _.count("{n} point", "{n} points", int(state.points[seat]))
    cards = _.count("{n} card in hand", "{n} cards in hand", int(state.hand_size[seat]))
    if scene.narrow:
        left, room, lines, size = 20.0, 66.0, (22.0, 39.0, 56.0), 17.0
    else:
        drop = (scene.layout.band - _WORDS) / 2
        left, room, lines, size = 26.0, 128.0, (30 + drop, 53 + drop, 73 + drop), 22.0
    if scene.narrow and state.initiative != seat:
        room += 22
    name = clipped(_("You") if seat == scene.seat else scene.name(seat), room)
    crown_at = left + room + (12 if scene.narrow else 18), lines[0] - 7
    return group(
        _arrow(lines[0] - size / 3) if state.player == seat else None,
        label(name, left, lines[0], "title", font_size=fitted(name, size, room)),
        label(points, left, lines[1], "", font_size=fitted(points, 14.5, room + 14)),
        None if scene.narrow else label(cards, left, lines[2], "quiet", font_size=14),
        _crown(scene, *crown_at) if state.initiative == seat else None,
    )


def _arrow(y: float) -> Markup:
    return element("path", d="M0 0l-10-6v12z", fill="var(--sm-mark)", transform=shift(17, y))


def _crown(scene: Scene, x: float, y: float) -> Markup:
    return group(
        element("title", scene._("Victor's Initiative")),
        element("circle", class_="well edge", cx=x, cy=y, r=12 if scene.narrow else 15),
        badge(scene.sheet, "crown", x, y, 16 if scene.narrow else 20),
        color="var(--sm-mark)",
    )


def _held(scene: Scene, seat: int) -> Markup:
    """A hand of another: a chip for each card that all saw taken, and how many others there are."""
    _, state = scene._, scene.state
    hand = [int(card) for card in state.hand[seat, : state.hand_size[seat]]]
    texts = {fact["card"]: fact["text"] for fact in scene.facts["held"] if fact["seat"] == seat}
    known: list[tuple[int, str]] = [(card, texts.get(CARD_NAMES[card], "")) for card in hand if card < CARDS]
    known += [
        (card, fact["text"])
        for fact in scene.facts["held"]
        if fact["seat"] == seat and not fact["sure"] and (card := CARD_NUMBERS.get(fact["card"])) is not None
    ]
    others = sum(card >= CARDS for card in hand)
    left, top, room = scene.layout.held
    cells = [(CARDS, ""), *known] if others or not known else known
    scale = 1.0
    while len(cells) > (abreast := int((room / scale + 3) / (CHIP[0] + 3))) * int(
        (scene.layout.band - top) / scale / (CHIP[1] + 4)
    ):
        scale *= 0.92
    return group(
        element("title", _.count("{n} card in hand", "{n} cards in hand", len(hand))),
        *(
            _backs(scene, others, *at) if card == CARDS else chip(scene, card, *at, text, lies_there=True)
            for card, text, at in (
                (card, text, (place % abreast * (CHIP[0] + 3), place // abreast * (CHIP[1] + 4)))
                for place, (card, text) in enumerate(cells)
            )
        ),
        transform=shift(left, top, scale),
    )


def _backs(scene: Scene, count: int, x: float, y: float) -> Markup:
    """So many cards nobody else knows: one small back and a number."""
    return group(
        element("rect", class_="paper edge", width=15, height=CHIP[1], rx=2.5),
        element(
            "rect", x=1.5, y=1.5, width=12, height=CHIP[1] - 3, rx=2, fill=cloth(scene.sheet, BACK.tartan)
        ),
        label(f"×{count}", 18, 15, "", font_size=14),
        transform=shift(x, y),
    )


# --- The Followers ----------------------------------------------------------------------------------------


def _followers(scene: Scene, seat: int) -> list[Markup]:
    layout = scene.layout
    followers = scene.facts["armies"][seat]["followers"]
    start, room = layout.followers
    wide, tall = layout.army * CARD_WIDTH, layout.army * CARD_HEIGHT
    row = min(len(followers), layout.in_a_row)
    step = min(wide + 8, (room - wide) / max(1, row - 1))
    return [
        _follower(
            scene,
            seat,
            place,
            fact,
            shift(
                start + place % layout.in_a_row * step, 5 + place // layout.in_a_row * (tall + 6), layout.army
            ),
        )
        for place, fact in enumerate(followers)
    ]


def _follower(scene: Scene, seat: int, place: int, fact: Json, transform: str) -> Markup:
    """A Follower with its mark: face-down, kept, or with a power in force."""
    _, state = scene._, scene.state
    card, down = int(state.army[seat, place]), int(state.down[seat, place])
    marks = []
    if down != FACE_UP:
        marks.append(
            pill(scene, _("face-down") if card < CARDS else _("no. {number}", number=down % DOWNS + 1))
        )
    elif fact["kept"]:
        marks.append(pill(scene, _("kept")))
    elif fact["active"]:
        clan = CLAN_CODES.index(fact["active"])
        marks.append(pill(scene, _("copied") if fact["copied"] else _("active"), clan))
    return draw_card(scene, card, transform, *marks, handle=f"follower:{fact['name']}")


def _drop_places(scene: Scene, tall: float) -> list[Markup]:
    """Where a card dragged from the hand can be dropped, one place for each way to muster it."""
    _ = scene._
    ways = {
        "muster:power": _("face-up with its power"),
        "muster:up": _("face-up, no power"),
        "muster:down": _("face-down"),
    }
    shown = [way for way in ways if way in scene.later]
    wide = scene.layout.width / max(1, len(shown))
    return [
        group(
            element("rect", class_="well edge", x=2, y=2, width=wide - 4, height=tall - 4, rx=10),
            *_words(ways[way], wide, tall),
            class_="drop",
            data_drop=way,
            transform=shift(place * wide, 0),
        )
        for place, way in enumerate(shown)
    ]


def _words(text: str, wide: float, tall: float) -> list[Markup]:
    """Write a text in the middle of a field, in two lines if it is long."""
    lines = lines_of(text, 16, wide - 16)
    first = tall / 2 + 6 - 10 * (len(lines) - 1)
    return [
        label(line, wide / 2, first + 20 * row, "middle", font_size=fitted(line, 16, wide - 16))
        for row, line in enumerate(lines)
    ]


# --- What an army is worth --------------------------------------------------------------------------------


def _total(scene: Scene, seat: int) -> list[Markup]:
    """What the army is worth by what is seen, and who would claim in what order."""
    army, middle = scene.facts["armies"][seat], scene.layout.total
    drop = 0.0 if scene.narrow else (scene.layout.band - _WORDS) / 2
    if army["place"] is None:
        return [label("–", middle, 46 + drop, "quiet middle", font_size=24)]
    under, lines = _worth(scene, army), _order(scene, army)
    if scene.narrow:
        rest = [*([under] if under else []), *lines]
        return [
            label(str(army["total"]), middle, 30, "numeral middle", font_size=28),
            *(
                label(line, middle, 45 + 14.5 * row, "middle quiet", font_size=fitted(line, 12.5, 98))
                for row, line in enumerate(rest[:3])
            ),
        ]
    return [
        label(str(army["total"]), middle, 48 + drop, "numeral middle", font_size=34),
        *(
            [label(under, middle, 70 + drop, "quiet middle", font_size=fitted(under, 13.5, 92))]
            if under
            else []
        ),
        *(
            label(line, 850, 32 + drop + 21 * row, "quiet" * bool(row), font_size=fitted(line, 14.5, 128))
            for row, line in enumerate(lines)
        ),
    ]


def _worth(scene: Scene, army: Json) -> str | None:
    _ = scene._
    if army["doubled"]:
        return _("{strength} doubled", strength=army["strength"])
    return _("+ {n} face-down", n=army["unknown"]) if army["unknown"] else None


def _order(scene: Scene, army: Json) -> list[str]:
    """Say as the which this army would claim, and what is special about it, as far as that is sure."""
    _ = scene._
    claim = scene.facts["claiming"][army["place"] - 1]
    ordinals = (
        _("1st to claim"),
        _("2nd to claim"),
        _("3rd to claim"),
        _("4th to claim"),
        _("5th to claim"),
    )
    place = ordinals[army["place"] - 1]
    if not claim["certain"]:  # what lies face-down may change it
        return [_("{place}?", place=place)]
    lines = [place]
    if claim["left_out"]:
        lines.append(_("none left") if scene.narrow else _("no Supporter left"))
    elif army["claims"] > 1:
        lines.append(_("takes two") if scene.narrow else _("takes two Supporters"))
    if claim["tied_with"]:
        lines.append(_("tie: rank {rank}", rank=claim["tie_rank"]))
    return lines
