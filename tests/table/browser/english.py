"""Finds English sentences on a Spanish or a French page."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po
from playwright.sync_api import Page

import stramash
from stramash.table.web.renderer import WORDS

#: Everything that a page says, to the eye or to the ear
ALL_WORDS = """() => {
    const said = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        if (!walker.currentNode.parentElement.closest('script, noscript, [lang]:not(html)'))
            said.add(walker.currentNode.textContent.replace(/\\s+/g, ' ').trim());
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
        for (const name of ['aria-label', 'title', 'placeholder'])
            if (element.hasAttribute(name)) said.add(element.getAttribute(name).trim());
    said.add(document.title);
    return [...said].filter(Boolean);
}"""


@cache
def english(locale: str) -> re.Pattern[str]:
    """Return a pattern of every sentence that is said otherwise in a language."""
    patterns = []
    for folder in (WORDS, *(stramash.load(game).words for game in stramash.games())):
        patterns += _english_of(folder, locale)
    return re.compile("|".join(patterns))


def _english_of(folder: Path, locale: str) -> list[str]:
    with (folder / f"{locale}.po").open("rb") as po:
        entries = [entry for entry in read_po(po, locale=locale) if entry.id]
    found = []
    for entry in entries:
        forms = (entry.id,) if isinstance(entry.id, str) else tuple(entry.id)
        said = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
        for form in forms:
            literal = re.sub(r"\{\w+\}", "", form)
            # a word or two may be the same in both languages, in a name or in another sentence
            if form in said or len(re.findall(r"[A-Za-z]{2,}", literal)) < 2:
                continue
            found.append(re.sub(r"\\\{\w+\\\}", ".+", re.escape(form)))
    return found


def left_in_english(page: Page, locale: str) -> list[str]:
    said: list[str] = page.evaluate(ALL_WORDS)
    assert said
    return [text for text in said if english(locale[:2]).fullmatch(text)]
