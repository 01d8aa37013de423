"""The contract of a game. A game folder implements it; no other code imports the folder.

A game has two halves. `Rules` are compiled functions over its state record: deal, legal, play, and what a
seat may know. `Game` is the Python code around them: options, notation, sentences, pictures. Every method
that takes a state also accepts a hidden state (`rules.hide`), so the same code serves pages and bots.
"""

from __future__ import annotations

import difflib
import random
import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex, TypeAlias, get_type_hints

import numpy as np
import numpy.typing as npt

from stramash.core.actions import Actions
from stramash.core.background import speed_up
from stramash.core.compiling import once_on_this_machine
from stramash.core.defaults import draw_board, draw_cover, sketch_state
from stramash.core.errors import BadNotation, BadOption, BadPosition
from stramash.core.fields import Fields
from stramash.core.machine_code import LIBRARY, Allowed, allowed
from stramash.core.numbers import as_int
from stramash.core.options import Option, OptionValue, format_option
from stramash.core.position import Position
from stramash.core.puzzle import Question
from stramash.core.renamed import former_names, warn_renamed
from stramash.core.rule import allow_calls, home_of, ready_mark
from stramash.core.rules import Progress, Rules, legal_actions, print_progress
from stramash.core.seats import SPECTATOR, seats_in
from stramash.core.seeds import SEED_BITS, check_seed
from stramash.core.sheet import Scoring, SheetRow
from stramash.core.state import NOBODY, new_states, set_seed
from stramash.core.tuning import KernelParameters, SearchParameters
from stramash.core.variants import Variant
from stramash.core.words import CORE_WORDS, Translate, translator

if TYPE_CHECKING:
    from stramash.core.dealing import Dealer, History
    from stramash.core.lesson import Step
    from stramash.core.network import Network

# Re-exported, so that a game's folder imports the whole contract from here.
__all__ = [
    "SEED_BITS",
    "SPECTATOR",
    "Game",
    "Json",
    "KernelParameters",
    "Option",
    "OptionValue",
    "Rules",
    "SearchParameters",
    "Variant",
    "check_seed",
    "set_seed",
]

Json: TypeAlias = dict[str, Any]


