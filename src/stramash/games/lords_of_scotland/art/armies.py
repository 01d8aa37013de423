"""The armies, a band each: who, what is known of the hand, the Followers, and what they are worth."""

from __future__ import annotations

from stramash.core.game import Json
from stramash.core.state import NOBODY
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
    legible,
    lines_of,
    panel,
    ribbon,
    shift,
)
from stramash.games.lords_of_scotland.art.liveries import BACK, LIVERIES
from stramash.games.lords_of_scotland.art.scene import CHIP, Scene, chip, draw_card, pill
from stramash.games.lords_of_scotland.rules.components import (
    CARD_NAMES,
    CARD_NUMBERS,
    CARDS,
    CLAN_CODES,
    DOWNS,
    FACE_UP,
)
from stramash.games.lords_of_scotland.rules.turn import winners

__all__ = ["draw_armies"]

_WORDS = 84.0  # what a total and three lines need


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
    least = scene.layout.least
    if scene.narrow:
        close = scene.layout.held[1] - 46.0  # where a band is low, the lines lie closer together
        left, room, lines, size = 20.0, 66.0, (22.0 + 0.5 * close, 39.0 + 0.7 * close), 17.0
    else:
        drop = max(0.0, scene.layout.band / 2 - 34)
        close = 0.0 if drop else 4.0  # five bands are low
        left, room, lines, size = 26.0, 134.0, (20 + drop - close / 2, 37 + drop - close), 20.0
        points = f"{points} · {cards}"
    if scene.narrow and state.initiative != seat:
        room += 22
    name, size = legible(_("You") if seat == scene.seat else scene.name(seat), size, room, least, serif=True)
    shown, smaller = legible(points, 14.5, room + (14 if scene.narrow else 34), least)
    crown_at = left + room + (12 if scene.narrow else 24), lines[0] - (6 if scene.narrow else 8)
    return group(
        _arrow(lines[0] - size / 3) if state.player == seat else None,
        label(name, left, lines[0], "title", font_size=size),
        label(shown, left, lines[1], "quiet" * (not scene.narrow), font_size=smaller),
        _crown(scene, *crown_at) if state.initiative == seat else None,
    )


def _arrow(y: float) -> Markup:
    return element("path", d="M0 0l-10-6v12z", fill="var(--sm-mark)", transform=shift(17, y))


def _crown(scene: Scene, x: float, y: float) -> Markup:
    return group(
        element("title", scene._("Victor’s Initiative")),
        element("circle", class_="well edge", cx=x, cy=y, r=12),
        badge(scene.sheet, "crown", x, y, 16),
        color="var(--sm-mark)",
    )


def _held(scene: Scene, seat: int) -> Markup:
    """Draw a hand of another: a chip for each card that all saw taken, and how many others there are."""
    _, state = scene._, scene.state
    hand = [int(card) for card in state.hand[seat, : state.hand_size[seat]]]
    texts = {fact["card"]: fact["text"] for fact in scene.held if fact["seat"] == seat}
    known: list[tuple[int, str]] = [(card, texts.get(CARD_NAMES[card], "")) for card in hand if card < CARDS]
    known += [
        (card, fact["text"])
        for fact in scene.held
        if fact["seat"] == seat and not fact["sure"] and (card := CARD_NUMBERS.get(fact["card"])) is not None
    ]
    others = sum(card >= CARDS for card in hand)
    left, top, room = scene.layout.held
    cells = [(CARDS, ""), *known] if others or not known else known
    # an open hand, as after the game, is shown whole: its chips become smaller until all fit
    for size in (1.0,) if others else (1.0, 0.8, 0.6, 0.45):
        abreast = int((room / size + 3) / (CHIP[0] + 3))
        fitting = abreast * max(1, int(((scene.layout.band - top) / size + 4) / (CHIP[1] + 4)))
        if len(cells) <= fitting:
            break
    unshown = max(0, len(cells) - fitting + 1) if len(cells) > fitting else 0

    def at(place: int) -> tuple[float, float]:
        return place % abreast * (CHIP[0] + 3), place // abreast * (CHIP[1] + 4)

    return group(
        element("title", _.count("{n} card in hand", "{n} cards in hand", len(hand))),
        *(
            _backs(scene, others, *at(place))
            if card == CARDS
            else chip(scene, card, *at(place), text, lies_there=True)
            for place, (card, text) in enumerate(cells[: len(cells) - unshown])
        ),
        label(f"+{unshown}", at(fitting - 1)[0] + 6, at(fitting - 1)[1] + 15, "", font_size=14)
        if unshown
        else None,
        transform=shift(left, top, size),
    )


