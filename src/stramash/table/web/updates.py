"""Updates of open pages: after each event, the parts that have changed since the last update.

An update says from which version and digest it leads to which. A page that shows another version, has another
arrangement, or another shape than the update loads itself again. The first update after a page has connected
brings all parts, because the server does not know which of them the page has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from stramash.table.domain.state import TableState
from stramash.table.http.sse import message
from stramash.table.web.parts import Parts

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
        self._sent = _Sent(state, parts)
        yield message("update", state.version, self._update(state, parts, before))

    def _update(self, state: TableState, parts: Parts, before: _Sent | None) -> dict[str, Any]:
        update: dict[str, Any] = {
            "version": state.version,
            "digest": state.digest,
            "arrangement": self.arrangement,
            "shape": parts.shape,
        }
        if before is None:
            elements, kept = parts.elements, 0
        elif before.shape != parts.shape:
            return update  # the page has to be loaded again
        else:
            update |= {"from": before.version, "from_digest": before.digest}
            elements = {
                selector: part
                for selector, part in parts.elements.items()
                if before.hashes[selector] != hash(part)
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


class _Sent:
    """What a page has after an update: hashes of its parts, and the versions of its story's lines."""

    def __init__(self, state: TableState, parts: Parts) -> None:
        self.version = state.version
        self.digest = state.digest
        self.shape = parts.shape
        self.hashes = {selector: hash(part) for selector, part in parts.elements.items()}
        self.story = tuple(line.version for line in parts.story)


def _common(sent: tuple[int, ...], parts: Parts) -> int:
    """Return how many lines at the beginning of the story the page has already."""
    common = 0
    for version, line in zip(sent, parts.story, strict=False):
        if version != line.version:
            break
        common += 1
    return common
