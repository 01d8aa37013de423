"""Every command has an id: sent again after a lost answer, it counts once and gets the first answer."""

from __future__ import annotations

import random
import secrets
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from stramash.table.domain.seats import fingerprint
from tests.table.server import GAME, HTTP, Player, Server, open_table, sit_down, two_players


def send_many(times: int, act: object) -> list[httpx.Response]:
    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(lambda number: act(number), range(times)))  # type: ignore[operator]


def test_joining_twice_with_one_id_takes_one_seat_and_gives_the_same_secret(server: Server) -> None:
    host = open_table(server, "open", "open")
    guest = Player(server, host.table)
    client_id = secrets.token_hex(16)
    answers = send_many(
        8, lambda _: guest.command("/join", invite=host.invite, name="Bob", client_id=client_id)
    )
    assert [answer.status_code for answer in answers] == [200] * 8
    assert len({answer.text for answer in answers}) == 1
    assert host.look()["status"] == "waiting"
    held = Player(server, host.table, answers[0].json()["secret"])
    assert held.look()["yours"] == answers[0].json()["seats"]


def test_joining_twice_with_ones_own_secret_takes_one_seat(server: Server) -> None:
    host = open_table(server, "open", "open")
    guest = Player(server, host.table, secrets.token_urlsafe(32))
    answers = send_many(8, lambda _: guest.command("/join", invite=host.invite))
    assert [answer.status_code for answer in answers] == [200] * 8
    assert {answer.json()["secret"] for answer in answers} == {guest.secret}
    assert host.look()["status"] == "waiting"


def test_the_last_seat_stays_with_the_client_that_lost_the_answer(server: Server) -> None:
    host = open_table(server, "person", "open")
    guest = Player(server, host.table)
    client_id = secrets.token_hex(16)
    first = guest.command("/join", invite=host.invite, client_id=client_id)
    again = guest.command("/join", invite=host.invite, client_id=client_id)
    assert (again.status_code, again.text) == (200, first.text.replace(f'"{host.invite}"', "null"))


def test_a_visitor_who_sits_down_twice_takes_one_seat(server: Server) -> None:
    host = open_table(server, "open", "open")
    link = f"{server.url}/t/{host.table}/join/{host.invite}"
    with httpx.Client(timeout=60) as browser:
        page = browser.get(link)
        assert "httponly" in page.headers["set-cookie"].lower()
        cookie = browser.cookies["stramash"]
        for _ in range(2):  # the first answer, with its cookie, is lost
            answer = httpx.post(link, data={"name": "Bob"}, cookies={"stramash": cookie}, timeout=60)
            assert answer.status_code == 303
    assert host.look()["status"] == "waiting"


def test_opening_a_table_twice_with_one_id_opens_one(server: Server) -> None:
    new = {"game": GAME, "client_id": secrets.token_hex(16)}
    answers = send_many(8, lambda _: HTTP.post(f"{server.url}/api/tables", json=new))
    assert [answer.status_code for answer in answers] == [201] * 8
    assert len({answer.text for answer in answers}) == 1


def test_opening_a_table_from_a_page_twice_with_one_id_opens_one(server: Server) -> None:
    set_up = {"game": GAME, "players": "2", "seat0": "me", "seat1": "bot:bairn"}
    with httpx.Client(timeout=60) as browser:
        for page, path, form in (("/", f"/play/{GAME}", {}), (f"/new/{GAME}", "/tables", set_up)):
            browser.cookies.clear()
            browser.get(server.url + page)
            cookies = {"stramash": browser.cookies["stramash"]}
            ids = [secrets.token_hex(16) for _ in range(2)]
            opened = [
                httpx.post(server.url + path, data=form | {"client_id": one}, cookies=cookies, timeout=60)
                for one in (ids[0], ids[0], ids[1])
            ]
            assert [answer.status_code for answer in opened] == [303] * 3
            tables = [answer.headers["location"] for answer in opened]
            assert tables[0] == tables[1] != tables[2]


@pytest.mark.parametrize("path", ["/undo", "/resign", "/leave", "/rematch"])
@pytest.mark.parametrize("missing", ["client_id", "version"])
def test_a_command_without_an_id_or_a_version_is_refused(server: Server, path: str, missing: str) -> None:
    player = two_players(server)[0]
    whole = {"client_id": "a-new-id", "version": 1}
    del whole[missing]
    answer = player.post(path, **whole)
    assert (answer.status_code, answer.json()["error"]) == (422, "bad-request")
    assert missing in answer.json()["message"]
    assert player.look()["version"] == 1


def test_a_program_that_joins_without_a_secret_or_an_id_takes_no_seat(server: Server) -> None:
    """It could not come back for the seat if the answer were lost, and nobody could free it."""
    host = open_table(server, "person", "open")
    answer = Player(server, host.table).post("/join", invite=host.invite)
    assert (answer.status_code, answer.json()["error"]) == (422, "bad-request")
    assert "client_id" in answer.json()["message"]
    assert host.look()["status"] == "waiting"


