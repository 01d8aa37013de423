"""One's own games and results: what the list says, what can be removed, what is counted."""

from __future__ import annotations

import time
from dataclasses import replace

from stramash.table.domain.seats import fingerprint
from stramash.table.web.my_games import summary
from tests.table.domain.tables import ANN, BOB, new_table, obey, play, resign, two_people
from tests.table.server import HTTP, Player, Server, open_table, two_players

DAY = 86400.0


def my_list(player: Player) -> str:
    return HTTP.get(f"{player.server.url}/mine", headers=player.headers).text


def remove(player: Player) -> int:
    url = f"{player.server.url}/mine/remove/{player.table}"
    return HTTP.post(url, headers=player.headers, follow_redirects=False).status_code


def test_a_game_against_bots_that_was_left_is_put_aside_and_not_my_turn() -> None:
    state = new_table("ann", "bot")
    assert summary(state, ANN, now=60.0)["my_turn"]
    later = summary(state, ANN, now=2 * DAY)
    assert (later["my_turn"], later["aside"]) == (False, True)
    among_people = summary(two_people(), ANN, now=2 * DAY)
    assert (among_people["my_turn"], among_people["aside"]) == (True, False)


def test_a_list_says_with_whom_and_how_it_ended() -> None:
    state = two_people()
    state = obey(state, replace(play(state), at=500.0))
    over = obey(state, resign(state, BOB, at=1000.0))
    told = {who: summary(over, who, now=2000.0) for who in (ANN, BOB)}
    assert [(told[who]["others"], told[who]["won"], told[who]["lost"]) for who in (ANN, BOB)] == [
        (["Bob"], True, False),
        (["Ann"], False, True),
    ]
    assert told[ANN]["when"] == "1970-01-01T00:16:40Z"


def test_a_finished_game_can_be_removed_from_ones_own_list_only(server: Server) -> None:
    players = two_players(server)
    assert remove(players[0]) == 409, "somebody waits there"
    players[0].command("/resign")
    assert all(one.table in my_list(one) for one in players)
    assert remove(players[0]) == 303
    assert players[0].table not in my_list(players[0])
    assert players[1].table in my_list(players[1])
    assert players[0].get().status_code == 200, "the table stays"
    stranger = Player(server, players[1].table, "somebody else's secret, long enough")
    assert remove(stranger) == 303
    assert players[1].table in my_list(players[1])


def test_an_abandoned_game_against_bots_can_be_removed(server: Server) -> None:
    alone = open_table(server, "person", "crofter")
    assert remove(alone) == 303
    assert alone.table not in my_list(alone)


def test_results_are_those_of_games_against_bots_that_were_played_to_an_end(server: Server) -> None:
    def results(player: Player) -> list[dict[str, object]]:
        url = f"{server.url}/mine/results"
        found: list[dict[str, object]] = HTTP.get(url, headers=player.headers).json()
        return found

    before = time.time()
    lost = open_table(server, "person", "laird")
    assert results(lost) == []
    lost.command("/resign")
    (result,) = results(lost)
    assert float(str(result.pop("at"))) >= before - 1
    assert result == {
        "id": lost.table,
        "game": "schotten-totten",
        "players": 2,
        "bots": ["laird"],
        "won": False,
    }
    closed = open_table(server, "person", "laird")
    closed.command("/leave")
    people = two_players(server)
    people[0].command("/resign")
    assert [results(one) for one in (closed, *people)] == [[], [], []]
    assert HTTP.get(f"{server.url}/mine/results").json() == []
    assert fingerprint(str(lost.secret)) not in my_list(lost)
