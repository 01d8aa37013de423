"""The parts of a table's page: each is rendered once for all who see the same.

A page is its skeleton and its parts. A page that is open gets updates with the parts that have changed, each
named by the selector of the element that it replaces. The seat of the viewer decides which hidden information
a part may hold, so the seat is part of the key under which parts are kept.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from markupsafe import Markup

from stramash.core.cache import Cache
from stramash.core.game import Game
from stramash.core.position import View
from stramash.core.words import Translate
from stramash.draw.portraits import PORTRAITS
from stramash.table.domain.seats import LOCAL, PERSON
from stramash.table.domain.state import (
    NOT_YOURS,
    OVER,
    PLAYING,
    REVEALED,
    TURN_ENDED,
    WAITING,
    TableState,
)
from stramash.table.domain.story import LogLine, Story
from stramash.table.web.contexts import (
    LocalSeats,
    choices,
    describe_event,
    farewells,
    handle_names,
    has_company,
    length,
    news,
    pictures,
    shown_names,
)
from stramash.table.web.perspective import DEFAULT_PERSPECTIVE, Perspective
from stramash.table.web.renderer import (
    as_data,
    as_list,
    macro_of,
    proportion_of,
    render_macro,
    words_for,
)

__all__ = ["CHUNK", "Parts", "PartsRenderer", "Viewer"]

_T = TypeVar("_T")

#: Where the text of a part is divided into chunks: at the groups of a picture
CHUNK = "<g "
#: Sets of parts kept, for those who see the same at the same time
_PARTS_KEPT = 128
#: Stories kept, one for each seat and language at a table
_STORIES_KEPT = 4096
#: JSON without entries
_NOTHING = Markup("{}")


@dataclass(frozen=True)
class Viewer:
    """All that the parts of a page depend on, besides the table."""

    local: LocalSeats
    locale: str
    routine: str
    narrow: bool
    low: bool = False
    #: how a finished game is looked at
    perspective: Perspective = DEFAULT_PERSPECTIVE

    @property
    def arrangement(self) -> str:
        """How the viewer wants pages: a page and its updates must have the same."""
        return f"{self.locale} {self.routine} {'low' if self.low else 'narrow' if self.narrow else 'wide'}"


@dataclass(frozen=True)
class Parts:
    """The rendered parts of one moment for one viewer."""

    #: what kind of page this is; parts can replace only those of a page of the same shape
    shape: str
    #: attributes of the element `#table`
    attributes: dict[str, str]
    #: the parts, each by the selector of its element
    elements: dict[str, str]
    story: tuple[LogLine, ...]
    #: what renders lines of the story as HTML, given which ply is shown if it is not the last
    render_lines: Callable[[tuple[LogLine, ...], int | None], Markup]
    #: whether the rules can be asked about things on this page
    explained: bool

    #: what was made of these parts, for all pages that see the same
    _made: dict[Hashable, Any] = field(default_factory=dict)

    def once(self, key: Hashable, make: Callable[[], _T]) -> _T:
        """Return what is made of these parts; it is made when it is first needed."""
        if key not in self._made:
            self._made[key] = make()
        made: _T = self._made[key]
        return made

    def chunks(self, selector: str) -> tuple[list[str], tuple[int, ...]]:
        """Return a part's chunks of text and their hashes."""
        return self.once(selector, lambda: _chunks(self.elements[selector]))

    @property
    def story_html(self) -> Markup:
        """All lines of the story as HTML."""
        shown, last = (int(self.attributes[name]) for name in ("data-shown", "data-ply"))
        return self.render_lines(self.story, shown if shown != last else None)


def _chunks(part: str) -> tuple[list[str], tuple[int, ...]]:
    chunks = part.split(CHUNK)
    return chunks, tuple(map(hash, chunks))


