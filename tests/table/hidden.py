"""What a seat may not know, and how to find it in what the seat was sent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from stramash.core.position import Position
from stramash.table.domain.state import TableState
from tests.table.server import HTTP, Player

#: The outline of a drawing is written in letters and numbers that could be taken for cards
_OUTLINE = re.compile(r'\s(d|points|transform|viewBox)="[^"]*"')


def texts(value: Any) -> Iterator[str]:
    """Yield every text in a description, keys too: a card may share its name with a phase of the turn."""
    if isinstance(value, dict):
        yield from value
        for item in value.values():
            yield from texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)
    elif isinstance(value, str):
        yield value


def names_in(position: Position, seat: int | None) -> set[str]:
    """Return every name that a seat can read in its view of a position."""
    view = position.view(seat)
    told = {word for notation in view.seen for word in re.findall(r"\w+", notation)}
    return told | set(texts(view.to_dict()))


def hidden_from(position: Position, seat: int | None) -> set[str]:
    """Return the names of all things in a game that a seat has not seen at any moment, nor can conclude.

    What it can conclude its view says as facts: in Glen More, which tiles a stack still holds.
    """
    seen = set(texts(position.view(seat).facts))
    moment = position._beginning()
    for _, action in position.history:
        seen |= names_in(moment, seat)
        moment.play(action)
    seen |= names_in(moment, seat)
    everything = {key: value for key, value in position.to_dict().items() if key != "seed"}
    return {name for name in texts(everything) if name not in seen and re.fullmatch(r"\w+", name)}


def hidden_orders(truth: Any, seen: Any) -> Iterator[list[str]]:
    """Yield every row of things that lie face down, in the order that nobody knows."""
    if isinstance(truth, dict):
        for key, value in truth.items():
            yield from hidden_orders(value, seen[key])
    elif isinstance(truth, list) and all(isinstance(item, str) for item in truth):
        yield [name for name, shown in zip(truth, seen, strict=True) if shown.startswith("?")]
    elif isinstance(truth, list):
        for one, other in zip(truth, seen, strict=True):
            yield from hidden_orders(one, other)


def find(hidden: set[str], text: str) -> set[str]:
    """Return those of the hidden names that stand in a text, whatever stands around them."""
    return hidden & set(_words(text))


def find_order(orders: list[list[str]], text: str) -> set[str]:
    """Return the parts of a hidden order, four things long, that stand in a text in that order."""
    found = set()
    for order in orders:
        told = [word for word in _words(text) if word in order]
        runs = {tuple(told[start : start + 4]) for start in range(len(told) - 3)}
        parts = {tuple(order[start : start + 4]) for start in range(len(order) - 3)}
        found |= {" ".join(run) for run in runs & parts}
    return found


def _words(text: str) -> list[str]:
    return re.findall(r"\w+(?!\w|=)", _OUTLINE.sub(" ", text))


def answers_to(reader: Player, state: TableState) -> dict[str, str]:
    """Return all that a reader of a table can ask for, with what is answered."""
    half, other = state.ply // 2, (state.player or 0) + 1
    api, page = f"/api/tables/{state.id}", f"/t/{state.id}"
    paths = [f"{api}{path}" for path in ("", f"?ply={half}", "/legal", "/log", "/record")]
    paths += [f"{page}{path}" for path in ("", f"?seat={other}", "/record.txt", "/review")]
    paths += [f"{page}/facts", f"{page}/facts?seat={other}", f"{page}/sheet", f"{page}/analysis?ply={half}"]
    paths += ["/mine", "/mine/results", "/api/tables"]
    paths += [f"{page}{path}" for path in ("?ply=0", f"?ply={half}", f"?ply={half}&seat={other}")]
    paths += [f"{page}/moment.svg{query}" for query in ("", f"?ply={half}&seat={other}", "?ply=1")]
    read = {path: HTTP.get(reader.server.url + path, headers=reader.headers).text for path in [*paths, "/"]}
    read |= {f"{page}/events{seat}": _first_update(reader, seat) for seat in ("", f"?seat={other}")}
    return read | {"events": json.dumps(reader.events(0, state.version))}


def _first_update(reader: Player, query: str) -> str:
    """Return what an open page is sent that knows nothing of its table yet: all of its parts."""
    url = f"{reader.server.url}/t/{reader.table}/events{query}"
    with HTTP.stream("GET", url, headers={**reader.headers, "Last-Event-ID": "0"}, timeout=60) as stream:
        told = next(line for line in stream.iter_lines() if line.startswith("data: "))
    assert '"parts":' in told, told
    return str(json.loads(told.removeprefix("data: ")))


class Forbidden:
    """Everything that should not be told to a seat, as a table is now."""

    def __init__(self, state: TableState, seat: int | None, secrets: Sequence[str]) -> None:
        position = state.the_position()
        self.names = hidden_from(position, seat)
        self.orders = list(hidden_orders(position.to_dict(), position.view(seat).to_dict() | {"seed": ""}))
        self.sealed = {str(position.seed), f"{position.seed:x}", state.setup.salt, state.setup.invite}
        self.sealed |= {*secrets, *(str(place.holder) for place in state.seats)}

    def found_in(self, text: str) -> set[str]:
        sealed = {secret for secret in self.sealed if secret in text}
        return sealed | find(self.names, text) | find_order(self.orders, text)
