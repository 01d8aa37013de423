"""What every game must pass, whatever it is: checks of one position, and random games to make them on.

A check takes a position and raises AssertionError. `tests/test_conformance.py` makes them all on random games
of every variant of every game; a game's own tests may make them on positions of their own.

Run as a script it prints fingerprints of random games, one a line, so that another process, with rules
interpreted, can be compared: `python -m tests.conformance PLIES VARIANT…`.
"""

from __future__ import annotations

import hashlib
import json
import operator
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, cast

import numpy as np
import pytest

import stramash
from stramash import BadNotation, BadSeat, Game, IllegalAction, Position, Record, StramashError
from stramash.core.options import OptionValue
from stramash.core.rule import INTERPRETED
from stramash.core.words import LOCALES
from stramash.games import find
from stramash.lab.cuda_contract import check_game, options_of

#: No game lasts longer than this, by far
TOO_LONG = 20_000


# --- Variants ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Variant:
    """A game with its options and number of players chosen."""

    name: str
    players: int
    options: tuple[tuple[str, OptionValue], ...] = ()

    def load(self) -> Game:
        return stramash.load(self.name, players=self.players, **dict(self.options))

    def __str__(self) -> str:
        return "-".join([self.name, str(self.players), *(f"{name}={value}" for name, value in self.options)])


def variants(name: str) -> list[Variant]:
    """Return the variants that a game declares."""
    game = find(name)
    return [
        Variant(name, declared.players or game.player_counts.start, tuple(declared.options.items()))
        for declared in game.variants
    ]


def usual_variants(name: str) -> list[Variant]:
    """Return the variants of a game that people usually play."""
    usual = [declared.usual for declared in find(name).variants]
    return [variant for variant, is_usual in zip(variants(name), usual, strict=True) if is_usual]


def check_variants(game: type[Game]) -> None:
    """A game declares variants with every number of players and every choice of every option."""
    loaded = [game(**declared.arguments) for declared in game.variants]
    assert len(set(loaded)) == len(loaded), "a variant is declared twice"
    usual = [declared.usual for declared in game.variants]
    assert any(usual), "no variant is declared as usual"
    assert usual == sorted(usual, reverse=True), "variants that people usually play come first"
    assert {one.players for one in loaded} == set(game.player_counts)
    for option in game.option_specs:
        values = {one.options.get(option.name, option.default) for one in loaded}
        if isinstance(option.choices, range):
            assert len(values) > 1 or len(option.choices) == 1, f"{option.name} is always {values}"
        else:
            assert values == set(option.choices), f"{option.name} is only {values}"


def all_variants() -> list[Variant]:
    """Return every variant of every game."""
    return [variant for name in stramash.games() for variant in variants(name)]


# --- Random games ------------------------------------------------------------------------------------


def random_game(game: Game, seed: int, plies: int = TOO_LONG) -> Iterator[Position]:
    """Yield each position of a random game, the same for the same seed; copy it to keep it."""
    dice = random.Random(seed)
    position = game.deal(seed)
    yield position
    for _ in range(plies):
        if position.over:
            return
        position.play(dice.choice(position.legal))
        yield position
    assert plies < TOO_LONG, "a random game did not end"


def sampled(game: Game, seed: int, share: float) -> list[Position]:
    """Return a share of the decisions of a random game, the first and the last position among them."""
    dice = random.Random(seed + 1)
    found = [
        position.copy() for position in random_game(game, seed) if dice.random() < share or position.over
    ]
    return [game.deal(seed), *found]


def play_on(position: Position, seed: int) -> Position:
    """Play a position at random to its end."""
    dice = random.Random(seed)
    for _ in range(TOO_LONG):
        if position.over:
            return position
        assert position.legal, "the game is not over but nothing is legal"
        position.play(dice.choice(position.legal))
    raise AssertionError("a random game did not end")


def seats(game: Game) -> list[int | None]:
    """Return every seat, and None for a spectator."""
    return [*range(game.players), None]


# --- Checks of one position --------------------------------------------------------------------------


def check_legal(position: Position) -> None:
    """Something is legal until the game is over; legal actions are sorted, unique and within range."""
    legal = position.legal
    assert bool(legal) is not position.over
    assert legal == sorted(set(legal))
    assert all(type(action) is int and 0 <= action < position.game.num_actions for action in legal)
    assert (position.player is None) is position.over
    assert bool(position.winners) is position.over
    assert len(position.scores) == position.game.players