class PartsRenderer:
    """Renders parts and keeps those that are likely to be asked for again."""

    def __init__(self) -> None:
        self._parts: Cache[tuple[str, int, int, Viewer], Parts] = Cache(_PARTS_KEPT)
        self._stories: Cache[tuple[str, int | None, str], _LockedStory] = Cache(_STORIES_KEPT)

    def parts(self, state: TableState, viewer: Viewer, ply: int | None = None) -> Parts:
        """Return the parts of a table's page, now or after `ply` actions."""
        shown = ply if ply is not None and ply <= state.ply else state.ply
        key = (state.id, state.version, shown, viewer)
        return self._parts.find(key, lambda: self._render(state, viewer, shown))

    def forget(self) -> None:
        """Clear all caches."""
        self._parts.clear()
        self._stories.clear()

    def _render(self, state: TableState, viewer: Viewer, shown: int) -> Parts:
        view = viewer.perspective.view(state, viewer.local.seat, shown)
        story = self._story(state, viewer).follow(state)
        content = _content(state, viewer, view, shown, story)
        elements = {
            "ul.players": _players(state, viewer, view, content),
            ".tools": _tools(state, viewer, content),
            **({".offer": _offer(state, viewer, content)} if state.setup.shared else {}),
            **{f"#{name}": _as_script(name, content[name]) for name in ("choices", "handle-names", "marks")},
        }
        if content["playing"]:
            pieces = pictures(view, content["names"], viewer.locale, narrow=viewer.narrow, low=viewer.low)
            curtained = viewer.local.curtain is not None and shown == state.ply
            if not curtained:
                elements |= {
                    "#prompt": _prompt_line(viewer, content),
                    ".latest": _latest(viewer, content),
                    ".helps": _helps(state, viewer, content),
                }
            elements |= _play_area(pieces, with_hand=not curtained)
        proportion = proportion_of(elements.get(".board", ""), elements.get(".hand", ""))
        moment = state.status if shown == state.ply else "past"
        local = viewer.local
        shape = " ".join((moment, f"{local.seat} of {list(local.mine)} for {local.curtain}:", *elements))
        return Parts(
            shape=shape,
            attributes=_attributes(state, viewer, shown, mine=content["mine"], proportion=proportion),
            elements=elements,
            story=story,
            render_lines=_story_lines(state, viewer),
            explained=content["explained"],
        )

    def _story(self, state: TableState, viewer: Viewer) -> _LockedStory:
        key = (state.id, viewer.local.seat, viewer.locale)
        return self._stories.find(key, lambda: _LockedStory(viewer.local.seat, viewer.locale))


class _LockedStory:
    """A story with a lock, so that one thread at a time extends it."""

    def __init__(self, seat: int | None, locale: str) -> None:
        words = words_for(locale)
        self._story = Story(seat, locale, lambda event, who: describe_event(event, who, words))
        self._lock = threading.Lock()

    def follow(self, state: TableState) -> tuple[LogLine, ...]:
        with self._lock:
            return self._story.follow(state)


def _as_script(name: str, content: Markup) -> str:
    """Return data that the scripts of a page read."""
    return f'<script type="application/json" id="{name}">{content}</script>'


def _story_lines(state: TableState, viewer: Viewer) -> Callable[[tuple[LogLine, ...], int | None], Markup]:
    """Return what renders lines of the story; links name the seat if several are played from one screen."""
    macro = macro_of("steady.html", "story", viewer.locale)
    local = viewer.local
    seat = local.seat if len(local.mine) > 1 else None
    table_id, query = state.id, viewer.perspective.query
    return lambda lines, at: macro(lines, at, table_id, seat, query)


def _players(state: TableState, viewer: Viewer, view: View, content: dict[str, Any]) -> str:
    """Return the list of the players."""
    over, live, local = content["over"] and content["shown"] == state.ply, content["live"], viewer.local
    winners, acting, due = state.winners if over else (), state.player if live else None, state.due
    rows = tuple(
        (
            name,
            seat.kind in (PERSON, LOCAL),
            seat.bot,
            seat.bot in PORTRAITS,
            " · ".join(view.standing(number, viewer.locale)),
            due,
            number == acting,
            number in winners,
            number == local.seat,
        )
        for number, (name, seat) in enumerate(zip(content["names"], state.seats, strict=True))
    )
    company, several = state.setup.shared and has_company(state, local.mine), len(local.mine) > 1
    return render_macro("steady.html", "players", viewer.locale, rows, company, several, content["clock"])


def _prompt_line(viewer: Viewer, content: dict[str, Any]) -> str:
    """Return the line that says what is to be done now."""
    return render_macro("steady.html", "prompt_line", viewer.locale, content["prompt"], content["mine"])


def _latest(viewer: Viewer, content: dict[str, Any]) -> str:
    """Return the button that shows again what the others did last."""
    fresh = content["news"]
    texts, start = tuple(line.text for line in fresh[-2:]), fresh[0].ply - 1 if fresh else ""
    hidden = not fresh or not content["live"]
    return str(macro_of("steady.html", "latest", viewer.locale)(texts, start, hidden))


def _tools(state: TableState, viewer: Viewer, content: dict[str, Any]) -> str:
    """Return the buttons below the panel."""
    partings, shown = content["farewells"], content["shown"]
    resign = partings.get("resign", "") if content["live"] else ""
    moment = "" if shown == state.ply else f"?ply={shown}"
    game, over, leave = state.setup.game, content["over"], partings.get("leave", "")
    return render_macro("steady.html", "tools", viewer.locale, state.id, game, resign, leave, over, moment)


def _helps(state: TableState, viewer: Viewer, content: dict[str, Any]) -> str:
    """Return the buttons beside the prompt, for the player who looks."""
    acting = content["live"] and viewer.local.seat is not None
    hints, mine = state.setup.hints, content["mine"]
    undo = (content["no_undo"], content["ask_undo"])
    return render_macro("steady.html", "helps", viewer.locale, state.id, acting, undo, hints, mine)


