"""Long attacks on a server: kills, resent commands, a search for leaks, malformed requests.

Each runs against one process on SQLite and against two processes on PostgreSQL, and prints what it did:

    pytest tests/table/test_siege.py -m soak -n 0 -s
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator

import pytest

from stramash.games import names
from stramash.table.domain.evolve import fold
from stramash.table.domain.state import TableState, begin
from stramash.table.server.lobby import find_game
from stramash.table.server.store import Store
from tests.conformance import usual_variants, variants
from tests.table.cluster import running_cluster
from tests.table.hidden import Forbidden, answers_to
from tests.table.server import Player, Server, open_table, sit_down, take_turns, two_players
from tests.table.stubborn import GAMES, Stubborn, check_log, finish, kill_again_and_again
from tests.table.test_openapi import fuzz

pytestmark = pytest.mark.soak

KILLS, TABLES = 25, 6
#: Seconds for which commands are sent several times at once, and how often
RESENDING, COPIES = 60.0, 4
EXAMPLES = 100


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def processes(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Server]]:
    """One process on SQLite, or two on one PostgreSQL database."""
    if request.param == "sqlite":
        yield from _running(f"sqlite:///{tmp_path_factory.mktemp('siege') / 'table.db'}", 1)
        return
    with running_cluster() as cluster:
        yield from _running(cluster.url, 2)


def _running(database: str, count: int) -> Iterator[list[Server]]:
    started = [Server(database).start() for _ in range(count)]
    try:
        yield started
    finally:
        for server in started:
            server.stop()


def report(run: str, processes: list[Server], **figures: object) -> None:
    """Print what a run did."""
    kind = processes[0].database.partition(":")[0]
    told = ", ".join(f"{name.replace('_', ' ')} {figure}" for name, figure in figures.items())
    print(f"\n{run}, {kind}, {len(processes)} process(es): {told}")  # noqa: T201


def test_killed_again_and_again_it_loses_nothing_and_doubles_nothing(processes: list[Server]) -> None:
    players = [Stubborn(processes, seed, games=len(GAMES)) for seed in range(TABLES)]
    killed = kill_again_and_again(processes, players, KILLS)
    check_log(processes[0].database, players)
    report(
        "kills",
        processes,
        kills=killed,
        acknowledged=sum(player.commands for player in players),
        sent_again=sum(player.repeated for player in players),
        tables=sum(len(player.acknowledged) for player in players),
    )


def test_commands_that_are_sent_four_times_at_once_count_once(processes: list[Server]) -> None:
    players = [Stubborn(processes, seed, copies=COPIES, games=len(GAMES)) for seed in range(TABLES)]
    for player in players:
        player.start()
    time.sleep(RESENDING)
    finish(players)
    check_log(processes[0].database, players)
    acknowledged = sum(player.commands for player in players)
    report("resends", processes, commands=acknowledged, requests=COPIES * acknowledged)


def truth(database: str, table_id: str) -> TableState:
    """Return the state of a table from its log."""
    store = Store(database)
    try:
        found = asyncio.run(store.load(table_id))
    finally:
        store.close()
    assert found is not None
    setup, log = found
    return fold(begin(setup, find_game(setup)), log.events)


def test_no_process_tells_anybody_what_they_may_not_know(processes: list[Server]) -> None:
    rng, searched = random.Random(1), 0
    for variant in [each for name in names() for each in variants(name)[: len(usual_variants(name)) + 1]]:
        seats = ["person", *["open"] * (variant.players - 1)]
        host = open_table(processes[0], *seats, game=variant.name, options=dict(variant.options))
        players = [host, *(sit_down(host) for _ in seats[1:])]
        keys = [str(player.secret) for player in players]
        for _ in range(2):
            take_turns(players, rng, rng.randint(1, 15))
            state = truth(host.server.database, host.table)
            if state.ended:
                break
            for seat in (*range(variant.players), None):
                forbidden = Forbidden(state, seat, keys)
                reader = Player(rng.choice(processes), host.table, None if seat is None else keys[seat])
                for path, text in answers_to(reader, state).items():
                    found = forbidden.found_in(text)
                    assert not found, f"seat {seat} reads {found} at {path}"
                    searched += 1
    report("leaks", processes, responses=searched)


def test_no_request_breaks_a_process(processes: list[Server]) -> None:
    player = two_players(processes[0])[0]
    sent = fuzz(player, processes, EXAMPLES, always_the_same=False)
    report("malformed requests", processes, requests=sent)
