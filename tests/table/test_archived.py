"""Tables that this server cannot replay: an older version of the rules, an unknown game or option."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest

from stramash.table.domain.events import Moved
from tests.table.hidden import Forbidden
from tests.table.server import GAME, HTTP, Here, Player, open_table, serving_here, sit_down, take_turns

CHANGES: dict[str, str] = {
    "rules": "UPDATE tables SET rules = 0 WHERE id = ?",
    "game": "UPDATE tables SET game = 'tiddlywinks' WHERE id = ?",
    "option": "UPDATE tables SET options = '{\"dice\": 7}' WHERE id = ?",
    "players": "UPDATE tables SET players = 7 WHERE id = ?",
    "event": "UPDATE events SET kind = 'dance' WHERE version = 2 AND table_id = ?",
    "payload": "UPDATE events SET payload = '{' WHERE version = 2 AND table_id = ?",
    "missing": "DELETE FROM events WHERE version = 2 AND table_id = ?",
    "type": "UPDATE events SET payload = '{\"action\":5}' WHERE version = 2 AND table_id = ?",
    "move": 'UPDATE events SET payload = \'{"action":"castle"}\' WHERE version = 2 AND table_id = ?',
}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> object:
    path = tmp_path_factory.mktemp("archived") / "table.db"
    with serving_here(f"sqlite:///{path}") as here:
        yield here


def archive(here: Here, player: Player, how: str) -> None:
    """Change a table behind the server's back, as if another version had written it."""
    path = Path(here.database.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(path, timeout=30)) as connection:
        assert connection.execute((CHANGES | DAMAGES | TELLING)[how], (player.table,)).rowcount == 1
        connection.commit()
    here.forget_rooms()


def cookie(player: Player) -> dict[str, str]:
    return {"Cookie": f"stramash={player.secret}", "Accept-Language": "en"}


@pytest.mark.parametrize("how", CHANGES)
def test_a_table_that_cannot_be_replayed_is_listed_and_affects_nobody_else(here: Here, how: str) -> None:
    other = open_table(here, "person", "open", listed=True)
    host = open_table(here, "person", "open")
    guest = sit_down(host)
    take_turns([host, guest], random.Random(1), 4)
    archive(here, host, how)
    listed = HTTP.get(f"{here.url}/api/tables")
    assert listed.status_code == 200
    assert other.table in [table["id"] for table in listed.json()]
    home = HTTP.get(f"{here.url}/", headers=cookie(host))
    assert home.status_code == 200
    assert "from an older version" in home.text
    assert host.table in home.text
    page = HTTP.get(f"{here.url}/t/{host.table}", headers=cookie(host))
    assert page.status_code == 200
    assert "from an older version" in page.text
    assert "Guest" in page.text or "Player 2" in page.text


DAMAGES: dict[str, str] = {
    "terms": "UPDATE tables SET terms = '{\"dice\": 7}' WHERE id = ?",
    "no JSON": "UPDATE tables SET terms = '{' WHERE id = ?",
    "options": "UPDATE tables SET options = '[]' WHERE id = ?",
    "seats": "UPDATE tables SET seats = '[]' WHERE id = ?",
    "seed": "UPDATE tables SET seed = 'seven' WHERE id = ?",
}

#: Damages of which an error message could tell what is hidden
TELLING: dict[str, str] = {
    "an action that the hand does not allow": (
        'UPDATE events SET payload = \'{"action":"r9@9"}\' WHERE version = 3 AND table_id = ?'
    ),
    "an action of another type": (
        'UPDATE events SET payload = \'{"action":["sesame"]}\' WHERE version = 3 AND table_id = ?'
    ),
    "a seed that is not a number": "UPDATE tables SET seed = seed || 'x' WHERE id = ?",
}


@pytest.mark.parametrize("how", TELLING)
def test_the_reason_why_a_table_cannot_be_shown_leaks_nothing_hidden(here: Here, how: str) -> None:
    host = open_table(here, "person", "open")
    guest = sit_down(host)
    take_turns([host, guest], random.Random(1), 3)
    state = here.room(host.table).state
    archive(here, host, how)
    stranger = Player(here, host.table)
    page = HTTP.get(f"{here.url}/t/{host.table}", headers={"Accept-Language": "en"}).text
    for text in (stranger.get().text, stranger.get("/log").text, page):
        assert Forbidden(state, None, ["sesame"]).found_in(text) == set()