def _offer(state: TableState, viewer: Viewer, content: dict[str, Any]) -> str:
    """Return the question whether the last action may be taken back, for those who answer or withdraw it."""
    offer, mine, names = state.undo_offer, viewer.local.mine, content["names"]
    who = refused = ""
    asked = False
    if offer is not None and content["live"]:
        asked = offer.seat in mine
        if asked or any(seat in mine for seat in state.undo_awaits):
            who = names[offer.seat]
    elif content["live"] and (answer := state.undo_refusal) is not None and answer.asked in mine:
        refused = names[answer.refused]
    return render_macro(
        "steady.html", "offer", viewer.locale, state.id, who, content["last_action"], asked, refused
    )


def _play_area(pieces: dict[str, str], *, with_hand: bool) -> dict[str, str]:
    """Return the pictures of a page that shows a board, each in its place; a curtain hides the hand."""
    area = {"svg.shared": pieces["shared"]} if pieces["shared"] else {}
    for name in ("board", *(("hand",) if with_hand else ()), "panel"):
        if pieces[name] or name == "board":
            area[f".{name}"] = f'<div class="{name}">{pieces[name]}</div>'
    return area


def _content(
    state: TableState, viewer: Viewer, view: View, shown: int, story: tuple[LogLine, ...]
) -> dict[str, Any]:
    """Return what the parts are made from, besides the table and the viewer."""
    _, local, locale = words_for(viewer.locale), viewer.local, viewer.locale
    names = shown_names(state, _)
    live = shown == state.ply and state.status == PLAYING
    mine = live and local.seat is not None and state.player == local.seat
    playing = state.status != WAITING
    fresh = news(story, local.seat, shown, live=live)
    helped = not (viewer.routine == "hand" and view.game.routine_kinds)
    return {
        "names": names,
        "shown": shown,
        "live": live,
        "mine": mine,
        "over": state.status == OVER,
        "playing": playing,
        "prompt": _prompt(state, viewer, view, names, live=live, mine=mine),
        "choices": choices(view, locale) if mine else as_list(()),
        "handle-names": as_data(handle_names(view, locale)) if mine else _NOTHING,
        "news": fresh,
        "marks": as_data([mark for line in fresh for mark in line.marks]),
        "clock": "" if state.setup.terms.clock is None else length(state.setup.terms.clock, _),
        "no_undo": _no_undo(state, local.seat, _) if live and local.seat is not None else "",
        "ask_undo": _ask_undo(state, local.seat, names, _) if live and local.seat is not None else "",
        "last_action": next((line.text for line in reversed(story) if line.ply is not None), ""),
        "farewells": farewells(state, local, _),
        "explained": live and helped and local.seat is not None and type(view.game).facts is not Game.facts,
    }


def _ask_undo(state: TableState, seat: int, names: list[str], _: Translate) -> str:
    """Return the question that confirms to ask the others for an undo; empty if they cannot be asked."""
    if not state.undo_askable(seat):
        return ""
    others = list(dict.fromkeys(names[other] for other in state.to_agree(seat)))
    return _("Ask {names} whether you may take your last action back?", names=", ".join(others))


def _no_undo(state: TableState, seat: int, _: Translate) -> str:
    """Return a text that says why this seat can take nothing back; empty if it can."""
    reason = state.why_not_undoable(seat)
    if reason is None:
        return ""
    if reason == NOT_YOURS:
        return _("Only your own last action can be taken back, before another player acts.")
    if reason == TURN_ENDED:
        return _("Your last action ended your turn: it cannot be taken back.")
    if reason == REVEALED:
        return _("Your last action showed something new: it cannot be taken back.")
    return _("Nothing was played yet: there is nothing to take back.")


def _prompt(
    state: TableState, viewer: Viewer, view: View, names: list[str], *, live: bool, mine: bool
) -> str:
    """Return a text that says what is to be done now, or by whom; or which moment is shown."""
    _ = words_for(viewer.locale)
    if mine:
        return view.prompt(viewer.locale)
    if live:
        assert state.player is not None
        who = names[state.player]
        return _("{who} is to act.", who=who)
    shown = len(view.seen)
    if shown != state.ply:
        return _("The table after {ply} of {last} actions.", ply=shown, last=state.ply)
    return _("The game is over.")


def _attributes(
    state: TableState, viewer: Viewer, shown: int, *, mine: bool, proportion: str
) -> dict[str, str]:
    """Return the attributes of `#table` that change with the table."""
    _, game = words_for(viewer.locale), state.the_position().game
    waited_for = _("Your turn") + " · " if mine or viewer.local.curtain is not None else ""
    return {
        "data-version": str(state.version),
        "data-digest": state.digest,
        "data-ply": str(state.ply),
        "data-shown": str(shown),
        "data-title": waited_for + game.title,
        "data-proportion": proportion,
        "data-scorings": str(game.scorings(state.the_position().state)),
    }
