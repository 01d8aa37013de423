"""The whole picture, drawn from a state and from the legal actions that the rules return."""

from __future__ import annotations

from typing import Any

from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.draw import Markup, Sheet, group, prompt, table
from stramash.games.glen_more import text
from stramash.games.glen_more.art.displays import (
    OWN_TOP,
    draw_others,
    draw_others_narrow,
    draw_own,
    draw_own_narrow,
)
from stramash.games.glen_more.art.ring import draw_ring
from stramash.games.glen_more.art.scene import HEIGHT, MARGIN, NARROW, WIDTH, Scene
from stramash.games.glen_more.names import resource_name
from stramash.games.glen_more.rules.actions import DONE
from stramash.games.glen_more.rules.components import RESOURCE_NAMES, RESOURCES
from stramash.games.glen_more.rules.scoring import winners

__all__ = ["draw_pieces", "draw_table"]

_LINE = OWN_TOP - 10  # the foot of the prompt
_EDGE = 6.0  # what a phone shows of the margin
_LOW_EDGE = 4.0  # the same above and below the ring on its side, where it is as high as the screen


def draw_table(state: Any, seat: int, _: Translate, *, prefix: str = "gm") -> str:
    """Draw the table as a seat sees it. Ids begin with the prefix."""
    scene = Scene(Sheet(prefix), state, seat, _)
    parts = [
        table(scene.sheet, WIDTH, HEIGHT),
        draw_ring(scene),
        draw_others(scene),
        draw_own(scene),
        *_prompt_line(scene),
    ]
    return scene.sheet.picture(WIDTH, HEIGHT, f"Glen More. {_situation(scene)}", *parts)


def draw_pieces(
    state: Any, seat: int, _: Translate, *, narrow: bool, low: bool = False, prefix: str = "gm"
) -> dict[str, str]:
    """Draw the table in pieces that a page arranges: the ring, one's own display, and the others.

    On a large screen the others are beside the ring; on a phone they come last.
    """
    scene = Scene(Sheet(prefix), state, seat, _, narrow, low)
    piece = scene.sheet.piece
    if narrow:
        edge = _LOW_EDGE if scene.low else _EDGE
        ring = (MARGIN - _EDGE, MARGIN - edge, NARROW, scene.ring_size[1] + 2 * edge)
        own, own_height = draw_own_narrow(scene)
        others, others_height = draw_others_narrow(scene)
        board = piece(ring, _("The ring"), draw_ring(scene))
        hand = piece((0, 0, NARROW, own_height), _("Your glen"), own)
        panel = piece((0, 0, NARROW, others_height), _("The others"), others)
    else:
        top = OWN_TOP - 6
        board = piece(
            (0, MARGIN - _EDGE, WIDTH, scene.ring_size[1] + 2 * _EDGE),
            _("The ring"),
            draw_ring(scene),
            draw_others(scene),
        )
        hand = piece((0, top, WIDTH, HEIGHT - MARGIN + _EDGE - top), _("Your glen"), draw_own(scene))
        panel = Markup("")
    return {"shared": scene.sheet.shared(), "board": board, "hand": hand, "panel": panel}


def _situation(scene: Scene) -> str:
    """Return a text that says what can be done, or how it ended."""
    _, state = scene._, scene.state
    if state.player != NOBODY:
        if scene.seat == state.player:
            return text.prompt(scene.record, _)
        return _("{who} to act.", who=scene.name(int(state.player)))
    bits = int(winners(scene.record))
    won = [scene.name(seat) for seat in range(state.players) if bits >> seat & 1]
    if len(won) == 1:
        return _("{who} wins. The game is over.", who=won[0])
    return _("{who} share the victory. The game is over.", who=", ".join(won))


def _prompt_line(scene: Scene) -> list[Markup]:
    """Draw the prompt, and a button for each handle that has no thing on the table."""
    _ = scene._
    texts = {
        "done": text.describe(scene.record, DONE, _, None, veiled=False)
        if scene.state.player != NOBODY
        else "",
        "fill": _("Fill them"),
        "crown": _("Make a chieftain"),
        "chieftain": _("Pay with a chieftain"),
    }
    texts |= {f"gain:{RESOURCE_NAMES[kind]}": resource_name(kind, _) for kind in range(RESOURCES)}
    buttons, right = scene.buttons(texts, WIDTH - MARGIN, _LINE - 21)
    said = prompt(_situation(scene), (MARGIN + right) / 2, _LINE, right - MARGIN - 20, mine=scene.mine)
    return [said, group(*buttons)]
