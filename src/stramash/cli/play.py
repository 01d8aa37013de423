"""Play any game in the terminal: people at one screen, and bots."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from stramash.bots import fallback_for, hint_now
from stramash.cli.choices import WORDS, Seat
from stramash.cli.menu import Menu, NotOnTheMenu
from stramash.cli.saving import autosave_file, save
from stramash.core.errors import BadNotation, IllegalAction, StramashError
from stramash.core.position import Position, View
from stramash.core.words import translator

__all__ = ["NoInput", "TerminalGame"]


class NoInput(StramashError):
    """There is no input: standard input is closed."""


class _Quit(Exception):
    """A person leaves the table."""


class TerminalGame:
    """One game in the terminal, from a position to its end or until a player quits."""

    def __init__(
        self,
        position: Position,
        seats: Sequence[Seat],
        locale: str,
        console: Console,
        file: Path | None = None,
    ) -> None:
        self.position = position.named([seat.name for seat in seats])
        self.seats = seats
        self.locale = locale
        self.console = console
        #: the file in which the game was last saved, or from which it was resumed
        self.file = file
        self._ = translator(WORDS, locale)
        self._names = self.position.names
        self._people = [number for number, seat in enumerate(seats) if seat.bot is None]
        self._looking: int | None = self._people[0] if len(self._people) == 1 else None
        self._shown = [len(position.history)] * len(seats)
        self._answered = False

    def run(self) -> None:
        """Play until the game is over or somebody quits."""
        self._introduce()
        try:
            while self.position.player is not None:
                self._take_turn(self.position.player)
        except (_Quit, EOFError, KeyboardInterrupt) as leaving:
            if isinstance(leaving, EOFError) and not self._answered and not sys.stdin.isatty():
                raise NoInput(
                    "standard input is closed: run this in a terminal, or pipe moves to it"
                ) from None
            self._leave()
        else:
            self._print_result()

    def _introduce(self) -> None:
        _ = self._
        self.console.print(f"[bold]{escape(self.position.game.title)}[/bold]")
        for number, seat in enumerate(self.seats):
            who = _("a bot") if seat.bot else _("you") if seat.spec == "me" else _("a friend at this screen")
            self.console.print(f"  {number + 1}. {escape(seat.name)}: {who}")
        if self._people:
            self.console.print(_("Type a move, or 'help' to see what else you can type."))

    # --- Turns ---------------------------------------------------------------------------------------

    def _take_turn(self, player: int) -> None:
        bot = self.seats[player].bot
        if bot is None:
            self._person_decides(player)
        else:
            self.position.play(fallback_for(bot, self.position.game).choose(self.position.view(player)))
            if not self._people:
                self._print_news(None)

    def _person_decides(self, player: int) -> None:
        if self._looking != player:
            self._draw_curtain(player)
        self._print_news(player)
        view = self.position.view(player)
        self.console.print()
        self.console.print(view.sketch(self.locale))
        menu = Menu(view, view.legal, self.locale)
        self._show_moves(view, menu)
        before = len(self.position.history)
        while len(self.position.history) == before:
            menu = self._answer(self._ask(menu), view, menu)

    def _draw_curtain(self, player: int) -> None:
        """Hide the screen of the last person until the next one is at the screen."""
        name = self._names[player]
        self._wipe()
        self._ask_raw(self._("Pass the screen to {name}, then press Enter. ", name=name))
        self._wipe()
        self._looking = player

    def _wipe(self) -> None:
        """Clear the screen and the scrollback."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.file.write("\x1b[2J\x1b[3J\x1b[H")
            self.console.file.flush()
        else:
            self.console.print("\n" * 50)

    def _print_news(self, seat: int | None) -> None:
        """Print what the others did since this seat's last turn."""
        place = 0 if seat is None else seat
        log = self.position.log(seat, self.locale, self._names)
        for (actor, _), sentence in list(zip(self.position.history, log, strict=True))[self._shown[place] :]:
            if actor != seat:
                self.console.print(f"[dim]·[/dim] {escape(sentence)}.")
        self._shown[place] = len(log)

    # --- Asking --------------------------------------------------------------------------------------

    def _ask(self, menu: Menu) -> str:
        if len(menu.actions) == 1:
            return self._ask_raw(self._("Enter to do so > ")) or self.position.notation(menu.actions[0])
        return self._ask_raw("> ")

    def _ask_raw(self, prompt: str) -> str:
        answer = self.console.input(escape(prompt)).strip()
        self._answered = True
        return answer

    def _show_moves(self, view: View, menu: Menu) -> None:
        self.console.print(f"[bold]{escape(view.prompt(self.locale))}[/bold]")
        table = Table.grid(padding=(0, 2))
        for row in menu.rows:
            table.add_row(f"  [bold]{row.key}[/bold]", escape(row.label), escape(row.text))
        self.console.print(table)
        if not menu.flat:
            move, numbers = menu.example
            hint = self._("Type a move like {move}, or {numbers} for the same.", move=move, numbers=numbers)
            self.console.print(escape(hint), style="dim")

    def _answer(self, line: str, view: View, menu: Menu) -> Menu:
        """Carry out an input line; return the next menu."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                self.console.print(view.sketch(self.locale))
                self._show_moves(view, menu)
            case "moves" | "back":
                menu = Menu(view, view.legal, self.locale)
                self._show_moves(view, menu)
            case "help" | "?":
                self._help(view)
            case "log":
                self._print_log(view)
            case "hint":
                self._hint(view)
            case "why":
                self._explain(view, rest.strip())
            case "undo":
                self._undo()
            case "save":
                self._save(rest.strip())
            case "quit" | "exit":
                raise _Quit
            case _:
                return self._play(line, view, menu)
        return menu

    def _play(self, line: str, view: View, menu: Menu) -> Menu:
        """Play the move of an input line if it is complete; else show the remaining choices."""
        try:
            action = view.parse(line)
        except BadNotation:
            try:
                left = menu.pick(re.split("[ ,@]+", line.strip(" ,@") or line))
            except NotOnTheMenu as nothing:
                self._refuse(
                    self._(
                        "{text} is not a move here. Type 'moves' to see them, or 'help'.",
                        text=repr(str(nothing)),
                    )
                )
                return menu
            if len(left) > 1:
                menu = Menu(view, left, self.locale, depth=1)
                self._show_moves(view, menu)
                return menu
            action = left[0]
        try:
            self.position.play(action)
        except IllegalAction:
            self._refuse(
                self._("{move} is not possible now. Type 'moves' to see what is.", move=view.notation(action))
            )
        return menu

    def _refuse(self, sentence: str) -> None:
        self.console.print(f"[red]{escape(sentence)}[/red]")

    # --- Commands ------------------------------------------------------------------------------------

    def _help(self, view: View) -> None:
        _ = self._
        table = Table.grid(padding=(0, 2))
        for command, meaning in (
            (view.notation(view.legal[0]), _("a move by its notation; or its number in the list")),
            ("moves", _("list the moves you can make now")),
            ("hint", _("what the best bot would do in your place, and why")),
            ("why 3", _("explain something on the board, by number, name or move: what can be done and why")),
            ("undo", _("take back your last choice, while your turn lasts and nothing was revealed")),
            ("log", _("tell the game so far")),
            ("save FILE", _("write the game to a file")),
            ("quit", _("leave; the game is saved and can be resumed")),
            ("Enter", _("show the board again")),
        ):
            table.add_row(f"  [bold]{escape(command)}[/bold]", escape(meaning))
        self.console.print(table)

    def _print_log(self, view: View) -> None:
        log = self.position.log(view.seat, self.locale, self._names)
        for number, sentence in enumerate(log, 1):
            self.console.print(f"[dim]{number:4}[/dim] {escape(sentence)}.")
        if not log:
            self.console.print(self._("Nothing has happened yet."))

    def _hint(self, view: View) -> None:
        hint = hint_now(view, self.locale, seed=len(self.position.history))
        sentence = self._("Hint: {sentence} ({notation}).", sentence=hint.sentence, notation=hint.notation)
        self.console.print(escape(f"{sentence} {hint.reason}"))

    def _explain(self, view: View, about: str) -> None:
        if not about:
            self._refuse(self._("Write 'why' and what you ask about, by number or name, like 'why 3'."))
            return
        try:
            self.console.print(escape(view.explain(about, self.locale)))
        except StramashError as error:
            self._refuse(str(error))

    def _undo(self) -> None:
        if not self.position.undoable:
            self._refuse(
                self._("Nothing can be taken back: the last move ended a turn or revealed something.")
            )
            return
        self.position.undo()
        self._shown = [min(shown, len(self.position.history)) for shown in self._shown]

    def _save(self, name: str) -> None:
        if not name:
            self._refuse(self._("Write 'save' and the name of a file."))
            return
        try:
            self.file = save(self.position, Path(name).expanduser())
        except (StramashError, OSError) as error:
            self._refuse(self._("Not saved: {reason}", reason=str(error)))
            return
        self.console.print(self._("Saved in {file}.", file=str(self.file)))

    # --- The end -------------------------------------------------------------------------------------

    def _leave(self) -> None:
        """Save the game and print how to resume it."""
        self.console.print()
        try:
            self.file = save(self.position, self.file or autosave_file(self.position.game.name))
        except (StramashError, OSError) as error:
            self._refuse(self._("Not saved: {reason}", reason=str(error)))
            self.console.print(str(self.position.record()), markup=False)
            return
        words = [*_as_invoked(), "play", "--resume", str(self.file), "--lang", self.locale]
        for seat in self.seats:
            words += ["--seat", seat.spec]
        self.console.print(self._("The game is saved. To go on with it:"))
        command = subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
        self.console.print(f"  {command}", markup=False, soft_wrap=True)

    def _print_result(self) -> None:
        _ = self._
        seat = self._looking if len(self._people) == 1 else None
        if self._people:
            self._print_news(seat if seat is not None else self._looking)
        self.console.print()
        self.console.print(self.position.show(seat).sketch(self.locale))
        points = ", ".join(
            f"{name} {score}" for name, score in zip(self._names, self.position.scores, strict=True)
        )
        last = self.position.log(None, self.locale, self._names)[-1:]
        if last:
            self.console.print(_("The last move: {sentence}.", sentence=escape(last[0])))
        outcome = self.position.outcome(self.locale, self._names)
        self.console.print(f"[bold]{escape(outcome)}[/bold] {escape(_('Points: {points}.', points=points))}")


def _as_invoked() -> list[str]:
    """Return the words that start this program: its name if it is on the path, `python -m`, or its file."""
    program = Path(sys.argv[0])
    if program.resolve().is_relative_to(Path(__file__).parents[1]):
        return [sys.executable, "-m", "stramash"]
    found = shutil.which(program.name)
    return [program.name if found and Path(found).resolve() == program.resolve() else str(program)]
