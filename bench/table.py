"""How many tables one server carries: moves a second, and how long from a move sent to its update received.

    python bench/table.py                                    programs and browsers at 10, 100 and 1,000 tables
    python bench/table.py --kinds browsers --tables 50 --seconds 5 --json

At a table of *programs* one connection moves and one stream of the API listens. At a table of *browsers* two
pages are open; each receives its updates as our page does, and a move has arrived when both show it. The peer
is boardgame.io with everything in memory and two of its own clients at each table (see `table_peer.py`).

With `--processes 1 2`, programs again, on a PostgreSQL of its own: first one server process, then two, each
with half of the tables, as behind `deploy/Caddyfile`. PostgreSQL's own time is not in the server's.

Rows for each kind and number of tables: *flat out*, where the next move is sent when the last has arrived,
shows what the server can do; *at a pace*, where each table moves once in a few seconds, as people would,
shows what they would feel. With `--bots`, 100 tables of programs at that pace once more, while bots at ten
other tables search in all threads that the server has for them. Every move is on the disk before it is
acknowledged. Client and server share this machine's cores, so compare processor time, and rows of one run.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import resource
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(1, str(Path(__file__).parent.parent))

from table_clients import ApiTable, BrowserTable, Connection, Server, Table
from table_peer import serving_peer
from tests.table.cluster import running_cluster

import stramash

KINDS: dict[str, type[Table]] = {"programs": ApiTable, "browsers": BrowserTable}
#: Tables that are opened at the same time
TOGETHER = 20
#: With bots: tables of people, tables of bots, and how long a bot thinks about a move
PEOPLE, THINKING, THOUGHT = 100, 10, "search:2s"
#: No row may take longer than this many times its seconds
PATIENCE = 4.0


@dataclass
class Row:
    """One measurement; times are in milliseconds, from the move sent to the update received."""

    kind: str
    tables: int
    load: str
    moves: int
    moves_per_second: float
    p50: float
    p99: float
    #: milliseconds of the server's processor time for a move and its effects
    server_cpu: float
    #: load of the machine at the end of the row
    machine: float


async def open_tables(servers: Sequence[Server], kind: str, count: int) -> list[Table]:
    """Open tables, some at a time, at the servers in turn."""
    tables = [KINDS[kind](servers[seed % len(servers)], seed) for seed in range(count)]
    for start in range(0, count, TOGETHER):
        await asyncio.gather(*(table.open() for table in tables[start : start + TOGETHER]))
    return tables


async def measure(
    servers: Sequence[Server], kind: str, tables: list[Table], load: str, seconds: float, pace: float
) -> Row:
    """Play at all tables for `seconds` and return what was measured."""
    tally: list[float] = []
    gc.collect()
    gc.disable()  # with a thousand tables, a collection here would count as 0.2 s of the server
    before = sum(server.processor_time() for server in servers)
    began = time.perf_counter()
    playing = (table.play(began + seconds, pace, tally) for table in tables)
    await asyncio.wait_for(asyncio.gather(*playing), PATIENCE * seconds + 60)
    took = time.perf_counter() - began
    used = sum(server.processor_time() for server in servers) - before
    gc.enable()
    return make_row(kind, len(tables), load, [1000 * each for each in tally], took, used)


def make_row(kind: str, tables: int, load: str, times: list[float], took: float, used: float) -> Row:
    """Return the row of some moves: the milliseconds of each, and the seconds they took and used."""
    ordered = sorted(times)
    return Row(
        kind=kind,
        tables=tables,
        load=load,
        moves=len(times),
        moves_per_second=len(times) / took,
        p50=statistics.median(ordered),
        p99=ordered[min(len(times) - 1, int(0.99 * len(times)))],
        server_cpu=1000 * used / len(times),
        machine=os.getloadavg()[0],
    )


def measure_peer(arguments: argparse.Namespace, report: Callable[[Row], None]) -> list[Row]:
    """Measure boardgame.io the same way."""
    rows = []
    with tempfile.TemporaryDirectory() as folder, serving_peer(Path(folder)) as peer:
        for count in arguments.tables:
            for load, pace in loads(arguments):
                measured = peer.measure(count, arguments.seconds, pace)
                rows.append(make_row("peer", count, load, *measured))
                report(rows[-1])
    return rows


def loads(arguments: argparse.Namespace) -> list[tuple[str, float]]:
    """Return the loads that are measured, with their pace."""
    paced = (f"a move every {arguments.pace:g} s", arguments.pace)
    return [paced] if arguments.paced_only else [("flat out", 0.0), paced]


async def have_bots_think(server: Server) -> None:
    """Seat bots at tables of their own: they search for as long as the server runs."""
    connection = Connection(server.port)
    await connection.open()
    bot = {"kind": "bot", "bot": THOUGHT}
    for _ in range(THINKING):
        status, table = await connection.post(
            "/api/tables", {"game": server.game, "seats": [bot, bot], "client_id": secrets.token_hex(16)}
        )
        assert status == 201, table
        await connection.get(f"/api/tables/{table['id']}")  # a table is played once somebody has looked
    connection.close()


async def run(arguments: argparse.Namespace, report: Callable[[Row], None]) -> list[Row]:
    """Measure all rows on one server, and tell each as it comes."""
    rows: list[Row] = []

    async def note(kind: str, tables: list[Table], load: str, pace: float) -> None:
        rows.append(await measure([server], kind, tables, load, arguments.seconds, pace))
        report(rows[-1])

    stramash.load(arguments.game).deal(seed=1)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "table.db", arguments.game)
        try:
            await server.wait_until_warm()
            for kind in (kind for kind in arguments.kinds if kind in KINDS):
                for count in arguments.tables:
                    tables = await open_tables([server], kind, count)
                    for load, pace in loads(arguments):
                        await note(kind, tables, load, pace)
                    for table in tables:
                        table.close()
            if arguments.bots:
                tables = await open_tables([server], "programs", PEOPLE)
                await have_bots_think(server)
                await note(
                    "programs", tables, f"a move every {arguments.pace:g} s, bots think", arguments.pace
                )
        finally:
            server.stop()
    return rows


async def run_processes(arguments: argparse.Namespace, report: Callable[[Row], None]) -> list[Row]:
    """Measure server processes that share a PostgreSQL."""
    rows: list[Row] = []
    for processes in arguments.processes:
        with running_cluster() as cluster, contextlib.ExitStack() as stack:
            servers = [Server(cluster.url, arguments.game) for _ in range(processes)]
            for server in servers:
                stack.callback(server.stop)
            for server in servers:
                await server.wait_until_warm()
            for count in arguments.tables:
                tables = await open_tables(servers, "programs", count)
                for load, pace in loads(arguments):
                    name = f"pg × {processes}"
                    rows.append(await measure(servers, name, tables, load, arguments.seconds, pace))
                    report(rows[-1])
                for table in tables:
                    table.close()
    return rows


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, nargs="*", default=[10, 100, 1000])
    parser.add_argument("--kinds", nargs="*", choices=[*KINDS, "peer"], default=[*KINDS])
    parser.add_argument(
        "--processes", type=int, nargs="*", default=[], help="numbers of processes on PostgreSQL"
    )
    parser.add_argument("--game", choices=stramash.games(), default="schotten-totten")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each row is measured")
    parser.add_argument("--pace", type=float, default=5.0, help="seconds between a table's moves, at a pace")
    parser.add_argument("--paced-only", action="store_true", help="leave out the rows that are flat out")
    parser.add_argument("--bots", action="store_true", help="add the row with bots that think")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if not all(1 <= count <= 5000 for count in arguments.tables) or not 0 < arguments.seconds <= 120:
        parser.error("at most 5000 tables, for at most 120 seconds a row")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # up to six connections for each table
    if not arguments.json:
        print(
            f"{'kind':<9} {'tables':>6}  {'load':<28} {'moves':>6} {'moves/s':>8} {'p50 ms':>8} "
            f"{'p99 ms':>8} {'server ms/move':>15} {'machine':>8}"
        )
    report = _ignore if arguments.json else _print_row
    rows = asyncio.run(run(arguments, report)) if arguments.kinds else []
    rows += asyncio.run(run_processes(arguments, report))
    if "peer" in arguments.kinds:
        rows += measure_peer(arguments, report)
    if arguments.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
    else:
        print(f"The machine has {os.cpu_count()} cores; 'machine' is its load average after each row.")


def _print_row(row: Row) -> None:
    print(
        f"{row.kind:<9} {row.tables:>6}  {row.load:<28} {row.moves:>6} {row.moves_per_second:>8.0f} "
        f"{row.p50:>8.1f} {row.p99:>8.1f} {row.server_cpu:>15.2f} {row.machine:>8.1f}",
        flush=True,
    )


def _ignore(row: Row) -> None:
    """Print nothing yet: JSON comes at the end."""
    del row


if __name__ == "__main__":
    main()
