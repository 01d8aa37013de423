"""The stream of events: numbered, complete, and the same for late subscribers."""

from __future__ import annotations

import random
import time
from pathlib import Path

from tests.table.server import HTTP, Server, open_table, serving_here, take_turns, two_players


def test_a_client_that_comes_back_gets_exactly_what_it_missed_from_any_version(server: Server) -> None:
    players = two_players(server)
    take_turns(players, random.Random(4), 12)
    version = players[0].look()["version"]
    everything = players[0].events(0, version)
    assert [event["version"] for event in everything] == list(range(1, version + 1))
    for known in range(version):
        assert players[0].events(known, version - known) == everything[known:]


def test_every_event_carries_the_digest_that_the_table_had_then(server: Server) -> None:
    players = two_players(server)
    digests = {}
    rng = random.Random(6)
    for _ in range(10):
        take_turns(players, rng, 1)
        now = players[1].look()
        digests[now["version"]] = now["digest"]
    told = {event["version"]: event["digest"] for event in players[1].events(0, max(digests))}
    assert {version: told[version] for version in digests} == digests
    assert len(set(digests.values())) > 5


def test_what_happens_now_arrives_on_a_stream_that_is_open(server: Server) -> None:
    players = two_players(server)
    version = players[0].look()["version"]
    with HTTP.stream("GET", f"{players[0].url}/events", params={"after": version}) as stream:
        lines = stream.iter_lines()
        assert next(lines) == "retry: 1000"
        players[0].play_any(random.Random(1))
        assert next(line for line in lines if line.startswith("id: ")) == f"id: {version + 1}"


def test_a_browser_says_the_last_event_it_saw_in_a_header(server: Server) -> None:
    players = two_players(server)
    take_turns(players, random.Random(4), 6)
    url = f"{players[0].url}/events"
    with HTTP.stream("GET", url, headers={"Last-Event-ID": "3"}, timeout=20) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        numbers = (line for line in answer.iter_lines() if line.startswith("id: "))
        assert [next(numbers), next(numbers)] == ["id: 4", "id: 5"]


def test_a_client_that_names_a_later_version_than_the_log_is_reset(server: Server) -> None:
    players = two_players(server)
    event = players[0].events(999, 1)[0]
    assert (event["event"], event["version"]) == ("reset", players[0].look()["version"])


def test_joining_leaving_and_resigning_are_events_too(server: Server) -> None:
    players = two_players(server)
    players[1].command("/resign")
    told = players[0].events(0, 2)
    assert [(event["kind"], event["seat"]) for event in told] == [("join", 1), ("resign", 1)]
    assert told[0]["content"] == "Guest"


def test_streams_of_one_address_are_limited_and_counted_back(tmp_path: Path) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", streams_a_client=2, heartbeat=0.2) as strict:
        host = open_table(strict, "person", "open")
        url = f"{host.url}/events"
        with HTTP.stream("GET", url) as one, HTTP.stream("GET", url) as two:
            lines = [one.iter_lines(), two.iter_lines()]  # to let one go is to close its stream
            assert [next(stream) for stream in lines] == ["retry: 1000"] * 2
            with HTTP.stream("GET", url) as refused:
                assert refused.status_code == 429
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with HTTP.stream("GET", url, timeout=20) as again:
                if again.status_code == 200:
                    return
            time.sleep(0.1)
        raise AssertionError("streams that were closed still count")
