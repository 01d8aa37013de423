"""Nothing hidden leaves the server: every answer is searched for everything its reader may not know.

Two proofs. What a seat or a spectator is sent (JSON, events, pages, pictures) is searched for the name of
every card and tile that it has never seen, for the seed, the salt and the secrets. And all hidden
cards are dealt again behind the server's back: not one byte of what is sent may change.
"""

from __future__ import annotations

import base64
import json
import random
import re
import secrets
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from stramash import bots
from stramash.core.options import OptionValue
from stramash.core.position import Position, View
from stramash.games import names
from stramash.table.domain.seats import BOT, OPEN, PERSON, fingerprint
from stramash.table.domain.setup import Terms
from stramash.table.domain.state import TableState
from stramash.table.server.seating import SeatRequest
from tests.conformance import Variant, usual_variants, variants
from tests.table.hidden import Forbidden, answers_to, find_order, names_in
from tests.table.server import HTTP, Here, Player, serving_here

#: What people usually play, and of each game the first variant that is not usual
SETUPS: list[tuple[str, int, dict[str, OptionValue]]] = [
    (name, variant.players, dict(variant.options))
    for name in names()
    for variant in variants(name)[: len(usual_variants(name)) + 1]
]
#: Games in which players hold cards, with two and with more players
WITH_HANDS: list[tuple[str, int, dict[str, OptionValue]]] = [
    ("schotten-totten", 2, {}),
    ("lords-of-scotland", 2, {}),
    ("lords-of-scotland", 3, {}),
]
every_setup = pytest.mark.parametrize(("game", "players", "options"), SETUPS, ids=str)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Here]:
    database = f"sqlite:///{tmp_path_factory.mktemp('leaks') / 'table.db'}"
    with serving_here(database, hint_budget="60") as here:
        for game in names():
            awaited = threading.Event()
            here.services.warm_up.after_bots(game, awaited.set)
            assert awaited.wait(400), f"nobody can give hints in {game}"
        yield here


class Table:
    """A table with a person at every seat, which a test plays from the inside and reads from the outside."""

    def __init__(self, here: Here, game: str, players: int, options: dict[str, OptionValue]) -> None:
        self.here = here
        self.secrets = [secrets.token_urlsafe(32) for _ in range(players)]
        seats = [SeatRequest(PERSON, "Seat 0"), *[SeatRequest(OPEN)] * (players - 1)]
        dice = random.Random(f"{game} {players} {options}")  # the same deal whenever the tests run
        with mock.patch("stramash.table.server.lobby.secrets.randbits", dice.getrandbits):
            self.room = here.create(
                game, seats, self.secrets[0], players=players, options=options, terms=Terms(hints=True)
            )
        self.invite = str(self.room.state.invite_for(fingerprint(self.secrets[0])))
        for seat in range(1, players):
            here.join(self.room, self.secrets[seat], f"Seat {seat}")

    @property
    def position(self) -> Position:
        """The whole truth."""
        return self.room.state.the_position()

    def play(self, rng: random.Random, moves: int) -> None:
        for _ in range(moves):
            legal = self.position.legal
            if not legal:
                return
            assert self.room.state.player is not None
            self.here.play(self.room, self.room.state.player, self.position.notation(rng.choice(legal)))

    def readers(self) -> list[int | None]:
        """The seat to act, the seat after it, and a spectator."""
        acting = self.position.player or 0
        return [acting, (acting + 1) % self.position.game.players, None]

    def player(self, seat: int | None) -> Player:
        return Player(self.here, self.room.id, None if seat is None else self.secrets[seat])

    def answers(self, seat: int | None) -> dict[str, str]:
        """Return all that a reader can ask for, with what is answered."""
        return self.pages(seat) | self.hints(seat)

    def pages(self, seat: int | None) -> dict[str, str]:
        """Return what a reader is shown without asking for a hint, the time left out; no cache is used."""
        self.here.parts.forget()
        answers = answers_to(self.player(seat), self.room.state)
        return {path: re.sub(r'data-now="[\d.]+"', "", text) for path, text in answers.items()}

    def hints(self, seat: int | None) -> dict[str, str]:
        """Return the answers to a request for a hint: only the player to act gets one."""
        read, headers = {}, self.player(seat).headers
        for path in (f"/api/tables/{self.room.id}/hint", f"/t/{self.room.id}/hint"):
            answer = HTTP.post(self.here.url + path, headers=headers, json={})
            assert answer.status_code == (200 if seat == self.position.player else 403), answer.text
            read[f"POST {path}"] = answer.text
        return read


def search(table: Table) -> int:
    """Search everything that everybody is sent; return for how much was looked."""
    searched = 0
    for seat in table.readers():
        forbidden = Forbidden(table.room.state, seat, table.secrets)
        searched += len(forbidden.names) + sum(max(0, len(order) - 3) for order in forbidden.orders)
        for path, text in table.answers(seat).items():
            found = forbidden.found_in(text)
            assert not found, f"seat {seat} reads {found} at {path}"
    return searched