def check_refusals(position: Position, seed: int = 0) -> None:
    """What is not legal raises a typed error with a sentence and leaves every byte untouched."""
    dice = random.Random(seed)
    game, legal = position.game, position.legal
    before, history = bytes(position), position.history
    numbers = [
        action
        for action in dice.sample(range(game.num_actions), min(5, game.num_actions))
        if action not in legal
    ]
    illegal: list[Any] = [*numbers, -1, game.num_actions, 10**30, 1.5, None, True, [], np.float32(0)]
    for action in illegal:
        with pytest.raises(IllegalAction, match=r"\w"):
            position.play(action)
    for action in numbers:
        with pytest.raises(IllegalAction, match=r"\w"):
            position.play(position.notation(action))
    for text in ("", "nonsense", "b7@", "🙂"):
        with pytest.raises(IllegalAction if position.over and text in game.notations else BadNotation):
            position.play(text)
    nonsense: list[Any] = [7, None, b"pass", [], 1.5]
    for text in nonsense:
        with pytest.raises(BadNotation, match="not an action"):
            position.parse(text)
    no_actions: list[Any] = [-1, game.num_actions, 10**30, "pass", None, True, 1.5]
    for action in no_actions:
        with pytest.raises(IllegalAction, match="not an action"):
            position.notation(action)
        with pytest.raises(IllegalAction, match="not an action"):
            position.describe(action)
    assert bytes(position) == before
    assert position.history == history
    assert position.legal == legal


def check_seats(position: Position) -> None:
    """There is no seat beyond the players'; asking for one says so."""
    nowhere: list[Any] = [-1, position.game.players, "0", 0.0, True]
    for seat in nowhere:
        for ask in (position.view, position.seen_by, position.log, position.svg, position.sketch):
            with pytest.raises(BadSeat, match="seat"):
                ask(seat)


def check_copies(position: Position, seed: int = 0) -> None:
    """A copy is equal and independent: what is played on one changes nothing in the other."""
    copy = position.copy()
    assert copy == position
    assert hash(copy) == hash(position)
    assert copy.history == position.history
    if position.over:
        return
    before, history, legal = bytes(position), position.history, position.legal
    play_on(copy, seed)
    assert (bytes(position), position.history, position.legal) == (before, history, legal)
    assert copy != position


def check_round_trips(position: Position) -> None:
    """A position survives being written as JSON, as a record and as notation, to the byte."""
    game = position.game
    description = json.loads(json.dumps(position.to_dict()))
    again = game.position(description)
    assert bytes(again) == bytes(position)
    assert again.to_dict() == description
    assert again.legal == position.legal
    record = position.record()
    assert Record.read(str(record)) == record
    *_, last = stramash.replay(str(record))
    assert bytes(last) == bytes(position)
    *_, last = stramash.replay(str(again.record()))
    assert bytes(last) == bytes(position)
    for action in position.legal:
        assert position.parse(position.notation(action)) == action


def check_views(position: Position) -> None:
    """A view lets the player to act do what is legal, and others nothing; it hides what is declared."""
    game = position.game
    for seat in seats(game):
        view = position.view(seat)
        assert not game.fields.wrongly_hidden(position.state, view.state, -1 if seat is None else seat)
        assert view.legal == (position.legal if seat is not None and seat == position.player else [])
        assert view.mask.dtype == np.bool_
        assert view.mask.shape == (game.num_actions,)
        assert np.flatnonzero(view.mask).tolist() == view.legal
        assert view.tensor.dtype == np.float32
        assert view.tensor.shape == (game.tensor_size,)
        assert np.isfinite(view.tensor).all()
        assert (view.player, view.over) == (position.player, position.over)
        assert (view.winners, view.scores) == (position.winners, position.scores)


def check_showing(position: Position) -> None:
    """At a table a seat sees its view, until the game is over: then everybody shows what they had."""
    for seat in seats(position.game):
        shown = position.show(seat)
        assert shown.seat == seat
        assert shown.to_dict() == (position if position.over else position.view(seat)).to_dict()
        assert position.show(seat, reveal=True).to_dict() == position.to_dict()
        assert shown.sketch() == position.sketch(seat, reveal=position.over)
        assert shown.svg() == position.svg(seat, reveal=position.over)


def check_handles(position: Position) -> None:
    """Touching things one after the other leads to exactly one legal action."""
    paths = [tuple(position.game.handles(action)) for action in position.legal]
    assert all(path and all(paths_part for paths_part in path) for path in paths)
    assert len(set(paths)) == len(paths)


