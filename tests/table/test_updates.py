"""Updates of open pages: applied one after the other, they make the page that a reload would bring."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from stramash.games import names
from stramash.table.domain.commands import Play
from stramash.table.domain.state import PLAYING, TableState
from stramash.table.domain.story import Story, log_lines
from stramash.table.web.contexts import local_seats, news
from stramash.table.web.parts import CHUNK, Parts, PartsRenderer, Viewer
from stramash.table.web.updates import PageFeed
from tests.table.domain.tables import ANN, BOB, leave, obey, play, resign, two_people, undo


def viewer_of(state: TableState, holder: str | None, seat: int | None = None, **changes: Any) -> Viewer:
    usual: dict[str, Any] = {"locale": "en", "routine": "prompted", "narrow": False}
    return Viewer(local=local_seats(state, state.seats_of(holder), seat), **usual | changes)


class OpenPage:
    """A page as a browser has it: it applies updates, and is loaded again where one does not fit."""

    def __init__(self, state: TableState, holder: str | None, **changes: Any) -> None:
        self._holder = holder
        self._changes = changes
        self._renderer = PartsRenderer()
        self._feed = PageFeed(state, state.version, self._parts)
        self._load(state)
        self.loads = 0
        self.sent: list[str] = []
        self._received: dict[str, list[str]] = {}

    def _parts(self, state: TableState) -> Parts:
        return self._renderer.parts(state, viewer_of(state, self._holder, **self._changes))

    def _load(self, state: TableState) -> None:
        parts = PartsRenderer().parts(state, viewer_of(state, self._holder, **self._changes))
        self.shape, self.attributes, self.elements = parts.shape, parts.attributes, dict(parts.elements)
        self.lines = lines_of(parts.story_html)

    def follow(self, state: TableState) -> None:
        """Take the updates up to a state."""
        for text in self._feed.news(state):
            self.sent.append(text)
            update = json.loads(text.partition("data: ")[2])
            fits = update.get("from") in (None, int(self.attributes["data-version"]))
            if "parts" not in update or update["shape"] != self.shape or not fits:
                self.loads += 1
                self._load(state)
                continue
            for selector, part in update["parts"].items():
                self.elements[selector] = self._assemble(selector, part)
            self.attributes = update["attributes"]
            story = update["story"]
            self.lines = [line for line in self.lines if version_of(line) <= story["after"]]
            self.lines += lines_of(story["lines"])

    def _assemble(self, selector: str, part: str | list[Any]) -> str:
        """Put a part together from new text and from runs of chunks that came before."""
        known = self._received.get(selector, [])
        chunks: list[str] = []
        for piece in [part] if isinstance(part, str) else part:
            chunks += piece.split(CHUNK) if isinstance(piece, str) else known[piece[0] : sum(piece)]
        self._received[selector] = chunks
        return CHUNK.join(chunks)

    def check(self, state: TableState) -> None:
        """Compare with a page that is rendered from nothing."""
        fresh = OpenPage(state, self._holder, **self._changes)
        assert (self.shape, self.attributes) == (fresh.shape, fresh.attributes)
        assert self.elements == fresh.elements
        assert [line for line in self.lines if "data-version" in line] == [
            line for line in fresh.lines if "data-version" in line
        ]


def lines_of(html: str) -> list[str]:
    return re.findall(r"<li.*?</li>", html, re.DOTALL)


def version_of(line: str) -> float:
    found = re.search(r'data-version="(\d+)"', line)
    return int(found[1]) if found else float("inf")


def random_play(state: TableState, rng: random.Random) -> Play:
    return play(state, state.the_position().notation(rng.choice(state.the_position().legal)))


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("holder", [ANN, None], ids=["a player", "a spectator"])
def test_updates_lead_to_the_page_that_a_reload_brings(game: str, holder: str | None) -> None:
    state, rng = two_people(game=game), random.Random(game)
    page = OpenPage(state, holder)
    undone = 0
    for _ in range(40):
        state = obey(state, random_play(state, rng))
        page.follow(state)
        if state.player is not None and state.undoable(state.player) and rng.random() < 0.5:
            state = obey(state, undo(state, (ANN, BOB)[state.player]))
            undone += 1
            page.follow(state)
        if state.status != PLAYING:
            break
        page.check(state)
    assert page.loads <= 2, "only a page of another shape is loaded again"
    assert undone or game != "glen-more"


def test_several_events_at_once_are_one_update() -> None:
    state, rng = two_people(), random.Random(1)
    page = OpenPage(state, BOB)
    for _ in range(3):
        state = obey(state, random_play(state, rng))
    page.follow(state)
    page.check(state)
    assert len(page.sent) == 1


def test_an_update_holds_only_what_has_changed() -> None:
    state, rng = two_people(), random.Random(1)
    page = OpenPage(state, None)
    for _ in range(2):
        state = obey(state, random_play(state, rng))
        page.follow(state)
    update = json.loads(page.sent[-1].partition("data: ")[2])
    assert ".board" in update["parts"]
    assert "#choices" not in update["parts"], "a spectator has no choices, so they did not change"
    assert len(lines_of(update["story"]["lines"])) == 1
    assert len(page.sent[-1]) < len(page.sent[0]) / 2, "chunks that the page has are not sent again"


def test_a_page_is_loaded_again_when_the_game_ends() -> None:
    state = two_people()
    page = OpenPage(state, ANN)
    state = obey(state, play(state))
    page.follow(state)
    state = obey(state, resign(state, BOB))
    page.follow(state)
    assert page.loads == 1
    page.check(state)


def test_a_page_that_knows_a_future_that_never_was_is_told_to_start_again() -> None:
    state = two_people()
    feed = PageFeed(state, 99, lambda state: PartsRenderer().parts(state, viewer_of(state, None)))
    (reset,) = feed.news(state)
    assert reset.startswith(f"id: {state.version}\nevent: reset\n")


def test_all_spectators_share_the_same_parts() -> None:
    state, renderer = two_people(), PartsRenderer()
    one = renderer.parts(state, viewer_of(state, None))
    assert renderer.parts(state, viewer_of(state, "somebody else")) is one
    assert renderer.parts(state, viewer_of(state, ANN)) is not one
    assert renderer.parts(state, viewer_of(state, ANN)) is not renderer.parts(state, viewer_of(state, BOB))


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_a_story_that_is_followed_is_the_story_that_is_told(locale: str) -> None:
    state, rng = two_people(game="glen-more"), random.Random(2)

    def describe_event(event: object, who: str) -> str:
        return f"{type(event).__name__} {who}"

    story = Story(None, locale, describe_event)
    for step in range(60):
        state = obey(state, random_play(state, rng))
        if step == 30:
            state = obey(state, leave(state, BOB))
        if state.player is not None and state.undoable(state.player) and rng.random() < 0.3:
            state = obey(state, undo(state, state.seats[state.player].holder or "server"))
        if rng.random() < 0.5:
            assert list(story.follow(state)) == log_lines(state, None, locale, describe_event)


@pytest.mark.parametrize(("locale", "you"), [("en", "You "), ("fr", "Vous ")])
@pytest.mark.parametrize("game", ["schotten-totten", "lords-of-scotland", "glen-more"])
def test_a_story_addresses_the_player_who_reads_it(game: str, locale: str, you: str) -> None:
    state, rng = two_people(game=game), random.Random(3)
    for _ in range(40):
        state = obey(state, random_play(state, rng))
    moves = [line for line in Story(0, locale, lambda _event, _who: "").follow(state) if line.ply]
    assert {line.seat for line in moves} == {0, 1}
    assert all((you in line.text) == (line.seat == 0) for line in moves)


def test_what_the_others_did_is_marked_where_it_lies_now() -> None:
    for game in ("schotten-totten", "lords-of-scotland", "glen-more"):
        state, rng = two_people(game=game), random.Random(4)
        marked = 0
        for _ in range(36):
            state = obey(state, random_play(state, rng))
            fresh = news(Story(0, "en", lambda _event, _who: "").follow(state), 0, state.ply, live=True)
            assert all(line.seat == 1 for line in fresh)
            pictures = "".join(state.view(0).pieces(["Ann", "Bob"], "en").values())
            for mark in (mark for line in fresh for mark in line.marks):
                marked += f'data-card="{mark}"' in pictures or f'data-handle="{mark}"' in pictures
        assert marked > 10, game


def test_an_earlier_moment_marks_what_led_to_it() -> None:
    state, rng = two_people(), random.Random(5)
    for _ in range(6):
        state = obey(state, random_play(state, rng))
    story = Story(0, "en", lambda _event, _who: "").follow(state)
    assert [line.ply for line in news(story, 0, 3, live=False)] == [3]
    assert {line.seat for line in news(story, None, 6, live=True)} == {story[-1].seat}
