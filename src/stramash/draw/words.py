"""Text in pictures: text cannot be measured here, so its width is estimated, a little too large.

The widths are those of the fonts that the pages bring, Lato and EB Garamond, in steps of a twentieth.
"""

from __future__ import annotations

from functools import lru_cache

__all__ = ["broken", "fitted", "legible", "lines_of", "width_of"]

#: Letters by their width, in hundredths of the size of the text
_LATO = {
    20: " ,.·",
    25: "':;ijl’",
    30: "()I[]`{|}",
    35: "!-/ft",
    40: '"*?_r',
    45: "Jcsz",
    50: "Laegkvxyàâáçéèêëíîïñóôúùû",
    60: "+0123456789<=>EPTZÉ",
    65: "BRXY−",
    70: "&ACKVÀ",
    75: "DGHNUw×",
    80: "%@OQm…",
    90: "M—",
    100: "W",
}
_GARAMOND = {
    20: " '`’",
    25: "!,-.:;ijl|·",
    30: "()fst",
    35: '"*IJr',
    40: "/?acezàâáçéèêë",
    45: "Sgkvxy",
    60: "+BLYZ",
    65: "%TV",
    70: "ACKRXw",
    75: "&@DGOQU",
    80: "HNm…",
    90: "MW—",
}
_SANS = {letter: width for width, letters in _LATO.items() for letter in letters}
_SERIF = {letter: width for width, letters in _GARAMOND.items() for letter in letters}
_USUAL = 55  # of all other letters
_SAFE = 1.08  # other fonts are somewhat wider


@lru_cache(maxsize=8192)
def width_of(text: str, size: float, *, serif: bool = False) -> float:
    """Return about how wide a text is.

    >>> width_of("will", 10) < width_of("mown", 10)
    True
    >>> width_of("Castle", 10, serif=True) < width_of("Castle", 10)
    True
    """
    widths = _SERIF if serif else _SANS
    return _SAFE * size * sum(widths.get(letter, _USUAL) for letter in text) / 100


def fitted(text: str, size: float, room: float, *, serif: bool = False) -> float:
    """Return a font size at which a text fits, at most the wanted one.

    >>> fitted("Spy", 12, 100), fitted("Blind-Man's Bluff", 12, 50) < 12
    (12, True)
    """
    wide = width_of(text, size, serif=serif)
    return size if wide <= room else size * room / wide


def legible(text: str, size: float, room: float, least: float, *, serif: bool = False) -> tuple[str, float]:
    """Return a text and its font size, so that it fits: smaller down to the least size, then cut off.

    >>> legible("Spy", 14, 100, 11)
    ('Spy', 14)
    >>> legible("Blind-Man's Bluff", 14, 50, 11)
    ('Blind-…', 11)
    """
    fits = fitted(text, size, room, serif=serif)
    if fits >= least:
        return text, fits
    cut = text
    while len(cut) > 1 and width_of(f"{cut}…", least, serif=serif) > room:
        cut = cut[:-1].rstrip()
    return f"{cut}…", least


def lines_of(text: str, size: float, room: float, *, serif: bool = False) -> list[str]:
    """Break a text at a space or hyphen into two lines of like length, if one is too short.

    >>> lines_of("Spy", 10, 60), lines_of("Blind-Man's Bluff", 10, 60)
    (['Spy'], ["Blind-Man's", 'Bluff'])
    """
    breaks = [place + 1 for place, letter in enumerate(text[:-1]) if letter in " -"]
    if width_of(text, size, serif=serif) <= room or not breaks:
        return [text]

    def longer(place: int) -> float:
        hyphen = 1.0 if text[place - 1] == "-" else 0.0
        return max(width_of(text[:place], 1), width_of(text[place:], 1)) + hyphen

    best = min(breaks, key=longer)
    return [text[:best].rstrip(), text[best:]]


def broken(text: str, size: float, room: float) -> list[str]:
    """Break a text into as many lines of a width as it needs.

    >>> broken("sheep and cattle, five points", 10, 60)
    ['sheep and', 'cattle, five', 'points']
    """
    lines: list[str] = []
    for word in text.split():
        if lines and width_of(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
