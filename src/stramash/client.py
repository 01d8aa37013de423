"""A client of the JSON API: sits down at a table on another machine and plays there.

It uses only the standard library. A command is repeated with the same id until the server answers; a broken
stream is opened again after the last version seen. A server that was reached once may be unavailable for
minutes, for example during a restart.
"""

from __future__ import annotations

import base64
import http.client
import json
import re
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from stramash.core.background import speed_up
from stramash.core.errors import BadOption, StramashError
from stramash.core.game import Game
from stramash.core.position import View
from stramash.games import restore

__all__ = ["Refused", "RemoteTable", "TableLink", "Unreachable", "Update"]

_LINK = re.compile(r"(?P<server>https?://[^/]+)/t/(?P<table>[^/?#]+)(/join/(?P<invite>[^/?#]+))?/?")
_TIMEOUT = 60.0
#: Seconds for which a request is repeated: before the first answer of a server, and after it
_FIRST_PATIENCE, _PATIENCE = 15.0, 300.0
#: HTTP statuses after which a request is repeated
_LATER = (429, 502, 503, 504)


class Refused(StramashError):
    """The server refused a request; `code` and `status` say why."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class Unreachable(StramashError):
    """The server does not answer."""


@dataclass(frozen=True)
class TableLink:
    """The parts of a link to a table.

    >>> TableLink.read("http://localhost:8000/t/abcd/join/xyz")
    TableLink(server='http://localhost:8000', table='abcd', invite='xyz')
    """

    server: str
    table: str
    invite: str = ""

    @classmethod
    def read(cls, text: str) -> TableLink:
        """Read a link as people copy it."""
        match = _LINK.fullmatch(text.strip())
        if match is None:
            raise BadOption(
                f"{text!r} is not a link to a table: copy one, like http://localhost:8000/t/…/join/…"
            )
        return cls(match["server"], match["table"], match["invite"] or "")


@dataclass(frozen=True)
class Update:
    """An event of the stream: the version of the table, and the digest of what everybody sees then."""

    version: int
    digest: str = ""

    def differs_from(self, table: dict[str, Any]) -> bool:
        """Return whether a loaded table differs from what the server announced for that version."""
        return bool(self.digest) and table["version"] == self.version and table["digest"] != self.digest


class RemoteTable:
    """A table somewhere else, seen from the seats that a secret holds there."""

    def __init__(self, link: TableLink, secret: str | None = None) -> None:
        self._link = link
        self.secret = secret
        self.seats: list[int] = []
        self._game: Game | None = None
        self._reached = False

    def join(self, name: str, bot: str) -> int:
        """Sit down with the name of the bot and return the seat; a repeated request gets the same seat."""
        self.secret = self.secret or secrets.token_urlsafe(32)
        joining = {"invite": self._link.invite, "name": name, "bot": bot, "client_id": secrets.token_hex(8)}
        self.seats = self.ask("POST", "/join", joining)["seats"]
        return self.seats[0]

    def look(self) -> dict[str, Any]:
        """Return the table as this client's seat sees it."""
        return self.ask("GET", "")

    def view(self, table: dict[str, Any]) -> View:
        """Return the View that a bot needs from the table's answer."""
        game = self.game(table)
        state = np.frombuffer(base64.b64decode(table["state"]), game.blank().dtype).copy()
        return View(game, state, table["seat"], tuple(table["actions"]))

    def game(self, table: dict[str, Any]) -> Game:
        """Return the game that is played there; its rules are compiled here in the background."""
        if self._game is None:
            game = restore(table["game"], table["players"], table["options"])
            if game.version != table["rules"]:
                raise BadOption(
                    f"that server plays version {table['rules']} of the rules of {game.title}, "
                    f"this is version {game.version}: install the same version of Stramash"
                )
            speed_up(game)
            self._game = game
        return self._game

    def play(self, action: str, ply: int, version: int) -> dict[str, Any]:
        """Play an action; a repeated request has no further effect."""
        move = {"action": action, "ply": ply, "version": version, "client_id": secrets.token_hex(8)}
        return self.ask("POST", "/moves", move)

    def ask(self, method: str, path: str, content: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a request about this table, and repeat it until the server answers."""
        body = None if content is None else json.dumps(content).encode()
        began, wait = time.monotonic(), 0.1
        while time.monotonic() - began < (_PATIENCE if self._reached else _FIRST_PATIENCE):
            try:
                with urllib.request.urlopen(self._request(method, path, body), timeout=_TIMEOUT) as answer:
                    self._reached = True
                    return cast("dict[str, Any]", json.load(answer))
            except urllib.error.HTTPError as error:
                refused = _refused(error)
                if refused.status not in _LATER:
                    raise refused from None
            except (OSError, http.client.HTTPException):
                pass  # the connection was lost: the same request again
            time.sleep(wait)
            wait = min(2 * wait, 5.0)
        raise Unreachable(f"{self._link.server} does not answer: is 'stramash serve' running there?")

    def updates(self, after: int) -> Iterator[Update]:
        """Yield an update whenever the table changes."""
        while True:
            try:
                request = self._request("GET", f"/events?after={after}", None)
                with urllib.request.urlopen(request, timeout=_TIMEOUT) as lines:
                    for line in lines:
                        if line.startswith(b"data: "):
                            content = json.loads(line[6:])
                            after = int(content["version"])
                            yield Update(after, str(content.get("digest", "")))
            except urllib.error.HTTPError as error:
                refused = _refused(error)
                if refused.status not in _LATER:
                    raise refused from None
            except (OSError, http.client.HTTPException):
                pass  # the stream broke: open it again where it was
            time.sleep(0.5)
            yield Update(after)  # the caller loads the table again

    def _request(self, method: str, path: str, body: bytes | None) -> urllib.request.Request:
        url = f"{self._link.server}/api/tables/{self._link.table}{path}"
        headers = {"Content-Type": "application/json"}
        if self.secret is not None:
            headers["Authorization"] = f"Bearer {self.secret}"
        return urllib.request.Request(url, body, headers, method=method)


def _refused(error: urllib.error.HTTPError) -> Refused:
    try:
        answer = json.load(error)
        return Refused(error.code, answer["error"], answer["message"])
    except (ValueError, KeyError, TypeError):
        return Refused(error.code, "unknown", f"the server answered {error.code} {error.reason}")
