"""The ledger: what every player has, what it would bring in a scoring now, and what tiles would cost."""

from __future__ import annotations

from dataclasses import dataclass

from stramash.core.state import NOBODY
from stramash.draw import Markup, element, fitted, group, label, panel
from stramash.games.glen_more.art.icons import icon
from stramash.games.glen_more.art.scene import SEAT_INKS, Scene
from stramash.games.glen_more.facts.standings import if_it_ended_now, standings, tiles_over, until_scoring
from stramash.games.glen_more.rules.scoring import location_points

__all__ = ["draw_ledger"]

_HEAD = 50.0  # the height of the heads of the columns
_FOOT = 30.0


@dataclass(frozen=True)
class Row:
    """A line of the ledger: a number for each seat, and perhaps what it would bring."""

    icon: str
    name: str
    have: list[int]
    brings: list[int] | None = None
    #: as facts know it
    handle: str | None = None
    strong: bool = False


def draw_ledger(scene: Scene, x: float, y: float, width: float, row: float) -> tuple[Markup, float]:
    """Draw the ledger with rows of this height; return it with its own height."""
    _, state = scene._, scene.state
    players = int(state.players)
    rows = _rows(scene)
    names = min(150.0, width * 0.42)
    step = (width - names - 14) / players
    height = _HEAD + row * len(rows) + _FOOT
    parts = [
        panel(x, y, width, height),
        element("rect", x=x + names + 4 + step * scene.near, y=y + 6, width=step, height=height - _FOOT - 6,
                rx=8, class_="ground"),
        *(
            _head(scene, seat, x + names + 4 + step * (seat + 0.5), y, step)
            for seat in range(players)
        ),
        *(
            _line(scene, one, x, y + _HEAD + row * place, names, step, row)
            for place, one in enumerate(rows)
        ),
        _foot(scene, x + 14, y + height - 11, width - 28),
    ]  # fmt: skip
    return group(*parts), height


def _rows(scene: Scene) -> list[Row]:
    _, state = scene._, scene.state
    seats = range(int(state.players))
    compared = {entry["category"]: entry for entry in standings(scene.record, scene.near, _)}
    tiles = tiles_over(scene.record, scene.near, _)

    def versus(picture: str, name: str, key: str) -> Row:
        entry = compared[key]
        return Row(picture, name, entry["have"], entry["points"], f"category:{key}")

    cards = [int(location_points(scene.record, seat)) for seat in seats]
    rows = [
        Row("coin", _("coins"), [int(state.coins[seat]) for seat in seats]),
        versus("barrel", _("whisky"), "whisky"),
        versus("chieftain", _("chieftains, tams"), "chieftains"),
        versus("castle", _("locations"), "locations"),
        Row("tiles", _("tiles"), tiles["have"], [-cost for cost in tiles["cost"]]),
    ]
    if any(cards):
        rows.append(Row("castle", _("cards at the end"), cards))
    rows.append(Row("points", _("points"), [int(state.points[seat]) for seat in seats], strong=True))
    if state.player != NOBODY:
        rows.append(Row("points", _("if it ended now"), if_it_ended_now(scene.record)))
    return rows


def _head(scene: Scene, seat: int, middle: float, y: float, room: float) -> Markup:
    """A player's colour and name, marked while it is this player's turn."""
    name = scene.name(seat)
    to_act = scene.state.player == seat
    return group(
        element("title", name),
        element("circle", cx=middle, cy=y + 19, r=13, fill="none", stroke="var(--sm-mark)", stroke_width=2)
        if to_act
        else None,
        element("circle", cx=middle, cy=y + 19, r=10, fill=SEAT_INKS[seat]),
        label(str(seat + 1), middle, y + 24, "numeral middle own", font_size=14, color="#fff"),
        label(name, middle, y + 45, "quiet middle", font_size=fitted(name, 12.5, room - 4)),
    )


def _line(scene: Scene, row: Row, x: float, y: float, names: float, step: float, tall: float) -> Markup:
    base = y + tall / 2 + 6
    size = 21 if row.strong else 18
    parts: list[Markup | None] = [
        element("title", row.name),
        element("rect", class_="edge", x=x + 4, y=y + 1, width=names + step * len(row.have), height=tall - 2,
                rx=6, fill="none", stroke_opacity=0),
        icon(scene.sheet, row.icon, x + 20, base - 6, 17),
        label(row.name, x + 35, base - 1, "quiet", font_size=fitted(row.name, 13.5, names - 36)),
    ]  # fmt: skip
    for seat, have in enumerate(row.have):
        middle = x + names + 4 + step * (seat + 0.5)
        brings = row.brings[seat] if row.brings else 0
        at = middle - (9 if brings else 0)
        parts.append(label(_signed(have), at, base, "numeral middle", font_size=size))
        if brings:
            shown = "+" * (brings > 0) + _signed(brings)
            parts.append(label(shown, at + 8 + 4 * len(str(have)), base - 1, "quiet", font_size=12.5))
    return group(*parts, class_="line", data_handle=row.handle, color="var(--sm-quiet)")


def _signed(value: int) -> str:
    """Write a number with a proper minus."""
    return str(value).replace("-", "−")


def _foot(scene: Scene, x: float, y: float, room: float) -> Markup | None:
    """When the next scoring comes."""
    _ = scene._
    left = until_scoring(scene.record)
    if left is None:
        return None
    text = _.count(
        "Scoring {scoring} of 3 comes after {n} more tile",
        "Scoring {scoring} of 3 comes after {n} more tiles",
        left,
        scoring=int(scene.state.scorings) + 1,
    )
    return label(text, x, y, "quiet", font_size=fitted(text, 13, room))
