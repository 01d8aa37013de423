"""Preferences of a visitor: name, opponent, language, colours, routine actions, and how wide the screen is.

Each preference is a cookie of its own, so that nothing has to be stored here and no account is needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, unquote

from fastapi import Request, Response

from stramash.bots import LEVELS
from stramash.core.words import LOCALES
from stramash.table.domain.seats import clean_name

__all__ = ["ROUTINES", "THEMES", "Visitor", "keep_name", "prefer"]

THEMES = ("auto", "dark", "light")
#: How routine actions are played: shown to the player, left to find without help, or played automatically
ROUTINES = ("prompted", "hand", "automatic")
#: The former cookie for this preference, from before other games could have routine actions
_FORMER_ROUTINE = "claims"
#: A large screen, a phone, a phone on its side
_SCREENS = ("wide", "narrow", "low")
_OPPONENTS = tuple(level.name for level in LEVELS)
_YEAR = 365 * 24 * 3600
_NAME, _LONGEST_NAME = "stramash_name", 24


@dataclass(frozen=True)
class Visitor:
    """The preferences that came with a request."""

    locale: str
    theme: str
    routine: str
    #: what kind of screen it is: `wide`, `narrow` or `low`
    screen: str
    #: the last name of the visitor, empty if unknown
    name: str = ""
    #: the bot that the visitor chose last for *Play now*, empty if none
    opponent: str = ""

    @property
    def narrow(self) -> bool:
        """Whether the screen is a phone's."""
        return self.screen != "wide"

    @property
    def low(self) -> bool:
        """Whether it is a phone on its side."""
        return self.screen == "low"

    @classmethod
    def of(cls, request: Request) -> Visitor:
        """Read the preferences; what was never chosen is guessed from what the browser says."""
        former = _chosen(request, _FORMER_ROUTINE, ROUTINES, "prompted")
        guess = "narrow" if _is_phone(request) else "wide"
        return cls(
            locale=_chosen(request, "lang", LOCALES, _spoken(request.headers.get("accept-language", ""))),
            theme=_chosen(request, "theme", THEMES, "auto"),
            routine=_chosen(request, "routine", ROUTINES, former),
            screen=_chosen(request, "screen", _SCREENS, guess),
            opponent=_chosen(request, "opponent", ("", *_OPPONENTS), ""),
            name=clean_name(unquote(request.cookies.get(_NAME, "")), _LONGEST_NAME),
        )


def prefer(response: Response, name: str, value: str) -> None:
    """Store a preference in a cookie; unknown ones are ignored."""
    known = {"lang": LOCALES, "theme": THEMES, "routine": ROUTINES, "opponent": _OPPONENTS}
    if value in known.get(name, ()):
        response.set_cookie(f"stramash_{name}", value, max_age=_YEAR, samesite="lax", httponly=True)


def keep_name(response: Response, name: str) -> None:
    """Store the name of the visitor in a cookie."""
    if name := clean_name(name, _LONGEST_NAME):
        response.set_cookie(_NAME, quote(name), max_age=_YEAR, samesite="lax", httponly=True)


def _chosen(request: Request, name: str, known: tuple[str, ...], otherwise: str) -> str:
    value = request.cookies.get(f"stramash_{name}", "")
    return value if value in known else otherwise


def _is_phone(request: Request) -> bool:
    hint = request.headers.get("sec-ch-ua-mobile")
    return hint == "?1" if hint else "Mobi" in request.headers.get("user-agent", "")


def _spoken(accepted: str) -> str:
    """Return the first supported language of an Accept-Language header.

    >>> _spoken("de, fr-CA;q=0.8, en;q=0.5"), _spoken("pt;q=x, es;q=0"), _spoken("")
    ('fr', 'en', 'en')
    """
    wishes = []
    for place, wish in enumerate(accepted.split(",")):
        language, _, quality = wish.strip().partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            continue
        locale = language.split("-")[0].lower()
        if locale in LOCALES and weight > 0:
            wishes.append((-weight, place, locale))
    return min(wishes)[2] if wishes else LOCALES[0]
