"""Imported positions can be played to their end, however odd they are.

`mutate` changes a described position at random: it moves, swaps, repeats, drops and rewrites values, or calls
the game's own `bend`, which knows what the values mean. A test imports the result. It may be refused with a
`BadPosition`; if it is accepted, `check_playable` plays it at random to its end and checks what holds in any
game, and what the game's own `check` asks for. All draws come from Hypothesis, so failures shrink.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, TypeAlias

import numpy as np
from hypothesis import strategies as st

from stramash import BadPosition, Game, Position
from tests.conformance import check_legal, seats

#: No game lasts longer than this, by far
TOO_LONG = 20_000

#: Changes a description, as only this game's values can be changed
Bend: TypeAlias = Callable[[dict[str, Any], random.Random], None]
#: Checks what holds in every position of a game that began with a description
Check: TypeAlias = Callable[[Position, dict[str, Any]], None]

#: A value that does not fit, sooner or later
ODD: tuple[Any, ...] = (None, True, -1, 0, 1, 2, 5, 99, 10**6, "", "?", [], {}, 1.5)


def containers(value: Any) -> Iterator[Any]:
    """Yield every list and object inside a JSON value, the value itself first."""
    if isinstance(value, dict | list):
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from containers(inner)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Return where every value lies that has no others inside: its container and its key there."""
    return [
        (container, key)
        for container in containers(value)
        for key in (container if isinstance(container, dict) else range(len(container)))
        if not isinstance(container[key], dict | list)
    ]


def mutate(data: st.DataObject, description: dict[str, Any], bend: Bend) -> dict[str, Any]:
    """Return a description changed in one place, or in two where values are moved or swapped."""
    changed = deepcopy(description)
    lists = [one for one in containers(changed) if isinstance(one, list)]
    leaves = places(changed)

    def some(among: list[Any]) -> Any:
        return among[data.draw(st.integers(0, len(among) - 1))]

    kinds = ["move", "swap", "copy", "step", "odd", "drop", "forget", "repeat"]
    kind = data.draw(st.sampled_from([*kinds, *["bend"] * len(kinds)]))
    if kind == "bend":
        bend(changed, random.Random(data.draw(st.integers(0, 1 << 16))))
        return changed
    container, key = some(leaves)
    if kind in ("move", "repeat"):
        source = some([one for one in lists if one] or [[0]])
        at = data.draw(st.integers(0, len(source) - 1))
        value = deepcopy(source[at]) if kind == "repeat" else source.pop(at)
        target = some(lists)
        target.insert(data.draw(st.integers(0, len(target))), value)
    elif kind in ("swap", "copy"):
        alike = [place for place in leaves if type(place[0][place[1]]) is type(container[key])]
        other, there = some(alike)
        value, container[key] = container[key], other[there]
        if kind == "swap":
            other[there] = value
    elif kind == "step" and type(container[key]) is int:
        container[key] += data.draw(st.sampled_from([-1, 1]))
    elif kind == "odd":
        container[key] = data.draw(st.sampled_from(ODD))
    elif kind == "drop":
        del container[key]
    else:
        changed.pop(some(list(changed)))
    return changed


def import_or_refuse(game: Game, description: dict[str, Any]) -> Position | None:
    """Return the position of a description, None if it is refused with a sentence."""
    before = json.dumps(description)
    try:
        position = game.position(description)
    except BadPosition:
        position = None
    assert json.dumps(description) == before, "importing changed the description"
    return position


def wander(data: st.DataObject, position: Position, steps: int, bend: Bend) -> Position:
    """Return a position that is some accepted mutations away; what follows from the rest is left out."""
    description = {key: told for key, told in position.to_dict().items() if key not in ("over", "winners")}
    for _ in range(steps):
        changed = mutate(data, description, bend)
        accepted = import_or_refuse(position.game, changed)
        if accepted is not None:
            position, description = accepted, changed
    return position


def check_kept_as_json(position: Position) -> None:
    """A position is accepted as it describes itself, to the byte: nothing was written outside its fields."""
    again = position.game.position(json.loads(json.dumps(position.to_dict())))
    assert bytes(again) == bytes(position)


def check_known(position: Position, seed: int) -> None:
    """Every seat can look, be told the facts, and imagine a position that looks the same to it."""
    for seat in seats(position.game):
        view = position.view(seat)
        assert np.isfinite(view.tensor).all()
        assert view.facts
        imagined = view.imagine(seed)
        assert imagined.view(seat) == view
        check_kept_as_json(imagined)


def check_unit(position: Position) -> None:
    """Every number of an observation is within 0…1, as the game's page promises."""
    tensor = position.view(position.player).tensor
    assert np.all((tensor >= 0) & (tensor <= 1))


def check_playable(position: Position, seed: int, check: Check, share: float = 0.03) -> None:
    """Play a position at random to its end; check each step, and a share of them thoroughly."""
    dice, start = random.Random(seed), position.to_dict()
    for _ in range(TOO_LONG):
        check_legal(position)
        check(position, start)
        if position.over or dice.random() < share:
            check_kept_as_json(position)
            check_known(position, seed)
        if position.over:
            return
        position.play(dice.choice(position.legal))
    raise AssertionError("a random game did not end")
