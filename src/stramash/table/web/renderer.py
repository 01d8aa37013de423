"""The page renderer: templates, words, and the style of pictures."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Hashable, Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.environment import TemplateModule
from markupsafe import Markup

from stramash.core.words import LOCALES, Translate, translator
from stramash.draw import STYLE
from stramash.games import load
from stramash.table.domain.errors import TableError
from stramash.table.web.compression import compress
from stramash.table.web.visitor import THEMES, Visitor

__all__ = [
    "STATIC",
    "WORDS",
    "PageRenderer",
    "as_data",
    "as_list",
    "macro_of",
    "picture_style",
    "proportion_of",
    "render_macro",
    "words_for",
]

_HERE = Path(__file__).parent
WORDS = _HERE / "words"
STATIC = _HERE / "static"
#: The width and the height of a picture
_SIZE = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')
#: Pictures one below the other are broad below the first height for a width of 1, tall above the second
_BROAD, _TALL = 0.69, 0.78
_LANGUAGES = {"en": "English", "es": "Español", "fr": "Français"}

_environment = Environment(
    loader=FileSystemLoader(_HERE / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def as_data(content: Any) -> Markup:
    """Return JSON that can stand inside a script element."""
    text = _encode(content)
    return Markup(text.replace("<", "\\u003c").replace("&", "\\u0026").replace(">", "\\u003e"))


def as_list(items: Iterable[Markup]) -> Markup:
    """Return a JSON list of items that are JSON already."""
    return Markup(f"[{','.join(items)}]")


def proportion_of(*pieces: str) -> str:
    """Return whether pictures one below the other are `broad`, `usual` or `tall`, for a page to fit."""
    found = [_SIZE.search(piece) for piece in pieces]
    height = sum(float(size[2]) / float(size[1]) for size in found if size)
    return "broad" if height < _BROAD else "tall" if height > _TALL else "usual"


_environment.filters["data"] = as_data
_environment.globals["proportion_of"] = proportion_of


def words_for(locale: str) -> Translate:
    """Return the words of the pages in a language."""
    return translator(WORDS, locale)


#: Parts kept that stay as they are from one action to the next: two for each page of some thousand tables
_MACROS_KEPT = 1 << 13


@lru_cache(maxsize=_MACROS_KEPT)
def render_macro(template: str, macro: str, locale: str, *arguments: Hashable) -> str:
    """Return what a macro of a template says. It must depend on nothing but its arguments."""
    return str(macro_of(template, macro, locale)(*arguments))


def macro_of(template: str, macro: str, locale: str) -> Callable[..., Markup]:
    """Return a macro of a template. It must depend on nothing but its arguments."""
    found: Callable[..., Markup] = getattr(_module(template, locale), macro)
    return found


@cache
def _module(template: str, locale: str) -> TemplateModule:
    words = words_for(locale)
    return _environment.get_template(template).make_module(
        {"_": words, "ngettext": words.count, "locale": locale}
    )


class PageRenderer:
    """Renders pages for one visitor, in their language."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.visitor = Visitor.of(request)
        self._: Translate = words_for(self.visitor.locale)

    def page(self, template: str, status: int = 200, *, sealed: bool = False, **content: Any) -> Response:
        """Render a template. A *sealed* page has a secret: uncompressed, so its length leaks nothing."""
        url = self.request.url
        here = url.path + (f"?{url.query}" if url.query else "")
        text = _environment.get_template(template).render(
            _=self._,
            ngettext=self._.count,
            visitor=self.visitor,
            locale=self.visitor.locale,
            languages={locale: _LANGUAGES[locale] for locale in LOCALES},
            themes=THEMES,
            here_path=here if self.request.method == "GET" else "/",
            game_word=self.game_word,
            **content,
        )
        headers = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"}
        page = HTMLResponse(text, status, headers=headers)
        return page if sealed else compress(self.request, page)

    def game_word(self, game: Any, message: str) -> str:
        """Translate a message of a game."""
        return translator(game.words, self.visitor.locale)(message)

    def cover(self, game: str) -> Markup | None:
        """Return the small picture of a game."""
        return _cover(game, self.visitor.locale)

    def refusal(self, error: TableError) -> str:
        """Return in the visitor's language the reason of a refusal and what to do next."""
        _ = self._
        sentences = {
            "no-table": _("There is nothing here. Check the link, or begin at the home page."),
            "not-found": _("There is nothing here. Check the link, or begin at the home page."),
            "other-rules": _(
                "This table was opened with older rules than are played here now. Open a new one."
            ),
            "unreadable-table": _("This table cannot be read here. The others are as they were."),
            "bad-invitation": _("This invitation is not for this table. Ask for the link again."),
            "server-error": _("Something went wrong here, and it was noted. Go back and try again."),
            "wrong-seat": _("This is not your seat, or not your turn. Look at the table again."),
            "table-full": _("Every seat is taken. You can watch, or open a table of your own."),
            "stale-move": _("The table has changed in the meantime. Here it is now: choose again."),
            "game-over": _("The game is over. You can replay it, or ask for a rematch."),
            "not-yet": _("That cannot be done at this moment of the game."),
            "hints-off": _("This table plays without hints."),
            "illegal-move": _("The rules do not allow that. Choose something that is highlighted."),
            "too-much": _("Too many requests. Wait a moment, then try again."),
            "too-many-tables": _("You opened many tables within an hour. Finish one of them first."),
            "bad-request": _("That choice is not possible here. Go back and choose again."),
            "foreign-site": _(
                "The request came from another site, so it was refused. Begin at the home page."
            ),
            "body-too-large": _("That was too much data. Send less."),
            "store-unavailable": _(
                "The server cannot reach its database. Nothing is lost; try again in a moment."
            ),
        }
        return sentences.get(error.code) or _(
            "That did not work. Go back and try again, or begin at the home page."
        )


@cache
def _cover(game: str, locale: str) -> Markup | None:
    chosen = load(game)
    drawn = chosen.cover(chosen.translator(locale))
    return Markup(re.sub(r"<style>.*?</style>", "", drawn, flags=re.DOTALL)) if drawn else None


@cache
def picture_style() -> str:
    """Return the style of pictures as a file, its colours also for the page around them.

    A picture carries its colours; here they are set by the page: `light`, `dark`, or as the system has it.
    """
    dark = _colours(r"\.stramash\{(.*?)\}")
    light = _colours(r"\.stramash\.light,\.light \.stramash\{(.*?)\}")
    return "\n".join(
        (
            STYLE,
            f":root,.stramash{{{dark};color-scheme:dark}}",
            f".light,.light .stramash{{{light};color-scheme:light}}",
            f"@media (prefers-color-scheme:light){{.auto,.auto .stramash{{{light};color-scheme:light}}}}",
        )
    )


def _colours(rule: str) -> str:
    found = re.search(rule, STYLE, re.DOTALL)
    assert found is not None, "the style of pictures should have a dark and a light set of colours"
    return ";".join(re.findall(r"--sm-[\w-]+:[^;}]+", found[1]))
