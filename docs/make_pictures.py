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


#: A skirmish of three with Bruce in the deck
SKIRMISH = """
    up:ch11! up:sc9 down:fe12 up:ch4 down:ck7 down:fe9 recruit:3 recruit:5 recruit:2 recruit:5
    up:ck11 recruit:2 recruit:1 down:ck5 recruit:3 claim:fo11 claim:we7 claim:fo4 up:ch8! up:fo12
    up:we1! follower:ch8 up:ck10 up:fo6 recruit:5 down:ck8 recruit:1 recruit:5 recruit:5
"""

#: Three displays after the first scoring
GLEN = """
    take:meadow1 place:home-s use:meadow1 move:home-s done take:village1 place:home-w crown:village1
    move:home-w done take:forest2 place:home-w use:forest2 move:home-w done take:field1 place:home-e
    use:field1 use:meadow1 move:meadow1-ne done take:pasture1 place:home-s use:pasture1
    move:village1-se move:pasture1-n done take:distillery2 sell:forest2 place:forest2-w buy:stone
    use:distillery2 buy:grain use:forest2 done take:distillery1 sell:field1 sell:meadow1
    place:meadow1-e buy:stone use:distillery1 buy:grain use:field1 sell:field1 use:meadow1
    move:field1-sw done take:quarry1 sell:pasture1 place:home-e use:pasture1 use:quarry1
    sell:quarry1 done take:quarry3 place:quarry1-s use:quarry3 sell:quarry3 use:quarry1 use:pasture1
    move:home-e done take:field2 place:quarry1-e use:field2 use:quarry3 use:quarry1 done
    take:stalker place:home-n buy:wood pay:quarry1 use:quarry1 crown:stalker crown:stalker
    move:quarry1-sw sell:quarry3 sell:field2 done take:moil sell:forest2 place:forest2-n buy:stone
    buy:grain buy:wood use:forest2 use:distillery2 sell:forest2 buy:grain crown:moil done take:lochy
    place:meadow1-s gain:sheep gain:cattle use:distillery1 buy:grain use:meadow1 done
    take:sheepbutcher place:quarry3-s use:sheepbutcher buy:sheep sell:quarry1 buy:sheep use:pasture1
    use:quarry3 done take:armadale place:village1-s buy:wood buy:stone sell:quarry3 done
    crown:pasture1 move:armadale-e move:pasture1-nw done take:cattlebutcher place:armadale-w
    use:cattlebutcher buy:cattle sell:pasture1 buy:cattle move:village1-se move:pasture1-ne
    sell:pasture1 done sell:lochy-sheep take:meadow2 sell:meadow1 place:lochy-e use:meadow2
    use:meadow1 done done take:quarry4 place:distillery2-s use:quarry4 use:forest2 sell:forest2 done
    done take:village9 place:lochy-w buy:wood done crown:village9 done take:meadow3 place:moil-e
    use:meadow3 use:forest2 done take:field4 place:field2-s use:sheepbutcher buy:sheep buy:sheep
    use:field2
"""


def lords_of_scotland() -> str:
    """Draw a skirmish as the player to act sees it."""
    pos = stramash.load("lords-of-scotland", players=3, bruce=True).deal(seed=11)
    for move in SKIRMISH.split():
        pos.play(move)
    return pos.svg(seat=pos.player) + "\n"


def glen_more() -> str:
    """Draw the ring, the warehouse and three displays as the player to act sees them."""
    pos = stramash.load("glen-more", players=3).deal(seed=5)
    for move in GLEN.split():
        pos.play(move)
    return pos.svg(seat=pos.player) + "\n"


#: What each picture shows, by the name of its file
MAKERS = {
    "schotten-totten.svg": schotten_totten,
    "lords-of-scotland.svg": lords_of_scotland,
    "glen-more.svg": glen_more,
}


def main() -> None:
    """Write all pictures."""
    PICTURES.mkdir(exist_ok=True)
    for name, make in MAKERS.items():
        (PICTURES / name).write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    main()