def check_words(position: Position, seed: int = 0) -> None:
    """Everything can be said in every language, with every blank filled in."""
    dice = random.Random(seed)
    actions = dice.sample(position.legal, min(5, len(position.legal)))
    for locale in LOCALES:
        said = [position.prompt(locale)]
        for action in actions:
            said += [position.describe(action, locale), position.describe(action, locale, who="Ada")]
            assert "Ada" in said[-1]
        for seat in seats(position.game):
            log = position.log(seat, locale)
            assert len(log) == len(position.history)
            said += log
            if facts := position.view(seat).describe_facts(locale):
                said.append(json.dumps(facts).replace("{", "").replace("}", ""))
        for sentence in said:
            assert sentence.strip()
            assert not {"{", "}"} & set(sentence), sentence


def check_pictures(position: Position) -> None:
    """A position can be drawn for each seat, in each language, and with all cards open."""
    for locale in LOCALES:
        for seat in seats(position.game):
            assert position.svg(seat, locale).lstrip().startswith("<svg")
            assert position.sketch(seat, locale).strip()
        assert position.svg(None, locale, reveal=True).lstrip().startswith("<svg")
        assert position.sketch(None, locale, reveal=True).strip()


def told(position: Position, seat: int | None) -> dict[str, Any]:
    """Return everything that a seat receives, apart from pictures and the story so far."""
    view = position.view(seat)
    return {
        "to_dict": json.dumps(view.to_dict()),
        "tensor": view.tensor.tobytes(),
        "mask": view.mask.tobytes(),
        "legal": view.legal,
        "facts": json.dumps(view.facts),
        "prompt": view.prompt(),
        "result": (view.player, view.winners, view.scores),
    }


def story(position: Position, seat: int | None) -> dict[str, Any]:
    """Return the log of a position as a seat reads it, in each language."""
    locale = LOCALES[len(position.history) % len(LOCALES)]
    return {"seen": position.view(seat).seen, "log": position.log(seat, locale)}


def pictured(position: Position, seat: int | None) -> tuple[str, str]:
    """Return the pictures that a seat receives."""
    return position.svg(seat), position.sketch(seat)


def check_secrets(position: Position, seeds: range = range(3), *, pictures: bool = False) -> None:
    """Dealing the hidden cards again changes nothing that a seat receives."""
    for seat in seats(position.game):
        view, known = position.view(seat), told(position, seat)
        drawn = pictured(position, seat) if pictures else None
        for seed in seeds:
            other = view.imagine(seed)
            assert other.view(seat) == view
            assert told(other, seat) == known
            if pictures:
                assert pictured(other, seat) == drawn


def check_veils(position: Position) -> None:
    """Two actions of which others see the same leave them with the same view and the same story."""
    game, alike = position.game, dict[str, list[int]]()
    for action in position.legal:
        veil = game.veil(action)
        if veil is not None:
            alike.setdefault(veil, []).append(action)
    for actions in alike.values():
        for one, two in combinations(actions[:3], 2):
            first, second = position.copy(), position.copy()
            first.play(one)
            second.play(two)
            nothing_shown = int(first.state.reveals) == int(position.state.reveals)
            for seat in seats(game):
                if seat != position.player:
                    assert story(first, seat) == story(second, seat)
                    # an action may also end a round, which then shows the very cards it veiled
                    assert told(first, seat) == told(second, seat) or not nothing_shown


def check_imagined(position: Position, seed: int = 0) -> None:
    """What a seat imagines can be played to the end, and is written down like any position."""
    for seat in seats(position.game):
        imagined = position.view(seat).imagine(random.Random(seed))
        check_legal(imagined)
        assert imagined.player == position.player
        if seat is not None and seat == position.player:
            assert imagined.legal == position.legal
        assert bytes(position.game.position(imagined.to_dict())) == bytes(imagined)
        assert play_on(imagined, seed).over


