"""The table as a picture: the middle above, an army a band, one's own hand below, the piles beside.

    +-----------------------------------------------------------------+
    |  Supporters [9] [4]     Recruits [3] [8] [#] [#] [#]  |  [#] [5] |
    |  Player 2   [#]×2       [fo8] [fe7]      15  1st      |  1 · 3 4 |
    |  You                    [sc4]             4  2nd      |  · 2 3 · |
    |           what I can do now    (up) (with power)      |          |
    |        [mk2] [mk8] [md8] [ch1]  would its power work? |          |
    +-----------------------------------------------------------------+

It draws a position or a view, and asks the rules what is legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.draw import Markup, Sheet, group, panel, prompt, shift, table
from stramash.games.lords_of_scotland import text
from stramash.games.lords_of_scotland.art.armies import draw_armies
from stramash.games.lords_of_scotland.art.hand import draw_hand, hand_height
from stramash.games.lords_of_scotland.art.middle import draw_middle
from stramash.games.lords_of_scotland.art.panel import PANEL, draw_panel, panel_height
from stramash.games.lords_of_scotland.art.scene import Scene
from stramash.games.lords_of_scotland.rules.components import CLAIMING
from stramash.games.lords_of_scotland.rules.turn import winners

__all__ = ["draw_pieces", "draw_table"]

_MARGIN = 20.0
_PROMPT = 44.0


def draw_table(state: Any, seat: int, _: Translate, *, prefix: str = "ls") -> str:
    """Draw the table as a seat sees it. Ids begin with the prefix."""
    scene = Scene(Sheet(prefix), state, seat, _)
    board, wide = scene.board_height, scene.layout.width
    beside = _MARGIN + wide + 16
    below = board + _PROMPT + (hand_height(scene) if scene.hand else 0)
    height = max(below, panel_height(scene)) + _MARGIN
    width = beside + PANEL + _MARGIN
    parts = [
        table(scene.sheet, width, height),
        group(*draw_middle(scene), *draw_armies(scene), *_prompt_line(scene), transform=shift(_MARGIN, 4)),
        group(draw_hand(scene), transform=shift(_MARGIN, board + _PROMPT)),
        group(
            panel(0, 0, PANEL, height - 2 * _MARGIN),
            group(draw_panel(scene), transform=shift(0, 8)),
            transform=shift(beside, _MARGIN),
        ),
    ]
    return scene.sheet.picture(width, height, f"Lords of Scotland. {_situation(scene)}", *parts)


def draw_pieces(
    state: Any, seat: int, _: Translate, *, narrow: bool, low: bool = False, prefix: str = "ls"
) -> dict[str, str]:
    """Draw the table in pieces that a page arranges: the middle with the armies, the hand, the piles."""
    scene = Scene(Sheet(prefix), state, seat, _, narrow, low)
    wide = scene.layout.width
    board = scene.sheet.piece(
        (-6, 0, wide + 12, scene.board_height),
        _("The armies"),
        *draw_middle(scene),
        *draw_armies(scene, on_page=True),
    )
    hand = ""
    if scene.hand:
        hand = scene.sheet.piece((-6, 0, wide + 12, hand_height(scene)), _("Hand"), draw_hand(scene))
    beside = scene.sheet.piece(
        (0, 0, PANEL * (2 if narrow else 1), panel_height(scene)), _("Piles and cards"), draw_panel(scene)
    )
    return {"shared": scene.sheet.shared(), "board": board, "hand": hand, "panel": beside}


# --- The line that says what can be done ---------------------------------------------------------------


def _situation(scene: Scene) -> str:
    """Return a text that says how it ended, what can be done, or who is to act."""
    _, state = scene._, scene.state
    if state.player == NOBODY:
        winner = int(winners(scene.record)).bit_length() - 1
        return _("{who} wins the throne.", who=scene.name(winner))
    if state.player == scene.seat:
        return text.prompt(scene.record, _)
    who = scene.name(int(state.player))
    if state.phase == CLAIMING:
        return _("{who} claims a Supporter.", who=who)
    return _("{who} is to act.", who=who)


def _prompt_line(scene: Scene) -> Iterator[Markup]:
    _ = scene._
    y = scene.board_height + 28
    words = {
        "muster:down": _("face-down"),
        "muster:up": _("face-up, no power"),
        "muster:power": _("face-up with its power"),
        "pass": _("Pass"),
    }
    buttons, room = scene.buttons(words, scene.layout.width, y - 21)
    yield from buttons
    yield prompt(_situation(scene), room / 2, y, room, mine=scene.mine)