def test_an_id_that_stands_for_a_secret_must_be_long(server: Server) -> None:
    host = open_table(server, "open", "open")
    answer = Player(server, host.table).command("/join", invite=host.invite, client_id="short")
    assert (answer.status_code, answer.json()["error"]) == (422, "bad-request")


@pytest.mark.parametrize("chosen", ["x", "a" * 31])
def test_a_secret_that_could_be_guessed_is_refused(server: Server, chosen: str) -> None:
    host = open_table(server, "open", "open")
    assert Player(server, host.table, chosen).command("/join", invite=host.invite).status_code == 422
    headers = {"Authorization": f"Bearer {chosen}"}
    answer = HTTP.post(f"{server.url}/api/tables", json={"game": GAME}, headers=headers)
    assert answer.status_code == 422


def test_a_cookie_that_could_be_guessed_is_replaced(server: Server) -> None:
    answer = httpx.post(f"{server.url}/play/{GAME}", cookies={"stramash": "x"}, timeout=60)
    assert answer.status_code == 303
    assert len(answer.cookies["stramash"]) >= 32


def test_of_twenty_undos_at_once_that_saw_one_version_one_is_done(server: Server) -> None:
    mine, _ = two_players(server, game="glen-more")
    dice = random.Random(1)
    while True:  # until several actions of one turn could be taken back
        now = mine.look()
        if now["ply"] >= 2 and now["undoable"]:
            break
        legal = mine.get("/legal").json()
        mine.move(dice.choice(legal["legal"])["action"], legal["ply"])
        if mine.look()["player"] != 0:
            mine, _ = two_players(server, game="glen-more")
    version = now["version"]
    answers = send_many(
        20, lambda number: mine.command("/undo", version=version, client_id=f"undo-{number}-{version}")
    )
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 19
    assert mine.look()["ply"] == now["ply"] - 1


def test_the_same_undo_sent_twenty_times_takes_one_action_back(server: Server) -> None:
    mine, _ = two_players(server, game="glen-more")
    mine.play_any(random.Random(1))
    now = mine.look()
    assert now["undoable"]
    command = {"version": now["version"], "client_id": "the-same-undo"}
    answers = send_many(20, lambda _: mine.command("/undo", **command))
    assert [answer.status_code for answer in answers] == [200] * 20
    assert len({answer.text for answer in answers}) == 1
    assert mine.look()["ply"] == now["ply"] - 1


@pytest.mark.parametrize("path", ["/resign", "/leave"])
def test_resigning_and_leaving_sent_again_get_the_first_answer(server: Server, path: str) -> None:
    players = two_players(server)
    answers = send_many(8, lambda _: players[1].command(path, client_id="once", version=1))
    assert [answer.status_code for answer in answers] == [200] * 8
    assert len({answer.text for answer in answers}) == 1


@pytest.mark.parametrize("people", [["person", "open"], ["person", "local", "open"]])
def test_leaving_from_a_page_sent_again_gets_the_first_answer(server: Server, people: list[str]) -> None:
    host = open_table(server, *people, game="lords-of-scotland")
    sit_down(host)
    url = f"{server.url}/t/{host.table}/leave"
    headers = {"Cookie": f"stramash={host.secret}"}
    answers = send_many(
        8, lambda _: httpx.post(url, json={"client_id": "once", "version": 1}, headers=headers, timeout=60)
    )
    assert [(answer.status_code, answer.json()) for answer in answers] == [(200, {"go": "/"})] * 8
    seats = Player(server, host.table).look()["seats"]
    assert [seat["kind"] for seat in seats] == ["bot"] * (len(people) - 1) + ["person"]
    other = {"client_id": "another", "version": 1}
    assert httpx.post(url, json=other, headers=headers, timeout=60).status_code == 403


def test_a_rematch_sent_again_is_the_same_table(server: Server) -> None:
    players = two_players(server)
    players[0].command("/resign")
    answers = send_many(8, lambda _: players[1].command("/rematch", client_id="once", version=2))
    assert len({answer.json()["id"] for answer in answers}) == 1


def test_a_move_sent_again_by_a_holder_of_both_seats_gets_the_first_answer(server: Server) -> None:
    both = open_table(server, "person", "local")
    action = both.legal()[0]
    first = both.move(action, 0, "once")
    assert both.look()["player"] == 1
    again = both.move(action, 0, "once")
    assert (again.status_code, again.text) == (200, first.text)


def test_ids_of_clients_are_not_in_the_log(server: Server) -> None:
    """An id may stand for a secret, so only a fingerprint of it is stored."""
    players = two_players(server)
    players[0].move(players[0].legal()[0], 0, "an-id-that-is-not-stored")
    stored = server.database.removeprefix("sqlite:///")
    content = b"".join(open(f"{stored}{part}", "rb").read() for part in ("", "-wal"))  # noqa: PTH123, SIM115
    assert b"an-id-that-is-not-stored" not in content
    assert fingerprint(str(players[0].secret)).encode() in content
