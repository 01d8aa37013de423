"""Updates of open pages: after each event, the parts that have changed since the last update.

An update says from which version and digest it leads to which. A page that shows another version, has another
arrangement, or another shape than the update loads itself again. The first update after a page has connected
brings all parts as text, because the server does not know which of them the page has. Later ones name the
chunks of text that the page has received already: a turn changes a few cards of a board, not the whole board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from stramash.table.domain.state import TableState
from stramash.table.http.sse import message
from stramash.table.web.parts import CHUNK, Parts

__all__ = ["PageFeed"]


class PageFeed:
    """What the stream of one page sends."""

    def __init__(self, state: TableState, after: int | None, render: Callable[[TableState], Parts]) -> None:
        self._seen = state.version if after is None else after
        self._render = render
        #: what was sent last; None if the page may have anything
        self._sent: _Sent | None = None
        self.arrangement = ""

    def news(self, state: TableState) -> Iterator[str]:
        """Yield one update if the table has changed; `reset` to a page that shows a future that never was."""
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
        update = self._update(state, parts, before)
        self._sent = _Sent(state, parts) if "parts" in update else None
        yield message("update", state.version, update)

    def _update(self, state: TableState, parts: Parts, before: _Sent | None) -> dict[str, Any]:
        update: dict[str, Any] = {
            "version": state.version,
            "digest": state.digest,
            "arrangement": self.arrangement,
            "shape": parts.shape,
        }
        elements: dict[str, Any] = dict(parts.elements)
        kept = 0
        if before is not None:
            if before.shape != parts.shape:
                return update  # the page has to be loaded again
            update |= {"from": before.version, "from_digest": before.digest}
            elements = {
                selector: _changes(before.hashes[selector], part, parts.hashes[selector])
                for selector, part in parts.elements.items()
                if before.hashes[selector] != parts.hashes[selector]
            }
            kept = _common(before.story, parts)
        return update | {
            "attributes": parts.attributes,
            "parts": elements,
            "story": {
                "after": parts.story[kept - 1].version if kept else 0,
                "lines": parts.tell(parts.story[kept:], None) if kept < len(parts.story) else "",
            },
        }


def _changes(before: tuple[int, ...], part: str, hashes: tuple[int, ...]) -> list[str | list[int]]:
    """Return a part as new text, and as runs of chunks that the page has: `[first, count]`.

    >>> old, new = (tuple(map(hash, text.split(CHUNK))) for text in ("<a><b><c><d>", "<a><B><c><d>"))
    >>> _changes(old, "<a><B><c><d>", new)
    [[0, 1], 'B', [2, 2]]
    """
    places = {known: place for place, known in enumerate(before)}
    changes: list[str | list[int]] = []
    fresh: list[str] = []
    run = [0, 0]
    for chunk, chunk_hash in zip(part.split(CHUNK), hashes, strict=True):
        place = places.get(chunk_hash)
        if place is None:
            fresh.append(chunk)
            continue
        if fresh:
            changes.append(CHUNK.join(fresh))
            fresh = []
        elif changes and place == run[0] + run[1]:
            run[1] += 1
            continue
        run = [place, 1]
        changes.append(run)
    if fresh:
        changes.append(CHUNK.join(fresh))
    return changes


class _Sent:
    """What a page has after an update: hashes of its parts, and the versions of its story's lines."""

    def __init__(self, state: TableState, parts: Parts) -> None:
        self.version = state.version
        self.digest = state.digest
        self.shape = parts.shape
        self.hashes = parts.hashes
        self.story = tuple(line.version for line in parts.story)


def _common(sent: tuple[int, ...], parts: Parts) -> int:
    """Return how many lines at the beginning of the story the page has already."""
    common = 0
    for version, line in zip(sent, parts.story, strict=False):
        if version != line.version:
            break
        common += 1
    return common