def check_undo(position: Position) -> None:
    """Taking an action back restores every byte; what showed something or passed the turn on stays."""
    for action in position.legal[:: max(1, len(position.legal) // 4)]:
        later = position.copy()
        later.play(action)
        moved_on = later.player != position.player
        shown = int(later.state.reveals) != int(position.state.reveals)
        assert later.undoable is not (moved_on or shown)
        if later.undoable:
            later.undo()
            assert bytes(later) == bytes(position)
            assert later.history == position.history
            assert later.legal == position.legal
        else:
            after = bytes(later)
            with pytest.raises(IllegalAction, match="taken back"):
                later.undo()
            assert bytes(later) == after


# --- Checks of a whole game --------------------------------------------------------------------------


#: The checks that any position of any game passes, those of the interpreter aside
EACH_POSITION: tuple[Callable[[Position], None], ...] = (
    check_legal,
    check_refusals,
    check_seats,
    check_copies,
    check_round_trips,
    check_views,
    check_showing,
    check_handles,
    check_words,
    check_pictures,
    check_secrets,
    check_veils,
    check_imagined,
    check_undo,
)


def check_notations(game: Game) -> None:
    """Every action has a notation of its own, in any case and with spaces around it."""
    assert len(set(game.notations)) == game.num_actions
    for action, text in enumerate(game.notations):
        assert game.parse(f" {text.upper()} ") == action
        assert text == text.strip().lower()
        assert " " not in text
        assert game.handles(action)


def check_deals(game: Game) -> None:
    """The same seed gives the same deal; another, another; an invalid seed is refused."""
    assert bytes(game.deal(5)) == bytes(game.deal(5)) != bytes(game.deal(6))
    assert game.deal().seed != game.deal().seed
    top = (1 << 128) - 1
    assert game.deal(top).seed == top
    bad: list[Any] = [-1, top + 1, "7", 1.0, True]
    for seed in bad:
        with pytest.raises(StramashError, match="seed"):
            game.deal(seed)


def check_replay(game: Game, seed: int) -> None:
    """A finished game replays position by position, to the byte."""
    played = [bytes(position) for position in random_game(game, seed)]
    position = game.deal(seed)
    for position in random_game(game, seed):  # noqa: B007 - the last one is wanted
        pass
    assert [bytes(again) for again in stramash.replay(str(position.record()))] == played


def check_gpu_contract(game: Game, seed: int = 0) -> None:
    """A GPU can play the game: what `configure` writes are whole numbers, and no rule changes them."""
    check_game(game)
    fixed = options_of(game)
    for position in random_game(game, seed):
        for shown in (position, position.view(None), position.view(0).imagine(seed)):
            assert {name: int(shown.state[name]) for name in fixed} == fixed


class Cleared:
    """An observation as a GPU hands it to `observe`: all zeros, and it says that it is empty."""

    size, shape = 0, (0,)

    def __init__(self, count: int) -> None:
        self.numbers = np.zeros(count, np.float32)

    def __len__(self) -> int:
        return 0

    def __getitem__(self, index: int) -> float:
        return float(self.numbers[self._checked(index)])

    def __setitem__(self, index: int, value: float) -> None:
        self.numbers[self._checked(index)] = value

    def _checked(self, index: int) -> int:
        assert 0 <= operator.index(index) < self.numbers.size, f"observe writes at {index}"
        return index


def check_observing(position: Position) -> None:
    """Interpreted: `observe` writes by index, and asks the size of an observation only to clear it."""
    for seat in seats(position.game):
        view, cleared = position.view(seat), Cleared(position.game.tensor_size)
        position.game.rules.observe(view.state, -1 if seat is None else seat, cast("Any", cleared))
        assert cleared.numbers.tobytes() == view.tensor.tobytes()


def fingerprint(game: Game, seed: int, plies: int) -> str:
    """Return a hash of all that the rules say in the beginning of a random game, and in one imagined."""
    game.prepare()  # else it might be interpreted, too, and nothing would be compared
    digest = hashlib.sha256()
    for ply, position in enumerate(random_game(game, seed, plies)):
        digest.update(bytes(position))
        digest.update(json.dumps([position.legal, position.winners, position.scores]).encode())
        if ply % 5 == 0:
            if INTERPRETED:
                check_observing(position)
            for seat in seats(game):
                view = position.view(seat)
                digest.update(view.tensor.tobytes() + bytes(view.imagine(ply)))
    return digest.hexdigest()[:16]


def fingerprints(chosen: list[Variant], plies: int) -> list[str]:
    """Return one line for each variant."""
    return [f"{variant} {fingerprint(variant.load(), 20, plies)}" for variant in chosen]


def main() -> None:
    """Print the fingerprints of the variants named on the command line."""
    plies, wanted = int(sys.argv[1]), set(sys.argv[2:])
    chosen = [variant for variant in all_variants() if str(variant) in wanted]
    assert INTERPRETED, "this is for comparing interpreted rules with compiled ones"
    sys.stdout.write("\n".join(fingerprints(chosen, plies)) + "\n")


if __name__ == "__main__":
    main()