def _backs(scene: Scene, count: int, x: float, y: float) -> Markup:
    """Return a small card back with the number of cards that nobody else knows."""
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
    followers = scene.armies[seat]["followers"]
    start, room = layout.followers
    wide, tall = layout.army * CARD_WIDTH, layout.army * CARD_HEIGHT
    row = min(len(followers), layout.in_a_row)
    step = min(wide + 8, (room - wide) / max(1, row - 1))
    crowded = step < wide
    return [
        _follower(
            scene,
            seat,
            place,
            fact,
            crowded and place + 1 < len(followers) and (place + 1) % layout.in_a_row != 0,
            shift(
                start + place % layout.in_a_row * step, 5 + place // layout.in_a_row * (tall + 6), layout.army
            ),
        )
        for place, fact in enumerate(followers)
    ]


def _follower(scene: Scene, seat: int, place: int, fact: Json, covered: bool, transform: str) -> Markup:
    """Draw a Follower with its mark: face-down, kept, or with a power in force; the next may cover it."""
    _, state = scene._, scene.state
    card, down = int(state.army[seat, place]), int(state.down[seat, place])
    marks = []
    if down != FACE_UP:
        number = _("no. {number}", number=down % DOWNS + 1)
        marks.append(pill(scene, _("face-down") if card < CARDS else number, "blindfold", covered=covered))
    elif fact["kept"]:
        marks.append(pill(scene, _("kept"), "shield", covered=covered))
    elif fact["active"]:
        clan = CLAN_CODES.index(fact["active"])
        word = _("copied") if fact["copied"] else _("active")
        emblem = LIVERIES[clan].badge if fact["copied"] else "star"
        marks.append(pill(scene, word, emblem, clan, covered=covered))
    where = _("your army") if seat == scene.seat else _("{who}'s army", who=scene.name(seat))
    return draw_card(
        scene,
        card,
        transform,
        *marks,
        size=scene.layout.army,
        handle=f"follower:{fact['name']}",
        place=where,
    )


def _drop_places(scene: Scene, tall: float) -> list[Markup]:
    """Return where a card dragged from the hand can be dropped, one place for each way to muster it."""
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
    """Return the visible strength of an army and its place in the claiming order; a ribbon for the victor."""
    (middle, room), layout = scene.layout.total, scene.layout
    if scene.state.player == NOBODY and int(winners(scene.record)) >> seat & 1:
        high = layout.band / 2
        return [
            ribbon(scene.sheet, middle - 30, high - 14, 60, 28),
            _crown(scene, middle, high),
        ]
    army = scene.armies[seat]
    if army["place"] is None:
        return [label("–", middle, layout.band / 2 + 8, "quiet middle", font_size=24)]
    under, lines = _worth(scene, army), _order(scene, army)
    rest = [*([under] if under else []), *lines][: 3 if layout.band > _WORDS else 2]
    size = 30.0 if layout.band > _WORDS else 25.0
    first = layout.band / 2 - 7.5 * len(rest) + 0.32 * size
    said = [legible(line, 13.5, room, layout.least) for line in rest]
    return [
        label(str(army["total"]), middle, first, "numeral middle", font_size=size),
        *(
            label(line, middle, first + 17 + 15 * row, "middle quiet", font_size=fits)
            for row, (line, fits) in enumerate(said)
        ),
    ]


def _worth(scene: Scene, army: Json) -> str | None:
    _ = scene._
    if army["doubled"]:
        return _("{strength} doubled", strength=army["strength"])
    return _("+ {n} face-down", n=army["unknown"]) if army["unknown"] else None


def _order(scene: Scene, army: Json) -> list[str]:
    """Return the place of this army in the claiming order, and what is special about it, if certain."""
    _ = scene._
    claim = scene.claiming[army["place"] - 1]
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
