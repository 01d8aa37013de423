"""The warehouse within the ring: what each resource costs, the tiles to come, and selling."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from stramash.core.scene import drawn_by
from stramash.draw import Markup, element, group, label, legible, shift
from stramash.games.glen_more.art.icons import icon
from stramash.games.glen_more.art.scene import MARGIN, Scene
from stramash.games.glen_more.art.tiles import cube
from stramash.games.glen_more.facts.ring import warehouse_text
from stramash.games.glen_more.names import resource_name
from stramash.games.glen_more.rules.components import (
    IN_STACK,
    RESOURCE_NAMES,
    RESOURCES,
    ROW_SPACES,
    STACK,
    STACKED,
)

__all__ = ["draw_warehouse"]


@dataclass(frozen=True)
class Layout:
    """The places of things within the ring: side by side, on a phone one below the other."""

    column: float  # the width of a resource
    tall: float  # its height
    first: float  # where its spaces begin
    step: float  # from one space to the next
    title: tuple[float, float]  # the middle of the title
    columns: tuple[float, float]  # where the resources begin
    stacks: tuple[tuple[float, float], ...]
    sell: tuple[float, float, float]  # x, y, width


def _layout(scene: Scene) -> Layout:
    wide = scene.cell * (scene.ring[0] - 2)
    if scene.narrow:
        return Layout(
            wide / 5, 112, 48, 24, (wide / 2, 16), (2, 22), tuple((4 + 43.0 * at, 140) for at in range(4)),
            (wide - 74, 137, 72),
        )  # fmt: skip
    side = wide - 90
    return Layout(
        side / 5, 82, 30, 19.5, (side + 46, 14), (2, 3),
        tuple((side + 5 + 42.0 * (at % 2), 19 + 19.0 * (at // 2)) for at in range(4)), (side + 5, 59, 82),
    )  # fmt: skip


def draw_warehouse(scene: Scene) -> Markup:
    """Draw each resource with its three spaces, coins on the cheapest; the tiles to come, and selling."""
    layout = _layout(scene)
    words, size = legible(scene._("Warehouse"), 15, 86 if not scene.narrow else 200, scene.least, serif=True)
    return group(
        label(words, *layout.title, "title middle", font_size=size),
        *(_resource(scene, layout, kind) for kind in range(RESOURCES)),
        *(_stack(scene, stack, *at) for stack, at in enumerate(layout.stacks)),
        _sell(scene, *layout.sell),
        transform=shift(MARGIN + 4 + scene.cell, MARGIN + 4 + scene.cell),
    )


def _read_resource(scene: Scene, layout: Layout, kind: int) -> Hashable:  # noqa: ARG001
    """Return what the spaces of a resource depend on."""
    return int(scene.state.warehouse[kind]), scene.classes("row", f"warehouse:{RESOURCE_NAMES[kind]}")


@drawn_by(_read_resource)
def _resource(scene: Scene, layout: Layout, kind: int) -> Markup:
    """Draw the spaces of a resource, upright so that a thumb can hit them."""
    _ = scene._
    handle, wide = f"warehouse:{RESOURCE_NAMES[kind]}", layout.column - 4
    name = resource_name(kind, _)
    shown, size = legible(name, 13, wide - 2, scene.least)
    return group(
        element("title", warehouse_text(scene.record, kind, _)),
        element("rect", class_="edge", width=wide, height=layout.tall, rx=7, fill="var(--sm-ground)"),
        cube(scene.sheet, kind, wide / 2 - 8, 3, 16),
        # where the word has no room, the cube says it
        label(name, wide / 2, 33, "quiet middle", font_size=size) if scene.narrow and shown == name else None,
        *(
            _space(scene, kind, space, wide / 2, layout.first + layout.step * (space - 1))
            for space in range(1, ROW_SPACES + 1)
        ),
        class_=scene.classes("row scrolls", handle),
        data_handle=handle,
        transform=shift(layout.columns[0] + layout.column * kind, layout.columns[1]),
    )


def _space(scene: Scene, kind: int, space: int, x: float, y: float) -> Markup:
    """Draw a space: its coins where filled, its number where open; the cheapest open one stands out."""
    filled = int(scene.state.warehouse[kind])
    if space <= filled:
        return group(
            *(icon(scene.sheet, "coin", x + (place - (space - 1) / 2) * 13, y, 14) for place in range(space)),
            color="var(--sm-quiet)",
        )
    if space == filled + 1:
        return label(str(space), x, y + 6, "numeral middle", font_size=18)
    return label(str(space), x, y + 5, "quiet middle", font_size=13)


def _left_in(scene: Scene, stack: int) -> int:
    """Return how many tiles of a stack are still to come."""
    owners = scene.state.owner[:STACKED]
    return int(((STACK[:STACKED] == stack) & (owners == IN_STACK)).sum())


@drawn_by(lambda scene, stack, x, y: _left_in(scene, stack))  # noqa: ARG005
def _stack(scene: Scene, stack: int, x: float, y: float) -> Markup:
    """Draw a stack with the number of its tiles that are still to come."""
    _, left = scene._, _left_in(scene, stack)
    said = _.count("Stack {stack}: {n} tile", "Stack {stack}: {n} tiles", left, stack=stack)
    return group(
        element("title", said),
        element("rect", class_="slot edge", x=x, y=y, width=15, height=17, rx=4),
        label(str(stack), x + 7.5, y + 13, "numeral middle", font_size=13.5),
        label(f"×{left}", x + 17, y + 13, "quiet", font_size=scene.least),
    )


def _sell(scene: Scene, x: float, y: float, wide: float) -> Markup | None:
    """Draw the button that begins a sale; the player then touches a cube."""
    if not scene.is_legal("sell"):
        return None
    _ = scene._
    words, size = legible(_("Sell"), 15, wide - 14, scene.least)
    return group(
        element("title", _("Sell a cube")),
        element("rect", class_="edge", y=-2, width=wide, height=30, rx=15),
        label(words, wide / 2, 18, "middle", font_size=size),
        class_=scene.classes("button", "sell"),
        data_handle="sell",
        transform=shift(x, y),
    )
