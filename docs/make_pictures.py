"""Make the pictures of these pages again: `python docs/make_pictures.py`.

A picture is a fixed deal and fixed moves, so it changes only when the drawing does.
"""

from __future__ import annotations

from pathlib import Path

import stramash

PICTURES = Path(__file__).parent / "pictures"

#: A game with Tactic cards in its middle, seat 0 to play: both combat modes lie out, three stones are claimed
BORDER_FEUD = """
    r9@5 draw:tactic b8@9 draw:tactic r5@5 draw:tactic p8@9 draw:tactic joker2@5 draw:tactic spy@9
    draw:tactic recruiter draw:clan draw:tactic draw:clan under:b4 under:n6 bluff@5 draw:tactic mud@9
    draw:clan shield@9 draw:tactic b6@9 draw:clan strategist take:spy to:8 draw:tactic b2@9 n4@8 banshee
    take:b8 joker1@8 y6@3 r6@9 y5@3 n5@9 y1@3 y9@2 b1@9 y8@2 n8@1 y2@2 b5@9 claim@9 b9@5 n2@1 b3@5 g5@6
    claim@5 r7@4 g3@6 g7@4 g1@6 g9@6 p9@4 g4@6 p7@4 b7@4 claim@4
"""


def schotten_totten() -> str:
    """Draw the middle of a game as seat 0 sees it."""
    pos = stramash.load("schotten-totten", tactics=True).deal(seed=2)
    for move in BORDER_FEUD.split():
        pos.play(move)
    return pos.svg(seat=0) + "\n"


#: What each picture shows, by the name of its file
MAKERS = {"schotten-totten.svg": schotten_totten}


def main() -> None:
    """Write all pictures."""
    PICTURES.mkdir(exist_ok=True)
    for name, make in MAKERS.items():
        (PICTURES / name).write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    main()