class Game(ABC):
    """A game with its options chosen: `stramash.load("schotten-totten", tactics=True)`."""

    #: as in `stramash.load(name)`
    name: ClassVar[str]
    #: as printed on the box
    title: ClassVar[str]
    #: rises when the same seed and actions may give another game
    version: ClassVar[int]
    #: rises when the numbers of an observation change their meaning
    observation_version: ClassVar[int] = 1
    player_counts: ClassVar[range]
    option_specs: ClassVar[tuple[Option, ...]] = ()
    rules: ClassVar[Rules]
    #: the folder with the catalogues `es.po` and `fr.po`; without one, the game is in English only
    words: ClassVar[Path] = CORE_WORDS
    #: the file with its puzzles, None if it has none
    puzzles: ClassVar[Path | None] = None
    #: the structure of its policy-value network; None: a plain one
    network: ClassVar[type[Network] | None] = None
    #: small variants worth studying, as options
    minis: ClassVar[tuple[Mapping[str, OptionValue], ...]] = ()
    #: how long a game takes, in minutes, at least and at most
    minutes: ClassVar[tuple[int, int]] = (20, 60)
    #: kinds of action that only take what the player has already won: pages offer to play them automatically
    routine_kinds: ClassVar[tuple[str, ...]] = ()
    #: for tests, benchmarks and the comparison with a GPU: every number of players and every choice of
    #: every option occurs; those that people usually play come first
    variants: ClassVar[tuple[Variant, ...]] = (Variant(usual=True),)
    #: the search parameters for this game
    search: ClassVar[SearchParameters] = SearchParameters()
    #: `search.scale` for other numbers of players: with more players a lead decides less
    search_scales: ClassVar[Mapping[int, float]] = {}
    #: the kernel parameters for this game
    kernel: ClassVar[KernelParameters] = KernelParameters()
    #: keys of a position beyond the declared fields: `rest_to_json` writes them, `complete_state` reads them
    more_keys: ClassVar[tuple[str, ...]] = ()
    #: the kinds of handle that `explain` takes: `("stone",)` for handles like `stone:3`
    explained: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, **settings: Any) -> None:
        """Accept the former name of a hook, with a warning."""
        super().__init_subclass__(**settings)
        if "retell" in vars(cls):
            warn_renamed(f"{cls.__name__}.retell", "imagine_history")
            cls.imagine_history = cls.__dict__["retell"]  # type: ignore[method-assign]

    def __init__(self, players: int | None = None, **options: OptionValue) -> None:
        self.players = self._check_players(players)
        self.options: dict[str, OptionValue] = self._check_options(options)
        self._sped_up = False

    # --- Hooks: a game folder overrides them -------------------------------------------------------------

    @property
    @abstractmethod
    def actions(self) -> Actions:
        """The actions of the game, as it declares them: numbers, notation, handles and veils follow."""

    @property
    def components(self) -> dict[str, Json]:
        """What is printed on each card or tile, by its notation; the game's page says what each key means."""
        return {}

    @property
    @abstractmethod
    def tensor_size(self) -> int:
        """How many numbers an observation has."""

    def configure(self, state: Any) -> None:
        """Write the options and the number of players into a blank state.

        By default each is written to the field of its name, where the state has one. A text is written as
        its place among the option's choices.

        A GPU compiles a game for its options: what is written here becomes constants there. So

        - write only whole numbers, or true and false, each to a field of its own: `state.field = number`;
        - read nothing from the state, and write nothing inside an array;
        - let no rule change a field that is written here.

        Actions are numbers of 16 bits there, so a game has at most 32,768. `stramash.lab` checks this when a
        game is loaded for a GPU, and raises `BadGame` with what to change.
        """
        fields = get_type_hints(self.rules.state)
        if "players" in fields:
            state.players = self.players
        for option in self.option_specs:
            if option.name in fields:
                value = self.options.get(option.name, option.default)
                is_text = isinstance(value, str)
                setattr(state, option.name, list(option.choices).index(value) if is_text else int(value))

    def imagine_history(self, history: History, seat: int, state: Any, dice: random.Random) -> History:
        """Return a history that leads to a state that this seat imagines.

        Secret actions of others are replaced by actions that agree with the imagined state. Hidden
        information of the real history is not used.
        """
        del seat, state, dice
        return history

    def describe(self, state: Any, action: int, _: Translate, who: str | None, *, veiled: bool) -> str:
        """Return a sentence for an action: as a choice, or as done by `who`; veiled as others see it.

        By default it is the summary of the action's kind and its notation.
        """
        del state
        name = self.actions.kind(action)
        kind = next(kind for kind in self.actions.kinds if kind.kind == name)
        text = _(kind.summary or kind.kind)
        if kind.params:
            text += f" ({(veiled and self.veil(action)) or self.notations[action]})"
        return f"{who}: {text}" if who else text[:1].upper() + text[1:]

    def prompt(self, state: Any, _: Translate) -> str:
        """Return a sentence that says what the player to act can do now."""
        return _("The game is over.") if state.player == NOBODY else _("Choose what to do.")

    def state_to_dict(self, state: Any) -> Json:
        """Return the state, hidden or not, as plain JSON: its declared fields, and `rest_to_json`."""
        return self.fields.to_dict(state, self.rest_to_json(state))

    def rest_to_json(self, state: Any) -> Json:
        """Return the JSON beyond the declared fields: `more_keys`, and keys without a meaning."""
        del state
        return {}

    def state_from_dict(self, description: Json, state: Any) -> None:
        """Write a description into a blank state; raise BadPosition if it is not possible.

        The state is cleared, the declared fields are read, the state is completed and checked.
        """
        self.clear_state(state)
        self.fields.read(description, state)
        self.complete_state(description, state)
        self.check_state(state)
        if state.player != NOBODY and not legal_actions(self.rules.legal, state, self.num_actions):
            phase = f" in phase {self.phases[state.phase]}" if self.phases else ""
            raise BadPosition(f"seat {int(state.player)} is to act{phase}, but has no legal action")

    def clear_state(self, state: Any) -> None:
        """Write the defaults of missing keys into a blank state: by default a deal."""
        set_seed(state, 0)
        self.rules.deal(state)

    def complete_state(self, description: Json, state: Any) -> None:
        """Read the keys that `rest_to_json` writes, and derive the fields without a key."""
        del description, state

    def check_state(self, state: Any) -> None:
        """Raise BadPosition if a state, read from a description, cannot be played to its end.

        Every seat to act needs a legal action, which is checked afterwards. A game whose rules need more of a
        state, such as each card in one place, checks it here.
        """
        del state

    def svg(self, state: Any, seat: int, _: Translate) -> str:
        """Draw the state as this seat sees it: by default plates with all entries of its JSON."""
        return draw_board(self, state, seat, _)

    def sketch(self, state: Any, seat: int, _: Translate) -> str:
        """Draw the state for a terminal, as text with Rich markup: by default the lines of its JSON."""
        del seat
        return sketch_state(self, state, _)

    def explain(self, state: Any, seat: int, about: int | str, _: Translate) -> str:
        """Return a sentence that says why something can or cannot be done; raise BadOption if there is none.

        `about` is what `thing` returns: a number, or a name without the kind of its handle.
        """
        del state, seat, _
        raise BadOption(f"{self.title} explains nothing: {about!r} cannot be asked about")

    def why_not(self, state: Any, action: int, _: Translate) -> str:
        """Return a sentence that says why an action is not legal now; empty if the game has none."""
        del state, action, _
        return ""

    def effects(self, state: Any, action: int) -> list[Json]:
        """Return as data what follows from an action without a choice: rolls, refills, scorings."""
        del state, action
        return []

    def marks(self, state: Any, action: int, *, veiled: bool) -> list[str]:
        """Return the cards, tiles and places that an action is about, given the state before it.

        A page marks them after the move: each is the `data-card` or the `data-handle` of a thing in the
        picture. `veiled` means that the viewer does not see all of the action.
        """
        del state
        return [] if veiled else self.handles(action)[:1]

    def facts(self, state: Any, seat: int, _: Translate) -> Json:
        """Return facts that are hard to see on the table, as data; each game has its own."""
        del state, seat, _
        return {}

    def pieces(self, state: Any, seat: int, _: Translate, *, narrow: bool, low: bool) -> dict[str, str]:
        """Draw the state in pieces that a page arranges for its screen; by default only the board.

        `narrow` means a phone; `low`, besides, one on its side: the board at the left, the hand at the right.
        """
        del low
        if type(self).svg is Game.svg:
            return {"board": draw_board(self, state, seat, _, narrow=narrow)}
        return {"board": self.svg(state, seat, _)}

    def standing(self, state: Any, seat: int, _: Translate) -> list[str]:
        """Return short texts that say how a seat stands, from public information: by default its points."""
        points = np.zeros(self.players, np.int32)
        self.rules.scores(state, points)
        return [_.count("{n} point", "{n} points", int(points[seat]))]

    def outcome(self, state: Any, _: Translate, names: Sequence[str]) -> str:
        """Return a sentence or two that say who won a finished game, and why."""
        won = [names[seat] for seat in seats_in(int(self.rules.winners(state)))]
        if len(won) == 1:
            return _("{who} wins.", who=won[0])
        return _("{who} share the win.", who=", ".join(won))

    def score_sheet(self, scorings: Sequence[Scoring], state: Any, _: Translate) -> list[SheetRow]:
        """Return the rows of the score sheet, from the actions that scored and the state now.

        By default there is one row with the points of each seat.
        """
        del scorings
        points = np.zeros(self.players, np.int32)
        self.rules.scores(state, points)
        return [SheetRow(_("Points"), tuple(int(each) for each in points))]

    def scorings(self, state: Any) -> int:
        """Return how often points were counted so far: a page shows the score sheet after each count."""
        del state
        return 0

    def name_routine(self, _: Translate) -> str:
        """Return the players' name for the actions of `routine_kinds`, as the label of a setting."""
        del _
        return ", ".join(self.routine_kinds)

    def name_handle(self, handle: str, _: Translate) -> str:
        """Return a name for a handle that no picture shows and that leads to more than one action."""
        del _
        return handle.rpartition(":")[2]

    def short_answer(self, handle: str, _: Translate) -> str:
        """Return a few words for an answer to `ask`, for a small screen; empty: the whole action is said."""
        del handle, _
        return ""

    def ask(self, handle: str, _: Translate) -> str:
        """Return a prompt for the choice after a thing was touched; empty: the page has a general one."""
        del handle, _
        return ""

    def blurb(self, _: Translate) -> str:
        """Return one sentence about the game."""
        del _
        return ""

    def cover(self, _: Translate) -> str:
        """Draw a small picture of the game, for a page that lists games."""
        del _
        return draw_cover(self)

    def lesson(self, _: Translate) -> list[Step]:
        """Return the steps of the lesson for newcomers."""
        del _
        return []

    def gains(self, before: Any, after: Any, seat: int, _: Translate) -> list[str]:
        """Return what a seat has after its actions that it did not have before, in sentences, for puzzles."""
        del before, after, seat, _
        return []

    def questions(self, state: Any) -> list[Question]:
        """Return the questions that the rules alone answer in this state, for puzzles."""
        del state
        return []

    def ask_puzzle(self, kind: str, _: Translate) -> str:
        """Return what a kind of puzzle asks: by default, to find the action that is clearly best."""
        del kind
        return _("One move is clearly better than all others. Find it.")

    def illustrations(self, _: Translate) -> dict[str, str]:
        """Return the pictures that the rules in our own words, `words/rules.en.html`, refer to by name."""
        del _
        return {}

    def card_dealer(self) -> Dealer:
        """Return the dealer that deals card by card, for solvers; most games are too large for that."""
        raise BadOption(f"{self} is not dealt card by card: leave chance to its seed")

    # --- Methods of every game ---------------------------------------------------------------------

    @property
    def num_actions(self) -> int:
        """The number of actions; an action is a number below it."""
        return self.actions.size

    def name_action(self, action: int) -> str:
        """Return the notation of an action: short, stable, the same in every language."""
        return self.actions.notations[action]

    def veil(self, action: int) -> str | None:
        """Return the notation of an action as other players read it; None if nothing is hidden."""
        return self.actions.veil(action)

    def handles(self, action: int) -> list[str]:
        """Return the handles that choose this action, in the order of touching: `["card:b7", "stone:3"]`."""
        return self.actions.handles(action)

    def routine(self, action: int) -> bool:
        """Return whether an action only takes what its player has already won."""
        return bool(self.routine_kinds) and self.actions.kind(action) in self.routine_kinds

    def thing(self, about: Any) -> int | str:
        """Return the argument of `explain` for a name, a handle or a notation.

        >>> import stramash
        >>> game = stramash.load("schotten-totten")
        >>> game.thing(3), game.thing("stone:3"), game.thing("b7@3")
        (3, 3, 3)
        """
        number = as_int(about)
        if number is not None:
            return number
        if not isinstance(about, str):
            raise BadOption(f"{about!r} cannot be asked about: give a name or a number")
        text = about.strip().lower()
        action = self._actions_by_notation.get(text)
        for handle in [text] if action is None else self.handles(action):
            kind, _, name = handle.rpartition(":")
            if kind in self.explained:
                text = name
                break
        return int(text) if text.isdecimal() else text

    def deal(self, seed: SupportsIndex | None = None) -> Position:
        """Set up a game. The same seed gives the same deal, forever; without one the seed is random."""
        number = secrets.randbits(SEED_BITS) if seed is None else check_seed(seed)
        self._speed_up()
        states = self.blank()
        set_seed(states[0], number)
        self.rules.deal(states[0])
        return Position(self, states, seed=number)

    def position(self, description: Mapping[str, Any]) -> Position:
        """Return the position that `Position.to_dict` described; raise `BadPosition` if it is not possible.

        The description may leave out game, players and options; `stramash.position` reads them from it.
        """
        if not isinstance(description, Mapping):
            raise BadPosition(f"{description!r} describes no position: it should be keys and values")
        self._speed_up()
        description = dict(description)
        for key, mine in (("game", self.name), ("players", self.players), ("options", self.options)):
            if description.pop(key, mine) != mine:
                raise BadPosition(f"this position is not for {self}: its {key!r} should be {mine!r}")
        result = {key: description.pop(key) for key in ("over", "winners") if key in description}
        states = self.blank()
        try:
            self.state_from_dict(description, states[0])
        except BadPosition as error:
            if not _holds_unknown(description):
                raise
            raise BadPosition(
                f"this describes a view, which has hidden information ({error}): "
                "describe a whole position, or draw one that the view allows with view.imagine()"
            ) from error
        position = Position(self, states)
        for key, given in result.items():
            follows = getattr(position, key)
            if type(given) is not type(follows) or given != follows:
                raise BadPosition(
                    f"{key!r} is {given!r}: by the rest of the position it should be {follows!r}"
                )
        return position

    @property
    def phases(self) -> tuple[str, ...]:
        """The names of the phases of a turn, as the state declares them; empty if it has none."""
        return self.fields.phases

    @cached_property
    def fields(self) -> Fields:
        """The declared fields of the state: what they mean in JSON."""
        return Fields(self.rules.state, self.players, self.more_keys)

    def blank(self) -> npt.NDArray[np.void]:
        """Return an array of one blank state: only the options are set."""
        return self._blank.copy()

    @cached_property
    def _blank(self) -> npt.NDArray[np.void]:
        states = new_states(self.rules.state)
        self.configure(states[0])
        return states

    @cached_property
    def notations(self) -> tuple[str, ...]:
        """The notation of every action, by its number."""
        return tuple(self.name_action(action) for action in range(self.num_actions))

    @cached_property
    def _actions_by_notation(self) -> dict[str, int]:
        return {text: action for action, text in enumerate(self.notations)}

    def parse(self, text: str) -> int:
        """Return the action that a notation means."""
        action = self._actions_by_notation.get(text.strip().lower()) if isinstance(text, str) else None
        if action is None:
            raise BadNotation(f"{text!r} is not an action of {self.title}: write one like {self._like(text)}")
        return action

    def _like(self, text: object) -> str:
        """Return a few notations for an error message: those most similar to a text, or some of each kind."""
        near = (
            difflib.get_close_matches(text.strip().lower(), self.notations, 4)
            if isinstance(text, str)
            else []
        )
        return ", ".join(near or self.notations[:: max(1, self.num_actions // 4)])

    def translator(self, locale: str) -> Translate:
        """Return the words of this game in a language."""
        return translator(self.words, locale)

    def prepare(self, progress: Progress | None = None) -> None:
        """Compile the rules now if the cache does not have them, and print progress.

        Playing does not need this: a game plays interpreted and changes to machine code when a child process
        has compiled it. Call it before you play thousands of games. Afterwards calls of this game's rules
        also compile missing signatures. `progress(done, total, rule)` is called instead of printing, if
        given.
        """
        if allowed(home_of(self.rules.deal) or LIBRARY) is not Allowed.COMPILE:
            self.compile_rules(progress)
            allow_calls(self.rules.deal, Allowed.COMPILE)

    def compile_rules(self, progress: Progress | None = None) -> None:
        """Compile the rules if the cache does not have them; afterwards calls load them from the cache."""
        if home_of(self.rules.deal) is None:
            return
        with once_on_this_machine(ready_mark(self.rules.deal, self.name)) as needed:
            if needed:
                self.rules.compile(progress or print_progress(self.title))
        allow_calls(self.rules.deal, Allowed.LOAD)

    @property
    def compiled(self) -> bool:
        """Whether calls use the machine code of the rules."""
        home = home_of(self.rules.deal)
        return home is not None and allowed(home) >= Allowed.LOAD

    def _speed_up(self) -> None:
        """Start compiling the rules in the background, once."""
        if not self._sped_up:
            self._sped_up = True
            speed_up(self)

    def _check_players(self, players: int | None) -> int:
        if players is None:
            return self.player_counts.start
        number = as_int(players)
        if number is None or number not in self.player_counts:
            counts = ", ".join(str(count) for count in self.player_counts)
            raise BadOption(f"{self.title} is not played by {players!r}: number of players can be {counts}")
        return number

    def _check_options(self, chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        known = {option.name: option for option in self.option_specs}
        for name in chosen:
            if name not in known:
                raise BadOption(f"{self.title} has no option {name!r}: its options are {', '.join(known)}")
        options = {
            name: option.check(chosen[name]) if name in chosen else option.default
            for name, option in known.items()
        }
        usual = [name for name, option in known.items() if option.lab and options[name] == option.default]
        return {name: value for name, value in options.items() if name not in usual}

    def check_chosen(self) -> None:
        """Raise BadOption if an option was chosen that has no effect with this number of players.

        `load` calls it. Records and tables are restored without this check: some are older than it.
        """
        for option in self.option_specs:
            value = self.options.get(option.name, option.default)
            if option.players and self.players not in option.players and value != option.default:
                counts = " or ".join(str(count) for count in option.players)
                raise BadOption(
                    f"{option.name}={format_option(value)} is not possible with {self.players} players: "
                    f"choose {format_option(option.default)}, or play with {counts}"
                )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @cached_property
    def _identity(self) -> tuple[object, ...]:
        return (self.name, self.players, tuple(sorted(self.options.items())))

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"stramash.load({self.name!r}, players={self.players}{chosen})"


def _holds_unknown(described: Any) -> bool:
    """Return whether a nested value contains an unknown: a text that begins with `?`."""
    if isinstance(described, str):
        return described.startswith("?")
    if isinstance(described, Mapping):
        return any(_holds_unknown(value) for value in described.values())
    return isinstance(described, list | tuple) and any(map(_holds_unknown, described))


__getattr__ = former_names(
    __name__,
    {
        "sow": "set_seed",
        "SearchSettings": "SearchParameters",
        "KernelSettings": "KernelParameters",
    },
)