@every_setup
def test_no_answer_holds_anything_its_reader_may_not_know(
    here: Here, game: str, players: int, options: dict[str, OptionValue]
) -> None:
    rng = random.Random(f"{game} {players} {options}")
    table = Table(here, game, players, options)
    searched = 0
    for moves in (2, 20):
        table.play(rng, moves)
        searched += search(table)
    assert searched > 60, "the search looked for nothing"


@pytest.mark.soak
@every_setup
@pytest.mark.parametrize("seed", range(4))
def test_no_answer_holds_anything_its_reader_may_not_know_in_many_positions(
    here: Here, game: str, players: int, options: dict[str, OptionValue], seed: int
) -> None:
    rng = random.Random(f"{game} {players} {options} {seed}")
    table = Table(here, game, players, options)
    for _ in range(6):
        table.play(rng, rng.randint(1, 25))
        if table.position.over:
            break
        search(table)


@every_setup
def test_a_seat_is_sent_the_same_bytes_if_hidden_cards_are_dealt_again(
    here: Here, game: str, players: int, options: dict[str, OptionValue], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stramash.bots.hint_now", partial(bots.hint_now, seed=1))  # its dice fall the same
    rng = random.Random(f"anew {game} {players} {options}")
    table = Table(here, game, players, options)
    table.play(rng, 16)
    for seat in table.readers():
        for ask in (table.pages, table.hints):  # a hint is told in the story, so it comes last
            before = ask(seat)
            truth = table.position._states.copy()
            deal_again(table, seat, rng.getrandbits(64))
            assert table.position._states.tobytes() != truth.tobytes(), "nothing was dealt anew"
            after = ask(seat)
            table.position._states[:] = truth
            table.position._legal_now = None
            for path, text in before.items():
                assert after[path] == text, f"seat {seat} reads at {path} what it should not know"


def deal_again(table: Table, seat: int | None, seed: int) -> None:
    """Replace everything that a seat does not know by something else that it could be."""
    table.position._states[:] = table.position.view(seat).imagine(seed)._states
    table.position._legal_now = None


# --- the search can find -----------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", [usual_variants(name)[-1] for name in names()], ids=str)
def test_the_search_finds_each_thing_that_leaks(here: Here, variant: Variant) -> None:
    table = Table(here, variant.name, variant.players, dict(variant.options))
    table.play(random.Random(5), 9)
    forbidden = Forbidden(table.room.state, None, table.secrets)
    assert forbidden.found_in("nothing at all") == set()
    assert not names_in(table.position, None) & forbidden.names
    for name in forbidden.names:
        for leak in (f'<g data-handle="card:{name}">', f'{{"hand":["{name}"]}}', f"Plays {name}."):
            assert forbidden.found_in(leak) == {name}
    piles = [order for order in forbidden.orders if len(order) >= 10]
    assert piles
    for pile in piles:
        assert forbidden.found_in(json.dumps(pile[3:7])) >= {" ".join(pile[3:7])}
        assert not find_order([pile], json.dumps(sorted(pile)[:4]))
    for secret in (*table.secrets, table.invite, table.room.state.setup.salt, str(table.position.seed)):
        assert forbidden.found_in(f'<a href="/x/{secret}">') == {secret}


def test_a_server_that_shows_all_hands_is_caught(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(self: TableState, seat: int | None, ply: int | None = None, **_: bool) -> View:
        return self.position_at(ply).show(seat, reveal=True).named(self.speaking_names)

    for game, players, options in WITH_HANDS[:2]:
        table = Table(here, game, players, options)
        table.play(random.Random(2), 1)
        search(table)
        with monkeypatch.context() as patch:
            patch.setattr(TableState, "view", careless)
            with pytest.raises(AssertionError, match="reads"):
                search(table)


def test_a_server_that_shows_the_deck_is_caught_by_dealing_again(here: Here) -> None:
    table = Table(here, "glen-more", 2, {})
    before = table.position.to_dict()["stacks"]
    deal_again(table, None, 1)
    assert table.position.to_dict()["stacks"] != before


# --- views and secrets -------------------------------------------------------------------------------------


def test_a_view_is_what_the_rules_let_a_seat_see_and_no_byte_more(here: Here) -> None:
    table = Table(here, "lords-of-scotland", 3, {})
    rng = random.Random(8)
    for _ in range(5):
        table.play(rng, 2)
        for seat in (0, 1, 2, None):
            view = table.position.view(seat)
            seen: dict[str, Any] = table.player(seat).look()
            assert base64.b64decode(seen["state"]) == view.state.tobytes()
            assert seen["view"] == json.loads(json.dumps(view.to_dict()))
            assert seen["actions"] == list(view.seen)


def test_the_seed_stays_sealed_until_the_end_and_is_told_then(here: Here) -> None:
    table = Table(here, "schotten-totten", 2, {})
    seed, salt = str(table.position.seed), table.room.state.setup.salt
    record = f"{here.url}/t/{table.room.id}/record.txt"
    assert HTTP.get(record, headers=table.player(0).headers).status_code == 409
    assert not any(seed in text or salt in text for text in table.answers(0).values())
    here.resign(table.room, 0)
    page = HTTP.get(f"{here.url}/t/{table.room.id}").text
    assert seed in page
    assert salt in page
    assert seed in HTTP.get(record).text


# --- the end: everybody shows what they had ----------------------------------------------------------------


def hands_are_open(table: Table, seat: int | None, ply: int | None = None) -> bool:
    """Check whether a viewer is shown everything, or only what the seat may know."""
    position = table.room.state.position_at(ply)
    seen = table.player(seat).look(**({} if ply is None else {"ply": ply}))["view"]
    everything = json.loads(json.dumps(position.to_dict()))
    assert everything != (mine := json.loads(json.dumps(position.view(seat).to_dict())))
    assert seen in (everything, mine)
    return bool(seen == everything)


def end(table: Table, way: str) -> None:
    """Play a game to its end, or have it end before."""
    dice = random.Random(3)
    if way == "played":
        while not table.position.over:
            table.play(dice, 1)
        return
    table.play(dice, 9)
    if way == "resigned":
        table.here.resign(table.room, 1)
    for seat in range(table.position.game.players) if way == "closed" else ():
        table.here.leave(table.room, seat)


#: With more than two players, a bot replaces a player who resigns
ENDINGS = [
    (*setup, way)
    for setup in WITH_HANDS
    for way in ("played", "resigned", "closed")
    if setup[1] == 2 or way != "resigned"
]


@pytest.mark.parametrize(("game", "players", "options", "way"), ENDINGS, ids=str)
def test_when_the_game_is_over_everybody_sees_all_hands_and_not_a_moment_before(
    here: Here, game: str, players: int, options: dict[str, OptionValue], way: str
) -> None:
    table = Table(here, game, players, options)
    table.play(random.Random(2), 1)
    assert not any(hands_are_open(table, seat) for seat in (*range(players), None))
    end(table, way)
    assert table.room.state.status == "over"
    cards = [card for hand in table.position.to_dict()["hands"] for card in hand]
    assert cards
    for seat in (players - 1, None) if way == "closed" else (*range(players), None):  # who left only watches
        assert hands_are_open(table, seat)
        assert not any(hands_are_open(table, seat, ply) for ply in (0, 5)), "replays show what was seen then"
        headers = table.player(seat).headers
        for path in ("", "/moment.svg"):
            text = HTTP.get(f"{here.url}/t/{table.room.id}{path}", headers=headers).text
            shown = re.findall(r'data-card="(\w+)"', text)
            assert set(cards) <= set(shown), f"seat {seat} misses {set(cards) - set(shown)} at {path}"


def test_a_rematch_is_played_with_closed_hands(here: Here) -> None:
    table = Table(here, "schotten-totten", 2, {})
    here.resign(table.room, 0)
    again = Table.__new__(Table)
    again.here, again.secrets, again.invite = here, table.secrets[::-1], "no invitation"
    again.room = here.rematch(table.room, 1)
    assert again.room.state.ply == 0
    assert not any(hands_are_open(again, seat) for seat in (0, 1, None))
    again.play(random.Random(1), 6)
    search(again)


def test_secrets_are_not_in_the_database_nor_in_what_a_server_writes(
    here: Here, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table(here, "schotten-totten", 2, {})
    table.answers(0)
    folder = Path(here.database.removeprefix("sqlite:///")).parent
    stored = b"".join(path.read_bytes() for path in folder.iterdir())
    assert table.room.id.encode() in stored
    for secret in table.secrets:
        assert secret.encode() not in stored
        assert secret not in caplog.text


def test_a_bot_is_shown_what_its_seat_sees(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[object] = []

    class Watched:
        name = "watched"

        def choose(self, view: View) -> int:
            shown.append(view)
            return view.legal[0]

    monkeypatch.setattr("stramash.bots.make", lambda spec, seed=None: Watched())
    secret = secrets.token_urlsafe(32)
    room = here.create("schotten-totten", [SeatRequest(PERSON), SeatRequest(BOT, bot="greedy")], secret)
    here.play(room, 0, room.state.view(0).notation(room.state.view(0).legal[0]))
    Player(here, room.id, secret).events(1, 1)
    assert [type(view) for view in shown] == [View]
    assert isinstance(shown[0], View)
    assert shown[0].seat == 1
