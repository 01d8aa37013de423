"""Updates of open pages: after each event, the parts that have changed since the last update.

An update says from which version and digest it leads to which. A page that shows another version, has another
arrangement, or another shape than the update loads itself again. The first update after a page has connected
brings all parts as text, because the server does not know which of them the page has. Later ones name the
chunks of text that the page has received already: a turn changes a few cards of a board, not the whole board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from stramash.table.domain.seats import BOT
from stramash.table.domain.state import PLAYING, TableState
from stramash.table.http.sse import message
from stramash.table.web.parts import CHUNK, Parts

__all__ = ["PageFeed"]


class PageFeed:
    """The feed of one page."""

    def __init__(self, state: TableState, after: int | None, render: Callable[[TableState], Parts]) -> None:
        self._seen = state.version if after is None else after
        self._render = render
        #: what was sent last; None if the page may have anything
        self._sent: _Sent | None = None
        self.arrangement = ""

    def news(self, state: TableState) -> Iterator[str]:
        """Yield one update if the table has changed; `reset` for a page whose version the log lacks."""
        if self._seen > state.version:
            self._seen, self._sent = state.version, None
            yield message("reset", state.version, {"version": state.version, "digest": state.digest})
        if self._seen == state.version:
            return
        before, self._seen = self._sent, state.version
        if state.archived:
            self._sent = None
            yield message("update", state.version, {"version": state.version, "digest": state.digest})
            return
        parts = self._render(state)
        text, self._sent = parts.once(before, lambda: self._make(state, parts, before))
        yield text

    def _make(self, state: TableState, parts: Parts, before: _Sent | None) -> tuple[str, _Sent | None]:
        """Return an update and what a page has after it: the same for all that had and see the same."""
        update = self._update(state, parts, before)
        sent = parts.once(_Sent, lambda: _Sent(state, parts, before)) if "parts" in update else None
        return message("update", state.version, update), sent

    def _update(self, state: TableState, parts: Parts, before: _Sent | None) -> dict[str, Any]:
        update: dict[str, Any] = {
            "version": state.version,
            "digest": state.digest,
            "arrangement": self.arrangement,
            "shape": parts.shape,
            "actor": state.log[-1].seat,
            "goes_on": _goes_on(state),
        }
        if state.status != PLAYING or (before is not None and before.shape != parts.shape):
            return update  # more than the parts of the page changes: it has to be loaded again
        elements: dict[str, Any] = dict(parts.elements)
        kept = 0
        if before is not None:
            update |= {"from": before.version, "from_digest": before.digest}
            elements = before.changed(parts)
            kept = _common(before.story, parts)
        return update | {
            "attributes": parts.attributes,
            "parts": elements,
            "story": {
                "after": parts.story[kept - 1].version if kept else 0,
                "lines": parts.render_lines(parts.story[kept:], None) if kept < len(parts.story) else "",
            },
        }


def _goes_on(state: TableState) -> bool:
    """Return whether more actions of the same bot will follow at once: a page shows them together."""
    actor = state.log[-1].seat
    return state.player is not None and state.player == actor and state.seats[actor].kind == BOT


class _Sent:
    """The content of a page after an update: hashes of parts and chunks, and its story's versions."""

    def __init__(self, state: TableState, parts: Parts, before: _Sent | None) -> None:
        self.version = state.version
        self.digest = state.digest
        self.shape = parts.shape
        self.story = tuple(line.version for line in parts.story)
        self._hashes: dict[str, tuple[int, tuple[int, ...]]] = {
            selector: before._hashes[selector]
            if before is not None and not before._differs(selector, part)
            else (hash(part), parts.chunks(selector)[1])
            for selector, part in parts.elements.items()
        }

    def changed(self, parts: Parts) -> dict[str, list[str | list[int]]]:
        """Return the parts that the page does not have, each as new text and as chunks that it has."""
        return {
            selector: changes(self._hashes[selector][1], *parts.chunks(selector))
            for selector, part in parts.elements.items()
            if self._differs(selector, part)
        }

    def _differs(self, selector: str, part: str) -> bool:
        return selector not in self._hashes or self._hashes[selector][0] != hash(part)


def changes(before: tuple[int, ...], chunks: list[str], hashes: tuple[int, ...]) -> list[str | list[int]]:
    """Return a part as new text, and as runs of chunks that the page has: `[first, count]`.

    >>> old, new = "<g 1><g 2><g 3><g 4>".split(CHUNK), "<g 1><g II><g 3><g 4>".split(CHUNK)
    >>> changes(tuple(map(hash, old)), new, tuple(map(hash, new)))
    [[0, 2], 'II>', [3, 2]]
    """
    head = _common_length(before, hashes)
    tail = _common_length(
        before[: head - 1 if head else None : -1], hashes[: head - 1 if head else None : -1]
    )
    found: list[str | list[int]] = [[0, head]] if head else []
    found += _moved(before, chunks[head : len(chunks) - tail], hashes[head : len(hashes) - tail])
    return [*found, [len(before) - tail, tail]] if tail else found


def _common_length(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """Return how many entries are equal at the beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def _moved(before: tuple[int, ...], chunks: list[str], hashes: tuple[int, ...]) -> Iterator[str | list[int]]:
    """Yield chunks as new text and as runs of chunks that were somewhere before."""
    places = {known: place for place, known in enumerate(before)} if chunks else {}
    fresh: list[str] = []
    run: list[int] = []
    for chunk, hashed in zip(chunks, hashes, strict=True):
        place = places.get(hashed)
        if run and place != sum(run):
            yield run
            run = []
        if place is None:
            fresh.append(chunk)
            continue
        if fresh:
            yield CHUNK.join(fresh)
            fresh = []
        run = [run[0], run[1] + 1] if run else [place, 1]
    if run:
        yield run
    if fresh:
        yield CHUNK.join(fresh)


def _common(sent: tuple[int, ...], parts: Parts) -> int:
    """Return how many lines at the beginning of the story the page has already."""
    common = 0
    for version, line in zip(sent, parts.story, strict=False):
        if version != line.version:
            break
        common += 1
    return common