@pytest.mark.parametrize("how", DAMAGES)
def test_a_table_whose_row_cannot_be_read_is_refused_alone(here: Here, how: str) -> None:
    other, host = (open_table(here, "person", "open", listed=True) for _ in range(2))
    archive(here, host, how)
    listed = HTTP.get(f"{here.url}/api/tables")
    assert listed.status_code == 200
    ids = [table["id"] for table in listed.json()]
    assert (other.table in ids, host.table in ids) == (True, False)
    assert HTTP.get(f"{here.url}/", headers=cookie(host)).status_code == 200
    refused = host.get()
    assert (refused.status_code, refused.json()["error"]) == (409, "unreadable-table")
    page = HTTP.get(f"{here.url}/t/{host.table}", headers=cookie(host))
    assert (page.status_code, "This table cannot be read here" in page.text) == (409, True)


def test_an_event_that_a_newer_process_stored_meanwhile_archives_the_table(here: Here) -> None:
    """Two processes of different versions may share a database while they are upgraded."""
    host = open_table(here, "person", "open")
    sit_down(host)
    room, action = here.room(host.table), host.legal()[0]
    path = Path(here.database.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(path, timeout=30)) as connection:
        row = (host.table, 2, "dance", 0, "{}", "a key", 0.0)
        connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        connection.commit()
    refused = host.move(action, 0)
    assert (refused.status_code, refused.json()["error"]) == (409, "other-rules")
    assert "newer version" in refused.json()["message"]
    assert "newer version" in room.state.archived
    assert "from an older version" in HTTP.get(f"{here.url}/t/{host.table}", headers=cookie(host)).text


def test_an_open_table_of_older_rules_is_listed_as_such(here: Here) -> None:
    host = open_table(here, "person", "open", listed=True)
    archive(here, host, "rules")
    listed = {table["id"]: table for table in HTTP.get(f"{here.url}/api/tables").json()}
    assert "version 0 of the rules" in listed[host.table]["archived"]
    assert "from an older version" in HTTP.get(f"{here.url}/", headers={"Accept-Language": "en"}).text


def resigned(host: Player, guest: Player) -> None:
    assert guest.command("/resign").status_code == 200


def played_out(host: Player, guest: Player) -> None:
    take_turns([host, guest], random.Random(3), 1000)


@pytest.mark.parametrize("end", [resigned, played_out])
def test_the_record_and_result_of_a_finished_archived_game_are_kept(
    here: Here, end: Callable[[Player, Player], None]
) -> None:
    host = open_table(here, "person", "open")
    guest = sit_down(host, "Bob")
    take_turns([host, guest], random.Random(1), 4)
    end(host, guest)
    record, now = host.get("/record").text, host.look()
    archive(here, host, "rules")
    kept = HTTP.get(f"{here.url}/t/{host.table}/record.txt")
    assert kept.status_code == 200
    assert kept.text == record.replace(f"{GAME} 1", f"{GAME} 0")
    state = here.room(host.table).state
    assert (state.winners, state.scores) == (now["winners"], now["scores"])


def test_an_unfinished_archived_game_is_closed_by_a_player_before_its_record_is_read(here: Here) -> None:
    host = open_table(here, "person", "open")
    guest = sit_down(host, "Bob")
    take_turns([host, guest], random.Random(1), 4)
    archive(here, host, "rules")
    assert here.room(host.table).state.seed is None
    assert host.move("b1@1", 4).json()["error"] == "other-rules"
    page, record = f"{here.url}/t/{host.table}", f"{here.url}/t/{host.table}/record.txt"
    stranger = Player(here, host.table)
    for player in (host, stranger):  # to look, and to follow a link, changes nothing
        assert "a player has closed this table" in player.get("/record").json()["message"]
        assert HTTP.get(record, headers=cookie(player)).status_code == 409
    assert "Close the table" not in HTTP.get(page, headers={"Accept-Language": "en"}).text
    assert stranger.post("/close").status_code == HTTP.post(f"{page}/close").status_code == 403
    assert not here.room(host.table).state.ended
    assert "Close the table" in HTTP.get(page, headers=cookie(host)).text
    assert HTTP.post(f"{page}/close", headers=cookie(host)).status_code == 303
    assert guest.post("/close").json() == guest.post("/close").json()
    assert f"game: {GAME} 0" in HTTP.get(record).text
    path = Path(here.database.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(path, timeout=30)) as connection:
        connection.execute("UPDATE tables SET rules = 1 WHERE id = ?", (host.table,))
        connection.commit()
    here.forget_rooms()
    assert host.look()["status"] == "over", "its deal is known now: nobody may play on"


