"""Limits count what they should, and cannot be raced or escaped."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import httpx
import pytest

from stramash.bots.search import SearchBot
from stramash.core.position import View
from stramash.table.domain.seats import clean_name
from stramash.table.http.dependencies import address_of
from stramash.table.server.fair_pool import FairPool
from tests.table.server import GAME, HTTP, Player, open_table, serving_here, two_players


def test_play_now_counts_as_a_new_table_for_strangers_too(tmp_path: Path) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False, tables_an_hour=2) as strict:
        statuses = [httpx.post(f"{strict.url}/play/{GAME}", timeout=60).status_code for _ in range(14)]
        assert statuses == [303] * 10 + [429] * 4, "five visitors behind one address, two tables each"


def test_many_requests_at_once_cannot_outrun_the_limit_on_new_tables(tmp_path: Path) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False, tables_an_hour=10) as strict:
        headers = {"Authorization": f"Bearer {'s' * 32}"}

        def open_one(_: int) -> int:
            return HTTP.post(f"{strict.url}/api/tables", json={"game": GAME}, headers=headers).status_code

        with ThreadPoolExecutor(30) as crowd:
            statuses = list(crowd.map(open_one, range(30)))
        assert sorted(statuses) == [201] * 10 + [429] * 20


def test_a_rematch_counts_for_the_player_who_asks_for_it(tmp_path: Path) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", tables_an_hour=3) as strict:
        host, guest = two_players(strict)
        tables = [guest]
        for _ in range(3):
            assert tables[-1].command("/resign").status_code == 200
            answer = tables[-1].command("/rematch")
            tables.append(Player(strict, answer.json()["id"], guest.secret))
        assert tables[-1].command("/resign").status_code == 200
        assert tables[-1].command("/rematch").json()["error"] == "too-many-tables"
        opened = HTTP.post(f"{strict.url}/api/tables", json={"game": GAME}, headers=host.headers)
        assert opened.status_code == 201, "the host opened one table only"


def test_a_rematch_counts_as_a_new_table(tmp_path: Path) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", tables_an_hour=2) as strict:
        host = open_table(strict, "person", "local")
        tables = [host]
        refused = None
        for _ in range(4):
            assert tables[-1].command("/resign").status_code == 200
            answer = tables[-1].command("/rematch")
            if answer.status_code == 429:
                refused = answer
                break
            tables.append(Player(strict, answer.json()["id"], host.secret))
        assert refused is not None
        assert refused.json()["error"] == "too-many-tables"
        assert len(tables) == 2


def test_of_many_streams_at_once_only_as_many_as_allowed_are_opened(tmp_path: Path) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", streams_a_client=10) as strict:
        host = open_table(strict, "person", "open")

        async def race() -> list[int]:
            limits = httpx.Limits(max_connections=200)
            async with httpx.AsyncClient(timeout=60, limits=limits) as client:
                opened = asyncio.Event()

                async def one() -> int:
                    async with client.stream("GET", f"{host.url}/events") as answer:
                        if answer.status_code == 200:
                            await opened.wait()
                        return answer.status_code

                tasks = [asyncio.create_task(one()) for _ in range(60)]
                while sum(task.done() for task in tasks) < 50:
                    await asyncio.sleep(0.05)
                opened.set()
                return list(await asyncio.gather(*tasks))

        with ThreadPoolExecutor(1) as thread:
            statuses = thread.submit(asyncio.run, race()).result(120)
        assert sorted(statuses) == [200] * 10 + [429] * 50


def test_hints_are_limited(tmp_path: Path) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", hint_budget="20", hints_a_minute=3) as strict:
        ready = threading.Event()
        strict.services.warm_up.after_bots(GAME, ready.set)
        assert ready.wait(400)
        players = two_players(strict, hints=True)
        statuses = [players[0].post("/hint").status_code for _ in range(5)]
        assert statuses == [200] * 3 + [429] * 2


def test_ipv6_addresses_of_one_network_are_one_visitor() -> None:
    one, other = address_of("2001:db8:0:1::1"), address_of("2001:db8:0:1:ffff::2")
    assert one == other
    assert address_of("2001:db8:0:2::1") != one
    assert address_of("::ffff:10.0.0.1") == address_of("10.0.0.1")
    assert address_of("10.0.0.1") != address_of("10.0.0.2")
    assert address_of("fe80::1%eth0") == "fe80::/64"


def test_an_ipv6_visitor_behind_a_proxy_cannot_change_addresses(tmp_path: Path) -> None:
    few = {"requests_at_once": 20, "requests_a_second": 0.001}
    database = f"sqlite:///{tmp_path / 'table.db'}"
    with serving_here(database, warm=False, trusted_proxies="127.0.0.1", **few) as strict:
        statuses = [
            HTTP.get(f"{strict.url}/warm-up", headers={"X-Forwarded-For": f"2001:db8::{number}"}).status_code
            for number in range(1, 23)
        ]
        assert statuses == [200] * 20 + [429] * 2


# --- fair thinking time ----------------------------------------------------------------------------------


def pool_order(jobs: list[tuple[str, bool]], threads: int = 1) -> list[str]:
    """Return in which order jobs (owner, patient) are carried out that all wait for the first one."""

    async def run() -> list[str]:
        pool, blocked = FairPool(threads), threading.Event()
        order: list[str] = []
        first = [asyncio.create_task(pool.run(blocked.wait, "first")) for _ in range(threads)]
        await asyncio.sleep(0)
        tasks = [
            asyncio.create_task(pool.run(partial(order.append, name), name, patient=patient))
            for name, patient in jobs
        ]
        await asyncio.sleep(0)
        blocked.set()
        await asyncio.gather(*first, *tasks)
        pool.close()
        return order

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, run()).result(60)


def test_owners_take_turns_and_one_with_many_tables_waits_like_one_with_one() -> None:
    order = pool_order([("many", False)] * 10 + [("one", False)])
    assert order.index("one") == 1


def test_people_come_before_tables_with_bots_only() -> None:
    order = pool_order([("bots", True)] * 10 + [("people", False)] * 3)
    assert order == ["people"] * 3 + ["bots"] * 10


def test_tables_with_bots_only_leave_a_thread_for_people() -> None:
    async def run() -> bool:
        pool, blocked = FairPool(2), threading.Event()
        bots = [asyncio.create_task(pool.run(blocked.wait, f"bots {n}", patient=True)) for n in range(20)]
        await asyncio.sleep(0.05)
        answered = await asyncio.wait_for(pool.run(lambda: True, "a person"), 30)
        blocked.set()
        await asyncio.gather(*bots)
        pool.close()
        return answered

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(asyncio.run, run()).result(60)


def test_strangers_bots_do_not_keep_a_persons_bot_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forty tables of two bots that think until the test ends: a person's bot answers all the same."""
    enough, choose = threading.Event(), SearchBot.choose

    def thinks_long(bot: SearchBot, view: View) -> int:
        assert enough.wait(300)
        return choose(bot, view)

    monkeypatch.setattr(SearchBot, "choose", thinks_long)
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", thinkers=2) as server:
        ready = threading.Event()
        server.services.warm_up.after_bots(GAME, ready.set)
        assert ready.wait(400)
        strangers = [open_table(server, "search:5s", "search:5s") for _ in range(40)]
        for table in strangers:
            table.look()
        try:
            host = open_table(server, "person", "greedy")
            host.move(host.legal()[0], 0)
            assert host.events(1, 1)[0]["seat"] == 1
        finally:
            enough.set()


