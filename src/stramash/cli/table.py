"""The commands of the web table: `serve` and `join`."""

from __future__ import annotations

import dataclasses
import gc
import logging
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stramash import bots
from stramash.core.errors import BadOption
from stramash.core.extras import extra
from stramash.games import broken

if TYPE_CHECKING:
    from stramash.client import RemoteTable

__all__ = ["join", "serve"]

_ANYWHERE = ("0.0.0.0", "::")


def serve(
    host: Annotated[
        str, typer.Option("--host", metavar="H", help="Where to listen; 0.0.0.0 lets others in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", help="Which port; 0 takes a free one.")] = 8000,
    db: Annotated[
        str | None,
        typer.Option("--db", metavar="URL", help="sqlite:///FILE, or postgresql://… for several processes."),
    ] = None,
) -> None:
    """Serve the web table: pages to play at, and the JSON API.

    Example: stramash serve --port 8000
    """
    with _no_garbage_collection(), extra("table"):  # imported here: other commands need none of it
        import uvicorn

        from stramash.table.app import create_app
        from stramash.table.http.connections import server_config
        from stramash.table.settings import ServerSettings
        from stramash.table.web.invitations import network_address

    if not 0 <= port <= 65535:
        raise BadOption(f"--port {port} is not possible: 0 to 65535")
    settings = ServerSettings.from_environment()
    if db is not None:
        settings = dataclasses.replace(settings, database=db)
    listening = _listen(host, port)
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    logging.getLogger("python_multipart").setLevel(logging.ERROR)  # what strangers send is no fault here
    app = create_app(settings, listens_everywhere=host in _ANYWHERE)
    _allow_many_files()
    store = app.state.services.store
    if store.problem:
        typer.echo(f"stramash: {store.engine.url}: {store.problem}", err=True)
    shown = "localhost" if host in (*_ANYWHERE, "127.0.0.1") else f"[{host}]" if ":" in host else host
    for problem in broken().values():
        typer.echo(f"stramash: {problem}", err=True)
    port = listening.getsockname()[1]
    typer.echo(f"The table is at http://{shown}:{port} (Ctrl+C ends it)")
    if host in _ANYWHERE and (address := network_address()) is not None:
        typer.echo(f"In your network it is at http://{address}:{port}")

    class Server(uvicorn.Server):
        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            app.state.services.pubsub.close()
            super().handle_exit(sig, frame)

    _collect_garbage_less_often()
    Server(server_config(app, settings)).run(sockets=[listening])


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Stop the garbage collector while modules are imported: what they make stays."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _collect_garbage_less_often() -> None:
    """Let the garbage collector examine young objects only.

    With the defaults a server spends a sixth of its processor time in the collector. With a thousand tables,
    a full collection of a quarter of a million objects stops everything for 0.2 s. A move leaves no cycles,
    so young objects are enough; `Services` runs a full collection once an hour.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 2, 1_000_000)


def _allow_many_files() -> None:
    """Let this process open as many files, and so connections, as the system allows it."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 65536 if hard == resource.RLIM_INFINITY else min(hard, 65536)
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _listen(host: str, port: int) -> socket.socket:
    """Bind the port first, so that a port in use is reported immediately."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # asyncio sets TCP_NODELAY only if the protocol is named; without it an answer waits 40 ms for the
        # client's acknowledgement.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":  # elsewhere it would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
        return listening
    except OSError as error:
        raise BadOption(
            f"cannot listen at {host}:{port} ({error.strerror or error}): choose another with --port"
        ) from None


def join(
    url: Annotated[str, typer.Argument(metavar="URL", help="The link to a table with an open seat.")],
    bot: Annotated[
        str,
        typer.Option(
            "--bot", metavar="BOT", help="Who plays: greedy, search:0.5s, a level, my_bot:HighCards…"
        ),
    ] = "greedy",
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="How it is called at the table.")
    ] = None,
    pace: Annotated[
        float, typer.Option("--pace", metavar="S", help="Seconds before each of its moves.")
    ] = 0.5,
) -> None:
    """Seat a bot at a table on this or another machine; it plays from here until the game is over.

    Example: stramash join http://localhost:8000/t/k3m9q2x7v5ab/join/Zx3… --bot greedy
    """
    import time

    from stramash.client import RemoteTable, TableLink

    player = bots.make_own(bot)
    table = RemoteTable(TableLink.read(url))
    called = name or player.name.capitalize()
    seat = table.join(called, bot)
    typer.echo(f"{called} sits at seat {seat}.")
    now = table.look()
    table.game(now)
    updates = table.updates(now["version"])
    while now["status"] != "over":
        if now["player"] == seat:
            time.sleep(pace)
            _play(table, player, now)
        else:
            update = next(updates)
            if update.differs_from(now):
                typer.echo("The table is not as the server announced it: loading it again.", err=True)
            elif update.version <= now["version"]:
                continue
        now = table.look()
    won = "won" if seat in now["winners"] else "did not win"
    typer.echo(f"The game is over: {called} {won}. Points: {now['scores']}")


def _play(table: RemoteTable, player: bots.Bot, now: dict[str, Any]) -> None:
    """Let the bot move; load the table again if it has changed meanwhile."""
    from stramash.client import Refused

    view = table.view(now)
    try:
        table.play(view.notation(player.choose(view)), now["ply"], now["version"])
    except Refused as refused:
        if refused.code not in ("stale-move", "game-over"):
            raise
