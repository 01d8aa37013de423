"""Tartans: a sett is data, and the cloth is drawn from it.

A sett lists (colour, threads) from one pivot to the other; cloth repeats it there and back again. The warp is
the sett as upright stripes; the weft is the same sett lying, drawn through a twill: slanting lines, half on
and half off, that let the warp show between them.

>>> Tartan("example", (("#fff", 2), ("#000", 6), ("#f00", 1))).threads
(('#fff', 2), ('#000', 6), ('#f00', 1), ('#000', 6))
"""

from __future__ import annotations

from dataclasses import dataclass

from stramash.draw.svg import Markup, Sheet, element, group, number

__all__ = ["Tartan", "cloth"]

_TWILL = 3.0  # about the width of a twill's line and gap together


@dataclass(frozen=True, eq=False)  # compared by identity, so that drawings are found quickly
class Tartan:
    """A cloth with its name. Colours are CSS colours, or classes of the theme written as `.name`."""

    name: str
    sett: tuple[tuple[str, float], ...]

    @classmethod
    def counted(cls, name: str, count: str) -> Tartan:
        """Return a tartan from its thread count: colours with their threads, from pivot to pivot.

        >>> Tartan.counted("example", "#fff 2, #000 6.5").sett
        (('#fff', 2.0), ('#000', 6.5))
        """
        bands = (band.split() for band in count.split(","))
        return cls(name, tuple((colour, float(threads)) for colour, threads in bands))

    @property
    def threads(self) -> tuple[tuple[str, float], ...]:
        """One repeat of the cloth: the sett there and back, its two pivots once each."""
        return self.sett + self.sett[-2:0:-1]

    @property
    def width(self) -> float:
        """The number of threads in one repeat."""
        return sum(threads for _, threads in self.threads)


def cloth(sheet: Sheet, tartan: Tartan) -> str:
    """Weave a tartan; return what a `fill` attribute needs."""

    def weave(id_: str) -> Markup:
        width = tartan.width
        step = width / max(1, round(width / _TWILL))  # a whole number of lines, so that no seam shows
        twill = sheet.define(
            f"twill-{number(step).replace('.', '-')}", lambda twill_id: _twill(twill_id, step)
        )
        mask = element(
            "mask",
            element("rect", width=width, height=width, fill=f"url(#{twill})"),
            id=f"{id_}-weft",
            maskUnits="userSpaceOnUse",
            x=0,
            y=0,
            width=width,
            height=width,
        )
        return element(
            "pattern",
            mask,
            *_stripes(tartan, lying=False),
            group(*_stripes(tartan, lying=True), mask=f"url(#{id_}-weft)"),
            id=id_,
            width=width,
            height=width,
            patternUnits="userSpaceOnUse",
        )

    return f"url(#{sheet.define(f'tartan-{tartan.name}', weave)})"


def _twill(id_: str, step: float) -> Markup:
    """Half of every step is white, slanting: three pieces so that the tile's corners meet."""
    half = step / 2
    s, h = number(step), number(half)
    slant = f"M0 0h{h}L0 {h}zM{s} 0v{h}L{h} {s}H0z"
    return element(
        "pattern",
        element("path", d=slant, fill="#fff"),
        id=id_,
        width=step,
        height=step,
        patternUnits="userSpaceOnUse",
    )


def _stripes(tartan: Tartan, *, lying: bool) -> list[Markup]:
    """One path a colour, holding all its stripes."""
    total = number(tartan.width)
    paths: dict[str, str] = {}
    at = 0.0
    for colour, threads in tartan.threads:
        here, wide = number(at), number(threads)
        stripe = f"M0 {here}h{total}v{wide}H0z" if lying else f"M{here} 0v{total}h{wide}V0z"
        paths[colour] = paths.get(colour, "") + stripe
        at += threads
    return [
        element("path", d=d, class_=colour[1:])
        if colour.startswith(".")
        else element("path", d=d, fill=colour)
        for colour, d in paths.items()
    ]
