"""Make the animation of the README again: `python docs/make_animation.py`.

It replays a recorded game of Schotten Totten and merges the pictures of its positions into one animated SVG.
An element that several frames share is written once; CSS shows it in its frames only. With reduced motion the
last frame is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from pathlib import Path
from xml.etree import ElementTree as ET

import stramash

PICTURES = Path(__file__).parent / "pictures"
#: Seconds for a frame, and for how many frames the end is shown
SECONDS, REST = 0.8, 5
#: `search:300` (seat 0) against `crofter`: seat 0 wins with three adjacent stones
SEED = 14
GAME = """
    p5@7 n9@7 r5@7 r9@7 b9@6 y8@5 b8@5 b1@4 y7@8 r1@4 y4@8 p7@6 p9@1 p4@6 r3@3 p3@6 b6@6 y6@5 b3@6
    claim@6 y9@7 claim@7 g4@2 y2@3 r7@3 r2@3 r6@3 g2@3 claim@3 p8@5 g6@9 g8@5 done y1@4 n5@4 claim@5
    g5@9 b5@4 p2@8 y5@4 claim@4
"""

_SVG = "http://www.w3.org/2000/svg"
#: What only a page needs: handles, names for screen readers, ids, marks of legal choices
_FOR_PAGES = re.compile(r' (data-[a-z-]+|aria-[a-z]+|role|tabindex|id)="[^"]*"|<title>[^<]*</title>')
_CHOICES = re.compile(r"(?<= )(legal|later|taken) ?|(?<=[a-z]) (legal|later|taken)\b")


def frames() -> list[str]:
    """Return the pictures of the game as seat 0 sees it."""
    position = stramash.load("schotten-totten").deal(seed=SEED)
    pictures = [position.svg(seat=0)]
    for move in GAME.split():
        position.play(move)
        pictures.append(position.svg(seat=0))
    return pictures


def leaves(element: ET.Element, before: str = "", after: str = "") -> Iterator[str]:
    """Yield the drawings in an element as text, each with the groups around it."""
    for child in element:
        if child.tag == f"{{{_SVG}}}g" and set(child.attrib) <= {"transform"} and len(child) > 1:
            place = f' transform="{child.get("transform")}"' if child.get("transform") else ""
            yield from leaves(child, f"{before}<g{place}>", f"</g>{after}")
        elif child.tag not in (f"{{{_SVG}}}style", f"{{{_SVG}}}defs"):
            text = ET.tostring(child, encoding="unicode").replace(f' xmlns="{_SVG}"', "")
            yield before + _CHOICES.sub("", _FOR_PAGES.sub("", text)).strip() + after


def merge(sequences: Iterable[list[str]]) -> list[tuple[str, frozenset[int]]]:
    """Return every element with the numbers of its frames, in the drawing order of all frames.

    >>> for text, shown in merge([["a", "b"], ["a", "c", "b"], ["c"]]):
    ...     print(text, sorted(shown))
    a [0, 1]
    c [1, 2]
    b [0, 1]
    """
    merged: list[tuple[str, frozenset[int]]] = []
    for number, sequence in enumerate(sequences):
        matcher = SequenceMatcher(None, [text for text, _ in merged], sequence, autojunk=False)
        result: list[tuple[str, frozenset[int]]] = []
        for kind, start, stop, first, last in matcher.get_opcodes():
            seen = {number} if kind == "equal" else set()
            result += [(text, shown | seen) for text, shown in merged[start:stop]]
            if kind != "equal":
                result += [(text, frozenset({number})) for text in sequence[first:last]]
        merged = result
    return merged


def keyframes(name: str, shown: frozenset[int], last: int, count: int) -> str:
    """Return the CSS rules that show an element in its frames; the last frame lasts until `count`."""
    steps = [
        f"{100 * at / count:.4g}%{{visibility:{'visible' if at in shown else 'hidden'}}}"
        for at in range(last + 1)
        if at == 0 or (at in shown) != (at - 1 in shown)
    ]
    still = "visible" if last in shown else "hidden"
    return f"@keyframes {name}{{{''.join(steps)}}}.{name}{{visibility:{still};animation-name:{name}}}"


def animation(pictures: list[str]) -> str:
    """Return one animated SVG of these pictures."""
    ET.register_namespace("", _SVG)
    trees = [ET.fromstring(picture) for picture in pictures]
    shared = {child.get("id"): child for tree in trees for child in tree.iterfind(f"{{{_SVG}}}defs/*")}
    defs = "".join(ET.tostring(child, encoding="unicode").strip() for child in shared.values())
    defs = defs.replace(f' xmlns="{_SVG}"', "")
    last, count = len(trees) - 1, len(trees) + REST
    names: dict[frozenset[int], str] = {}
    body = []
    for text, shown in merge(list(leaves(tree)) for tree in trees):
        if len(shown) == len(trees):
            body.append(text)
        else:
            name = names.setdefault(shown, f"f{len(names)}")
            body.append(f'<g class="f {name}">{text}</g>')
    style = trees[0].findtext(f"{{{_SVG}}}style") or ""
    style += f".f{{animation:{count * SECONDS:g}s step-end infinite}}"
    style += "".join(keyframes(name, shown, last, count) for shown, name in names.items())
    style += "@media (prefers-reduced-motion:reduce){.f{animation:none}}"
    box = trees[0].get("viewBox")
    label = "A game of Schotten Totten: cards are played at nine stones, and the stones are claimed."
    return (
        f'<svg xmlns="{_SVG}" viewBox="{box}" class="stramash" role="img" aria-label="{label}">'
        f"<style>{style.replace('&', '&amp;').replace('<', '&lt;')}</style>"
        f"<defs>{defs}</defs>{''.join(body)}</svg>\n"
    )


def main() -> None:
    """Write the animation."""
    (PICTURES / "game.svg").write_text(animation(frames()), encoding="utf-8")


if __name__ == "__main__":
    main()