def test_what_an_archived_table_cannot_do_is_said_in_a_sentence(here: Here) -> None:
    host = open_table(here, "person", "open")
    guest = sit_down(host)
    archive(here, host, "rules")
    api = f"{here.url}/api/tables/{host.table}"
    for answer in (
        HTTP.get(api),
        HTTP.get(f"{api}/legal", headers=host.headers),
        HTTP.get(f"{here.url}/t/{host.table}/review"),
        HTTP.get(f"{here.url}/t/{host.table}/moment.svg"),
        guest.command("/leave"),
        guest.command("/rematch"),
        guest.command("/undo"),
    ):
        assert answer.status_code == 409, answer.text
    with HTTP.stream("GET", f"{api}/events", params={"after": 0}) as stream:
        lines = stream.iter_lines()
        assert "join" in next(line for line in lines if line.startswith("data: "))


@pytest.mark.parametrize("locale", ["es", "fr"])
def test_the_page_of_an_archived_table_speaks_the_visitors_language(here: Here, locale: str) -> None:
    host = open_table(here, "person", "open")
    archive(here, host, "rules")
    page = HTTP.get(f"{here.url}/t/{host.table}", headers={"Accept-Language": locale}).text
    assert {"es": "versión anterior", "fr": "version antérieure"}[locale] in page


def with_a_secret_move(here: Here) -> tuple[list[Player], Moved]:
    """Return the players of a game in which somebody took an action that the other saw only in part."""
    host = open_table(here, "person", "open", game="lords-of-scotland")
    players, dice = [host, sit_down(host)], random.Random(1)
    while True:
        take_turns(players, dice, 1)
        last = here.room(host.table).state.log[-1]
        if isinstance(last, Moved) and last.seen != last.action:
            return players, last


def story(here: Here, player: Player) -> str:
    """Return the log of a table as a player reads it on the page."""
    page = HTTP.get(f"{here.url}/t/{player.table}", headers=cookie(player)).text
    return unescape(page.partition('<ol id="story"')[2].partition("</ol>")[0])


def test_the_log_of_an_unfinished_archived_game_is_as_everybody_saw_it(here: Here) -> None:
    players, secret = with_a_secret_move(here)
    state = here.room(players[0].table).state
    archive(here, players[0], "rules")
    mover, other = players[secret.seat], players[1 - secret.seat]
    everybody = Player(here, mover.table)
    assert secret.action in story(here, mover)
    assert secret.action in mover.get("/log").text
    for text in (
        story(here, other),
        other.get("/log").text,
        everybody.get("/log").text,
        str(other.events(0, state.version)),
        str(everybody.events(0, state.version)),
    ):
        assert str(secret.seen) in text
        assert secret.action not in text
        assert str(state.setup.seed) not in text
        assert state.setup.salt not in text


def test_what_an_older_log_does_not_say_about_secret_moves_is_not_told(here: Here) -> None:
    players, secret = with_a_secret_move(here)
    path = Path(here.database.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(path, timeout=30)) as connection:
        connection.execute(
            "UPDATE events SET payload = json_remove(payload, '$.seen') WHERE table_id = ?",
            (players[0].table,),
        )
        connection.commit()
    here.forget_rooms()
    assert here.room(players[0].table).state.log[-1] == secret, "this engine can still tell"
    archive(here, players[0], "rules")
    moves = [line for line in Player(here, players[0].table).get("/log").json() if line["kind"] == "move"]
    assert moves == []
    assert secret.action in story(here, players[secret.seat])
