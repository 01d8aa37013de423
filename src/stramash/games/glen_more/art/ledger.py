"""The ledger: what every player has, what it would bring in a scoring now, and what tiles would cost."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from stramash.core.scene import drawn_by
from stramash.core.state import NOBODY
from stramash.draw import Markup, Sheet, drawn_once, element, group, label, legible, panel, ribbon
from stramash.games.glen_more.art.icons import icon
from stramash.games.glen_more.art.scene import SEAT_INKS, Scene
from stramash.games.glen_more.facts.standings import if_it_ended_now, standings, tiles_over, until_scoring
from stramash.games.glen_more.rules.scoring import location_points, winners

__all__ = ["draw_ledger"]

_HEAD = 42.0  # the height of the heads of the columns
_FOOT = 24.0
_NAMES = 122.0  # the room for the names of the rows


@dataclass(frozen=True)
class Row:
    """A line of the ledger: a number for each seat, and perhaps what it would bring."""

    icon: str
    name: str
    have: tuple[int, ...]
    brings: tuple[int, ...] | None = None
    #: as `facts` names it
    handle: str | None = None
    strong: bool = False


def draw_ledger(scene: Scene, y: float, height: float, width: float | None = None) -> tuple[Markup, float]:
    """Draw the ledger as high as this, from the left edge; return it with its width."""
    players, rows = int(scene.state.players), _rows(scene)
    names = _NAMES if width is None else 0.36 * width
    width = width or names + players * (52.0 if players < 4 else 39.0) + 8
    step = (width - names - 8) / players
    row = (height - _HEAD - _FOOT) / len(rows)
    parts = [
        panel(0, y, width, height),
        element("rect", x=names + 2 + step * scene.near, y=y + 5, width=step, height=height - _FOOT - 5,
                rx=8, class_="ground"),
        *(_head(scene, seat, names + 2 + step * (seat + 0.5), y, step) for seat in range(players)),
        *(
            _line(scene.sheet, one, y + _HEAD + row * place, names, step, row,
                  least=scene.least, narrow=scene.narrow)
            for place, one in enumerate(rows)
        ),
        _foot(scene, 10, y + height - 8, width - 18),
    ]  # fmt: skip
    return group(*parts), width


def _rows(scene: Scene) -> list[Row]:
    _, state = scene._, scene.state
    seats = range(int(state.players))
    compared = {entry["category"]: entry for entry in standings(scene.record, scene.near, _)}
    tiles = tiles_over(scene.record, scene.near, _)

    def versus(picture: str, name: str, key: str) -> Row:
        entry = compared[key]
        return Row(picture, name, tuple(entry["have"]), tuple(entry["points"]), f"category:{key}")

    cards = tuple(int(location_points(scene.record, seat)) for seat in seats)
    rows = [
        Row("coin", _("coins"), tuple(state.coins[: state.players].tolist())),
        versus("barrel", _("whisky"), "whisky"),
        versus("chieftain", _("chieftains, tams"), "chieftains"),
        versus("castle", _("locations"), "locations"),
        Row("tiles", _("tiles"), tuple(tiles["have"]), tuple(-cost for cost in tiles["cost"])),
    ]
    if any(cards):
        rows.append(Row("castle", _("cards at the end"), cards))
    rows.append(Row("points", _("points"), tuple(state.points[: state.players].tolist()), strong=True))
    if state.player != NOBODY:
        rows.append(Row("points", _("if it ended now"), tuple(if_it_ended_now(scene.record))))
    return rows


def _read_head(scene: Scene, seat: int, middle: float, y: float, room: float) -> Hashable:  # noqa: ARG001
    """Return what the head of a column depends on."""
    over = scene.state.player == NOBODY
    return scene.state.player == seat, over and int(winners(scene.record)) >> seat & 1


@drawn_by(_read_head)
def _head(scene: Scene, seat: int, middle: float, y: float, room: float) -> Markup:
    """Draw a player's colour and name, marked while it is this player's turn, on a ribbon after a victory."""
    name, size = legible(scene.name(seat), 13, room - 2, scene.least)
    to_act = scene.state.player == seat
    won = scene.state.player == NOBODY and int(winners(scene.record)) >> seat & 1
    return group(
        element("title", scene.name(seat)),
        ribbon(scene.sheet, middle - room / 2 + 12, y + 6, room - 24, 20) if won else None,
        element("circle", cx=middle, cy=y + 16, r=12, fill="none", stroke="var(--sm-mark)", stroke_width=2)
        if to_act
        else None,
        element("circle", cx=middle, cy=y + 16, r=9.5, fill=SEAT_INKS[seat]),
        label(str(seat + 1), middle, y + 21, "numeral middle own", font_size=14, color="#fff"),
        label(name, middle, y + 39, "quiet middle", font_size=size),
    )


@drawn_once
def _line(
    sheet: Sheet, row: Row, y: float, names: float, step: float, tall: float, *, least: float, narrow: bool
) -> Markup:
    base = y + tall / 2 + 6
    name, size = legible(row.name, 14 if narrow else 12.5, names - 28, least)
    parts: list[Markup | None] = [
        element("title", row.name),
        element("rect", class_="edge", x=2, y=y + 1, width=names + step * len(row.have), height=tall - 2,
                rx=6, fill="none", stroke_opacity=0),
        icon(sheet, row.icon, 16, base - 6, 16),
        label(name, 28, base - 1, "quiet", font_size=size),
    ]  # fmt: skip
    for seat, have in enumerate(row.have):
        middle = names + 2 + step * (seat + 0.5)
        brings = row.brings[seat] if row.brings else 0
        at = middle - (8 if brings else 0)
        parts.append(label(_signed(have), at, base, "numeral middle", font_size=19 if row.strong else 17))
        if brings:
            shown = "+" * (brings > 0) + _signed(brings)
            parts.append(label(shown, at + 6 + 4 * len(str(have)), base - 1, "quiet", font_size=least))
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
        "Scoring {scoring} of 3 after {n} more tile",
        "Scoring {scoring} of 3 after {n} more tiles",
        left,
        scoring=int(scene.state.scorings) + 1,
    )
    shown, size = legible(text, 13, room, scene.least)
    return group(element("title", text), label(shown, x, y, "quiet", font_size=size))
