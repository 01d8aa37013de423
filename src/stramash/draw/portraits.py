"""Portraits of the bots: five faces, from a child to a chief, drawn from the same few shapes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from stramash.draw.svg import Markup, element, group

__all__ = ["PORTRAITS", "Portrait", "portrait"]


@dataclass(frozen=True)
class Portrait:
    """The features of a face: colours and clothes."""

    ground: str
    skin: str
    hair: str
    cloth: str
    stripe: str
    #: "curls", "long", "short" or "bald"
    head: str = "short"
    beard: float = 0.0
    bonnet: bool = True
    #: eagle feathers in the bonnet: a chief wears three, a chieftain's kin one
    feathers: int = 0
    freckles: bool = False
    smile: float = 3.0


PORTRAITS = {
    "bairn": Portrait(
        "#5b7f95", "#f3d3b4", "#c8632b", "#8f3d4a", "#f0d9a0", "curls", bonnet=False, freckles=True, smile=6.0
    ),
    "drover": Portrait("#7a6a4a", "#e6bb93", "#6b4a2b", "#4a5a3a", "#c9b27a", "short", beard=0.35, smile=3.5),
    "crofter": Portrait("#54704f", "#efc9a4", "#8a8d92", "#3f5a78", "#d8d2c0", "long", smile=4.0),
    "laird": Portrait(
        "#6a4c7d", "#e9c4a0", "#b9bcc2", "#2f5d50", "#e0c04a", "short", 0.6, feathers=1, smile=2.0
    ),
    "chieftain": Portrait(
        "#3b3f52", "#dfb48c", "#7a3b1e", "#7d2231", "#e3c766", "long", 1.0, feathers=3, smile=1.0
    ),
}


@cache
def portrait(name: str) -> str:
    """Return the portrait of a bot as an SVG, without a name: the page beside it says who it is."""
    face = PORTRAITS[name]
    return element(
        "svg",
        element("circle", cx=50, cy=50, r=50, fill=face.ground),
        _shoulders(face),
        _hair_behind(face),
        _head(face),
        _features(face),
        _beard(face),
        _hair(face),
        _bonnet(face) if face.bonnet else None,
        xmlns="http://www.w3.org/2000/svg",
        viewBox="0 0 100 100",
        class_="portrait",
        aria_hidden="true",
    )


def _path(shape: str, fill: str, **more: str | float) -> Markup:
    return element("path", d=shape, fill=fill, **more)


def _shoulders(face: Portrait) -> Markup:
    """A plaid around the shoulders, with a brooch."""
    return group(
        _path("M17 87.6 Q20 74 38 71 L62 71 Q80 74 83 87.6 A50 50 0 0 1 17 87.6Z", face.cloth),
        _path(
            "M30 73 L54 98 M44 71 L66 95 M70 73 L46 98 M58 71 L34 95",
            "none",
            stroke=face.stripe,
            stroke_width=1.6,
            opacity=0.75,
        ),
        element("circle", cx=36, cy=80, r=4, fill="#d9dde3", stroke="#7b838e", stroke_width=1.2),
        _path("M42 62 h16 v10 q-8 6 -16 0z", face.skin),
    )


def _hair_behind(face: Portrait) -> Markup | None:
    if face.head == "long":
        return _path(
            "M27 44 Q24 74 32 78 Q38 70 36 52 L64 52 Q62 70 68 78 Q76 74 73 44 Q70 22 50 22 Q30 22 27 44Z",
            face.hair,
        )
    if face.head == "curls":
        curls = [(29, 44), (28, 35), (33, 27), (42, 22), (52, 20), (62, 23), (69, 30), (72, 39), (71, 47)]
        return group(*(element("circle", cx=x, cy=y, r=7.5, fill=face.hair) for x, y in curls))
    return None


def _head(face: Portrait) -> Markup:
    return group(
        element("ellipse", cx=30, cy=50, rx=3.6, ry=5.5, fill=face.skin),
        element("ellipse", cx=70, cy=50, rx=3.6, ry=5.5, fill=face.skin),
        _path("M31 44 Q31 26 50 26 Q69 26 69 44 Q69 68 50 70 Q31 68 31 44Z", face.skin),
    )


def _features(face: Portrait) -> Markup:
    freckles = [(38, 55), (41, 57), (36, 58), (62, 55), (59, 57), (64, 58)] if face.freckles else []
    return group(
        *(element("ellipse", cx=x, cy=47, rx=2.3, ry=2.8, fill="#2b2f3a") for x in (41.5, 58.5)),
        *(element("circle", cx=x, cy=46, r=0.8, fill="#fff") for x in (42.3, 59.3)),
        _path(
            "M36.5 42 q5 -3.4 10 -0.6 M53.5 41.4 q5 -2.8 10 0.6",
            "none",
            stroke=face.hair,
            stroke_width=2.2,
            stroke_linecap="round",
        ),
        _path(
            "M50 47 q-3.2 7 -0.4 8.4 q1.6 0.5 2.6 -0.4",
            "none",
            stroke="#9a6b4d",
            stroke_width=1.6,
            stroke_linecap="round",
        ),
        _path(
            f"M43 61 q7 {face.smile} 14 0", "none", stroke="#8c3f37", stroke_width=2, stroke_linecap="round"
        ),
        *(element("circle", cx=x, cy=y, r=0.8, fill="#b5773f") for x, y in freckles),
        *(element("circle", cx=x, cy=56, r=3.6, fill="#d9725e", opacity=0.28) for x in (37, 63)),
    )


def _beard(face: Portrait) -> Markup | None:
    if not face.beard:
        return None
    down = 66 + 18 * face.beard
    return group(
        _path(
            "M30.8 46 Q33 58 40 60 Q45 57 50 58.5 Q55 57 60 60 Q67 58 69.2 46"
            f"Q73 {down - 6} 50 {down} Q27 {down - 6} 30.8 46Z",
            face.hair,
        ),
        _path("M44 62.5 q6 3 12 0 q-6 4.5 -12 0z", "#8c3f37"),
        _path("M41 58.8 Q46 55 50 58 Q54 55 59 58.8 Q54 61.4 50 59.6 Q46 61.4 41 58.8Z", face.hair),
    )


def _hair(face: Portrait) -> Markup | None:
    if face.head == "curls":
        return _path("M30 42 Q30 23 50 23 Q70 23 70 42 Q62 33 55 36 Q48 31 42 36 Q36 33 30 42Z", face.hair)
    return _path("M30.5 45 Q30 25 50 24 Q70 25 69.5 45 Q66 34 58 33 Q46 32 40 34 Q33 36 30.5 45Z", face.hair)


def _bonnet(face: Portrait) -> Markup:
    """A blue bonnet with a checked band, and the feathers of rank."""
    feathers = [
        _path(
            "M0 0 Q-4.5 -12 0 -24 Q4.5 -12 0 0Z M0 0 L0 -22",
            "#e9e2d2",
            stroke="#4a3a2a",
            stroke_width=0.9,
            transform=f"translate(64 20) rotate({10 + 16 * at})",
        )
        for at in range(face.feathers)
    ]
    checks = [
        element("rect", x=30 + 5 * at, y=30 + (2.6 if at % 2 else 0), width=5, height=2.6, fill=face.stripe)
        for at in range(8)
    ]
    return group(
        *feathers,
        _path("M22 28 Q24 11 50 10 Q78 11 79 26 Q78 33 66 32 L32 33 Q22 34 22 28Z", "#26344f"),
        element("circle", cx=50, cy=10.5, r=4, fill=face.cloth),
        element("rect", x=30, y=29.6, width=40, height=6, rx=1.5, fill=face.cloth),
        *checks,
    )