def test_one_visitor_with_many_secrets_and_tables_of_people_is_one_visitor(tmp_path: Path) -> None:
    """Each table was opened with another secret, and a bot begins: all its moves wait in one queue."""
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", thinkers=1) as server:
        tables = [open_table(server, "greedy", "person", "person", game="glen-more") for _ in range(5)]
        for table in tables:
            table.look()
        assert {server.room(table.table).origin for table in tables} == {"127.0.0.1"}


def test_who_may_not_act_at_a_table_does_not_move_its_bot_to_their_queue(tmp_path: Path) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", trusted_proxies="127.0.0.1") as server:
        player = two_players(server)[0]
        room = server.room(player.table)
        action, stranger = player.legal()[0], {"X-Forwarded-For": "10.0.0.7"}
        move = {"action": action, "ply": 0, "client_id": "a stranger's"}
        refused = HTTP.post(f"{player.url}/moves", json=move, headers=stranger)
        assert (refused.status_code, room.origin) == (403, "127.0.0.1")
        moved = HTTP.post(f"{player.url}/moves", json=move, headers=stranger | player.headers)
        assert (moved.status_code, room.origin) == (200, "10.0.0.7")


# --- names -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "letter", ["\u3164", "\u115f", "\u2800", "\u034f", "\u200b", "\u202e", "\u00a0", "\U0001d159"]
)
def test_names_that_nobody_could_see_are_empty(letter: str) -> None:
    assert clean_name(letter * 5, 24) == ""
    assert clean_name(f"Mac{letter}Duff", 24) == "Mac Duff"


@pytest.mark.parametrize("mark", ["\ufe0f", "\ufe00", "\u180b", "\u180f", "\U000e0100", "\u0301"])
def test_marks_alone_are_no_name(mark: str) -> None:
    assert clean_name(mark * 5, 24) == ""


@pytest.mark.parametrize("other", ["Ann\ufe0f", "A\u180bnn", "Ann\U000e0100"])
def test_two_names_that_look_the_same_are_the_same(other: str) -> None:
    assert clean_name(other, 24) == "Ann"
    assert clean_name("Rene\u0301", 24) == clean_name("Ren\u00e9", 24) == "Ren\u00e9"
