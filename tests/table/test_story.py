"""The story of a table: everybody is called as they were at that time, and who came and went is told."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from stramash import Record, load, replay
from stramash.core.position import Position
from stramash.table.domain.story import history, log_lines
from stramash.table.server.room import Room
from stramash.table.server.seating import SeatRequest
from stramash.table.settings import ServerSettings
from stramash.table.web.review_chart import describe_moves
from tests.table.server import GAME, Player, Server, open_table, sit_down, take_turns
from tests.table.services_driver import ServicesDriver, legal, run_services


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[ServicesDriver]:
    """Tables at which bots take all the time in the world."""
    with run_services(ServerSettings(database=f"sqlite:///{tmp_path / 'table.db'}", pace=3600)) as stage:
        assert stage.services.warm_up.wait(GAME, 400)
        yield stage


def log(player: Player, locale: str = "en") -> list[str]:
    return [line["text"] for line in player.get("/log", locale=locale).json()]


def page(player: Player, locale: str = "en") -> str:
    headers = {"Cookie": f"stramash={player.secret}", "Accept-Language": locale}
    return httpx.get(f"{player.server.url}/t/{player.table}", headers=headers, timeout=60).text


def test_what_a_leaver_did_is_told_with_the_leavers_name(server: Server) -> None:
    host = open_table(server, "person", "open")
    guest = sit_down(host, "Bob")
    take_turns([host, guest], random.Random(1), 6)
    before = log(host)
    assert any(line.startswith("Bob ") for line in before)
    assert guest.command("/leave").status_code == 200
    assert log(host)[:6] == before
    take_turns([host, host], random.Random(2), 1)
    text = page(host)
    assert "Bob sits down." in text
    assert "Bob left; Crofter plays on." in text


def test_resigning_among_three_is_told_as_leaving(server: Server) -> None:
    host = open_table(server, "person", "open", "crofter", game="lords-of-scotland", players=3)
    guest = sit_down(host, "Bob")
    assert guest.command("/resign").status_code == 200
    assert "Bob left; Morag plays on." in page(host)


def asked(player: Player, way: str, locale: str = "en") -> str:
    """Return what a player is asked before they resign or leave."""
    found = re.search(rf'/{way}" data-confirm="([^"]*)"', page(player, locale))
    assert found
    return html.unescape(found[1])


def test_a_player_who_leaves_bots_alone_is_told_that_the_game_ends_and_it_does(server: Server) -> None:
    for way, players in (("leave", 2), ("resign", 3)):
        host = open_table(server, "person", *["crofter"] * (players - 1), game="lords-of-scotland")
        assert "the game ends, and nobody wins" in asked(host, way)
        assert "la partida termina y no gana nadie" in asked(host, way, "es")
        assert "la partie s’arrête et personne ne gagne" in asked(host, way, "fr")
        assert host.command(f"/{way}").status_code == 200
        assert (host.look()["status"], host.look()["winners"]) == ("over", [])


def test_a_player_who_leaves_another_person_is_told_of_the_bot_that_plays_on(server: Server) -> None:
    host = open_table(server, "person", "open")
    guest = sit_down(host, "Bob")
    for player in (host, guest):
        assert asked(player, "leave") == "Leave the table? The others play on, with a bot in your place."
    assert "con un bot en tu lugar" in asked(host, "leave", "es")
    assert "avec un bot à votre place" in asked(host, "leave", "fr")
    assert asked(host, "resign") == "Give up this game?"
    assert guest.command("/leave").status_code == 200
    assert host.look()["status"] == "playing"
    assert "the game ends" in asked(host, "leave")


def test_a_player_who_leaves_before_the_start_is_told_whether_the_table_stays(server: Server) -> None:
    host = open_table(server, "person", "open", "open", game="lords-of-scotland", players=3)
    assert "the table is closed" in asked(host, "leave")
    guest = sit_down(host, "Bob")
    assert "Your place is free again." in asked(guest, "leave")
    assert guest.command("/leave").status_code == 200
    assert host.look()["status"] == "waiting"
    assert host.command("/leave").status_code == 200
    assert host.look()["status"] == "over"


def test_two_at_one_screen_who_leave_together_are_told_that_the_game_ends(server: Server) -> None:
    host = open_table(server, "person", "local")
    assert "the game ends, and nobody wins" in asked(host, "leave")


def test_the_story_is_the_same_for_a_room_that_was_forgotten(stage: ServicesDriver) -> None:
    room = stage.create(GAME, [SeatRequest("person", "Ann"), SeatRequest("open")])
    stage.join(room, "the secret of Bob", "Bob")
    for seat in (0, 1):
        while room.state.player == seat:
            stage.play(room, seat, legal(room)[0])
    stage.leave(room, 1)
    told = [(event.kind, names) for event, names in history(room.state)]
    assert told[0] == ("join", ["Ann", "2"])
    assert told[-1] == ("leave", ["Ann", "Bob"])
    assert {line.text.split()[0] for line in log_lines(room.state, 0, "en")} == {"Ann", "Bob"}
    stage.forget_rooms()
    again = stage.room(room.id)
    assert again is not room
    assert [(event.kind, names) for event, names in history(again.state)] == told


def test_an_action_taken_back_is_not_told(stage: ServicesDriver) -> None:
    seats = [SeatRequest("person", "Ann"), SeatRequest("local", "Bob")]
    dice = random.Random(4)
    for _ in range(50):  # deals are random, and in some nothing can be taken back
        room = stage.create(GAME, seats, options={"tactics": True})
        if take_one_back(stage, room, dice):
            break
    else:
        raise AssertionError("nothing could be taken back in fifty games")
    assert [line.ply for line in log_lines(room.state, 0, "en")] == list(range(1, room.state.ply + 1))


def take_one_back(stage: ServicesDriver, room: Room, dice: random.Random) -> bool:
    """Play at random until an action can be taken back, and take it back; return whether there was one."""
    while (seat := room.state.player) is not None:
        stage.play(room, seat, dice.choice(legal(room)))
        if room.state.undoable(seat):
            stage.undo(room, seat)
            return True
    return False


def test_two_of_a_name_are_numbered(server: Server) -> None:
    host = open_table(server, "open", "person", "open", game="lords-of-scotland", players=3)
    sit_down(host, "Guest")
    sit_down(host, "Guest")
    names = [seat["name"] for seat in host.look()["seats"]]
    assert names == ["Guest", "Player 2", "Guest 2"]


def test_the_record_of_a_game_given_up_says_by_whom(server: Server) -> None:
    host = open_table(server, "person", "open")
    guest = sit_down(host, "Bob")
    take_turns([host, guest], random.Random(1), 4)
    assert guest.command("/resign").status_code == 200
    text = host.get("/record").text
    assert Record.read(text).resigned == 1
    assert len(list(replay(text))) == 5


@pytest.mark.parametrize("name", ["schotten-totten", "lords-of-scotland", "glen-more"])
def test_an_expected_line_is_told_in_sentences_where_the_cards_lay_otherwise(name: str) -> None:
    game = load(name)
    dice, names = random.Random(5), ["Ann", "Bob"]
    before = game.deal(3)
    for _ in range(6):
        before.play(dice.choice(before.legal))
    seat = before.player
    assert seat is not None
    world = next(
        world for number in range(100) if _differs(world := before.view(seat).imagine(number), before)
    )
    line: list[tuple[int, str]] = []
    while len(line) < 5 and world.player is not None:
        action = dice.choice(world.legal)
        line.append((world.player, world.notation(action)))
        world.play(action)
    best = line[0][1]
    move = {"ply": 1, "seat": seat, "played": best, "played_chance": 0.1, "best": best, "best_chance": 0.5}
    places = [{"seat": seat, "worst": [1]}]
    review = {"moves": [move | {"cost": 0.4, "line": line}], "seats": places}
    for locale in ("en", "es", "fr"):
        told = describe_moves(review, [before], names, locale)[1]
        assert len(told.line) == len(line) - 1
        for (actor, notation), sentence in zip(line[1:], told.line, strict=True):
            assert names[actor] in sentence
            assert not re.search(rf"(?<!\w){re.escape(notation)}(?!\w)", sentence) or len(notation) < 3
            assert not re.search(r"Player \d|Jugador \d|Joueur \d", sentence)


def _differs(world: Position, real: Position) -> bool:
    return world.to_dict() != real.to_dict()
