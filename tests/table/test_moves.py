"""What players do at a table, through real HTTP."""

from __future__ import annotations

import hashlib
import random
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

import stramash
from tests.table.server import (
    HTTP,
    Player,
    Server,
    muster_face_down,
    open_table,
    sit_down,
    take_turns,
    two_players,
)


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


# --- moves -------------------------------------------------------------------------------------------


def test_the_same_move_sent_twenty_times_at_once_counts_once(server: Server) -> None:
    players = two_players(server)
    action = players[0].legal()[0]
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: players[0].move(action, 0, "the-same-id"), range(20)))
    assert [answer.status_code for answer in answers] == [200] * 20
    assert len({answer.text for answer in answers}) == 1
    assert players[0].look()["actions"] == [action]


def test_twenty_different_moves_at_once_are_one_move(server: Server) -> None:
    players = two_players(server)
    actions = players[0].legal()[:20]
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda action: players[0].move(action, 0), actions))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * (len(actions) - 1)
    assert players[0].look()["ply"] == 1


def test_a_move_that_answers_an_older_ply_is_stale(server: Server) -> None:
    players = two_players(server)
    players[0].play_any(random.Random(1))
    action = players[1].legal()[0]
    assert refusal(players[1].move(action, 0)) == (409, "stale-move")
    assert players[1].move(action, 1).status_code == 200


def test_a_client_id_is_for_one_move(server: Server) -> None:
    players = two_players(server)
    first, second = players[0].legal()[:2]
    assert players[0].move(first, 0, "mine").status_code == 200
    assert refusal(players[0].move(second, 0, "mine")) == (409, "stale-move")
    assert refusal(players[0].move(first, 4, "mine")) == (409, "stale-move")


def test_two_seats_may_happen_to_use_the_same_client_id(server: Server) -> None:
    players = two_players(server)
    assert players[0].move(players[0].legal()[0], 0, "1").status_code == 200
    assert players[1].move(players[1].legal()[0], 1, "1").status_code == 200


def test_nobody_moves_for_another(server: Server) -> None:
    players = two_players(server)
    action = players[0].legal()[0]
    assert refusal(players[1].move(action, 0)) == (403, "wrong-seat")
    assert refusal(players[1].move(action, 0, seat=0)) == (403, "wrong-seat")
    assert refusal(Player(server, players[0].table).move(action, 0)) == (403, "wrong-seat")
    assert refusal(Player(server, players[0].table, "x" * 43).move(action, 0)) == (403, "wrong-seat")
    assert players[0].look()["ply"] == 0


def test_what_the_rules_forbid_is_refused(server: Server) -> None:
    players = two_players(server)
    assert refusal(players[0].move("claim@1", 0)) == (422, "illegal-move")
    assert refusal(players[0].move("castle", 0)) == (422, "illegal-move")


def test_a_game_begins_when_every_seat_is_taken(server: Server) -> None:
    host = open_table(server, "person", "open")
    assert host.look()["status"] == "waiting"
    assert host.legal() == []
    assert refusal(host.move("b1@1", 0)) == (409, "not-yet")
    sit_down(host)
    assert host.look()["status"] == "playing"


def test_a_whole_game_ends_with_a_winner_and_then_nothing_more(server: Server) -> None:
    players = two_players(server)
    take_turns(players, random.Random(3), 1000)
    now = players[0].look()
    assert (now["status"], now["player"]) == ("over", None)
    assert now["winners"]
    assert refusal(players[0].move("b1@1", now["ply"])) == (409, "game-over")
    assert refusal(players[1].command("/resign")) == (409, "game-over")


# --- seats -------------------------------------------------------------------------------------------


def test_a_full_table_takes_nobody_more(server: Server) -> None:
    host = open_table(server, "person", "open")
    sit_down(host)
    assert refusal(Player(server, host.table).command("/join", invite=host.invite)) == (409, "table-full")


def test_of_many_who_want_the_last_seat_one_gets_it(server: Server) -> None:
    host = open_table(server, "person", "open")
    guests = [Player(server, host.table) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda guest: guest.command("/join", invite=host.invite), guests))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7


def test_a_seat_needs_the_invitation(server: Server) -> None:
    host = open_table(server, "person", "open")
    assert refusal(Player(server, host.table).command("/join", invite="guess")) == (403, "bad-invitation")
    assert refusal(Player(server, host.table).command("/join")) == (403, "bad-invitation")
    assert Player(server, host.table).look()["invite"] is None


def test_a_listed_table_is_found_and_joined_without_one(server: Server) -> None:
    host = open_table(server, "person", "open", listed=True)
    found = HTTP.get(f"{server.url}/api/tables").json()
    assert host.table in [table["id"] for table in found]
    assert Player(server, host.table).command("/join", name="Stranger").status_code == 200
    assert host.look()["seats"][1]["name"] == "Stranger"


def test_a_player_who_joins_twice_keeps_one_seat(server: Server) -> None:
    host = open_table(server, "open", "open")
    guest = sit_down(host)
    again = guest.command("/join", invite=host.invite)
    assert again.json()["seats"] == guest.seats
    assert host.look()["status"] == "waiting"


def test_names_are_shortened_and_made_printable(server: Server) -> None:
    host = open_table(server, "person", "open")
    sit_down(host, "  <b>Mac\n\u202eDuff</b>" + "x" * 100)
    name = host.look()["seats"][1]["name"]
    assert name.startswith("<b>Mac Duff</b>x")
    assert len(name) == 24


def test_hot_seat_players_hold_two_seats_with_one_secret(server: Server) -> None:
    both = open_table(server, "person", "local")
    assert both.seats == [0, 1]
    rng = random.Random(5)
    for _ in range(6):
        both.play_any(rng)
    assert both.look(seat=0)["seat"] == 0
    assert both.look(seat=1)["seat"] == 1
    assert both.look(seat=0)["view"] != both.look(seat=1)["view"]


def test_a_spectator_sees_what_everybody_sees_and_touches_nothing(server: Server) -> None:
    players = two_players(server)
    watching = Player(server, players[0].table)
    seen = watching.look()
    assert seen["seat"] is None
    assert all(card.startswith("?") for hand in seen["view"]["hands"] for card in hand)
    for path in ("/undo", "/resign", "/leave", "/rematch"):
        assert refusal(watching.command(path)) == (403, "wrong-seat")
    assert refusal(watching.post("/hint")) == (403, "wrong-seat")
    assert watching.get("/legal").status_code == 403
    assert watching.get(seat=0).status_code == 403


def test_a_leavers_seat_is_taken_by_a_bot_that_plays_on(server: Server) -> None:
    players = two_players(server)
    version = players[1].look()["version"]
    assert players[0].command("/leave").status_code == 200
    left, moved = players[1].events(version, 2)
    assert (left["kind"], left["seat"]) == ("leave", 0)
    assert (moved["kind"], moved["seat"]) == ("move", 0)
    assert players[1].look()["seats"][0]["kind"] == "bot"
    assert refusal(players[0].command("/undo")) == (403, "wrong-seat")


def test_the_last_person_to_leave_closes_the_table(server: Server) -> None:
    host = open_table(server, "person", "greedy")
    assert host.command("/leave").status_code == 200
    now = Player(server, host.table).look()
    assert (now["status"], now["winners"]) == ("over", [])


def test_a_player_who_leaves_before_the_start_frees_the_seat(server: Server) -> None:
    host = open_table(server, "open", "open")
    first = sit_down(host)
    assert first.command("/leave").status_code == 200
    now = host.look()
    assert (now["status"], now["seats"][0]["kind"]) == ("waiting", "open")


def test_a_host_who_leaves_before_anybody_came_closes_the_table(server: Server) -> None:
    host = open_table(server, "person", "open", listed=True)
    assert host.command("/leave").status_code == 200
    assert Player(server, host.table).look()["status"] == "over"
    assert refusal(Player(server, host.table).command("/join", invite=host.invite)) == (409, "game-over")
    assert host.table not in [table["id"] for table in HTTP.get(f"{server.url}/api/tables").json()]


# --- undo, resignation, rematch, hint ------------------------------------------------------------------


def test_undo_takes_back_ones_own_action_within_the_turn(server: Server) -> None:
    mine, other = two_players(server, game="glen-more")  # where taking a tile leaves it to be placed
    before = mine.look()
    assert mine.play_any(random.Random(1))["ply"] == 1
    assert mine.look()["undoable"]
    assert not other.look()["undoable"]
    assert refusal(other.command("/undo")) == (409, "not-yet")
    taken = mine.command("/undo")
    assert (taken.status_code, taken.json()["ply"]) == (200, 0)
    after = mine.look()
    assert (after["view"], after["actions"]) == (before["view"], [])
    assert after["version"] == before["version"] + 2
    assert refusal(mine.command("/undo")) == (409, "not-yet")


def test_undo_never_reaches_into_anothers_turn(server: Server) -> None:
    players = two_players(server)
    players[0].play_any(random.Random(1))  # a card played and one drawn: the turn has passed on
    assert players[0].look()["player"] == 1
    for player in players:
        assert not player.look()["undoable"]
        assert refusal(player.command("/undo")) == (409, "not-yet")


def test_an_undo_that_the_other_agrees_to_takes_the_action_back(server: Server) -> None:
    mine, other = muster_face_down(server)
    now = mine.look()
    assert (now["undoable"], now["undo_askable"], now["undo_offer"]) == (False, True, None)
    assert not other.look()["undo_askable"]
    assert refusal(other.command("/answer-undo", agree=True)) == (409, "stale-move")
    assert mine.command("/ask-undo").status_code == 200
    asked = Player(server, mine.table).look()["undo_offer"]
    assert asked == {"seat": now["seat"], "awaits": [other.look()["seat"]]}
    assert refusal(mine.command("/answer-undo", agree=True)) == (403, "wrong-seat")
    taken = other.command("/answer-undo", agree=True)
    assert (taken.status_code, taken.json()["ply"]) == (200, 0)
    after = mine.look()
    assert (after["ply"], after["player"], after["undo_offer"]) == (0, now["seat"], None)
    kinds = [line["kind"] for line in mine.get("/log").json()]
    assert "move" not in kinds


def test_a_refused_undo_and_one_that_the_game_passed_leave_the_action(server: Server) -> None:
    mine, other = muster_face_down(server)
    assert mine.command("/ask-undo").status_code == 200
    assert other.command("/answer-undo", agree=False).status_code == 200
    assert mine.look()["ply"] == 1
    assert refusal(mine.command("/ask-undo")) == (409, "not-yet")
    mine, other = muster_face_down(server)
    assert mine.command("/ask-undo").status_code == 200
    other.play_any(random.Random(1))
    assert refusal(other.command("/answer-undo", agree=True)) == (409, "stale-move")
    assert mine.look()["undo_offer"] is None


def test_a_move_sent_again_after_it_was_undone_is_not_played_again(server: Server) -> None:
    mine, _ = two_players(server, game="glen-more")
    action = mine.legal()[0]
    said = mine.move(action, 0, "once")
    assert mine.command("/undo").status_code == 200
    assert mine.move(action, 0, "once").text == said.text
    assert mine.look()["ply"] == 0
    assert mine.move(action, 0, "again").status_code == 200
    assert mine.look()["actions"] == [action]


def test_who_resigns_loses(server: Server) -> None:
    players = two_players(server)
    assert players[1].command("/resign").status_code == 200
    now = players[0].look()
    assert (now["status"], now["resigned"], now["winners"]) == ("over", 1, [0])


def test_in_a_game_of_three_a_bot_plays_on_for_a_player_who_resigns(server: Server) -> None:
    host = open_table(server, "person", "open", "open", game="lords-of-scotland")
    guests = [sit_down(host, "One"), sit_down(host, "Two")]
    assert host.look()["status"] == "playing"
    assert guests[0].command("/resign").status_code == 200
    now = host.look()
    assert (now["status"], now["resigned"]) == ("playing", None)
    assert [seat["kind"] for seat in now["seats"]] == ["person", "bot", "person"]


def test_a_rematch_is_one_table_for_both_with_seats_changed(server: Server) -> None:
    players = two_players(server)
    assert refusal(players[0].command("/rematch")) == (409, "not-yet")
    players[0].command("/resign")
    with ThreadPoolExecutor(8) as pool:
        asked = list(pool.map(lambda number: players[number % 2].command("/rematch").json()["id"], range(8)))
    assert len(set(asked)) == 1
    again = [Player(server, asked[0], player.secret) for player in players]
    assert [player.look()["yours"] for player in again] == [[1], [0]]
    assert again[0].look()["status"] == "playing"
    assert players[1].look()["rematch"] == asked[0]


def test_between_people_a_hint_is_refused_unless_they_agreed_on_hints(server: Server) -> None:
    players = two_players(server)
    assert players[0].look()["hints"] is False
    assert refusal(players[0].post("/hint")) == (409, "hints-off")
    alone = open_table(server, "person", "crofter", hints=False)
    assert refusal(alone.post("/hint")) == (409, "hints-off")
    assert open_table(server, "person", "crofter").look()["hints"] is True


def test_a_hint_between_people_is_told_to_all_and_a_hint_against_bots_is_not_noted(server: Server) -> None:
    players = two_players(server, hints=True)
    known = players[1].look()["version"]
    assert players[0].post("/hint").status_code == 200
    (told,) = players[1].events(known, 1)
    assert (told["kind"], told["seat"]) == ("hint", 0)
    alone = open_table(server, "person", "crofter")
    assert alone.post("/hint").status_code == 200
    assert alone.look()["version"] == 0


def test_seats_can_be_drawn_by_lot(server: Server) -> None:
    def seat_of_the_person() -> int:
        return open_table(server, "person", "crofter", random_seats=True).seats[0]

    assert {seat_of_the_person() for _ in range(40)} == {0, 1}


def test_a_hint_is_a_legal_action(server: Server) -> None:
    players = two_players(server, hints=True)
    assert players[0].post("/hint").json()["action"] in players[0].legal()
    assert refusal(players[1].post("/hint")) == (403, "wrong-seat")


# --- the deal ----------------------------------------------------------------------------------------


def test_the_deal_was_committed_to_before_it_was_played(server: Server) -> None:
    players = two_players(server)
    before = players[0].look()
    assert (before["seed"], before["salt"]) == (None, None)
    assert refusal(players[0].get("/record")) == (409, "not-yet")
    take_turns(players, random.Random(9), 1000)
    after = players[0].look()
    assert after["commitment"] == before["commitment"]
    opened = hashlib.sha256(f"{after['salt']}:{after['seed']}".encode()).hexdigest()
    assert opened == before["commitment"]
    positions = list(stramash.replay(players[0].get("/record").text))
    assert positions[0].seed == int(after["seed"])
    assert positions[-1].winners == after["winners"]


def test_seeds_have_128_bits_and_differ(server: Server) -> None:
    seeds = []
    for _ in range(12):
        players = two_players(server)
        players[0].command("/resign")
        seeds.append(int(players[0].look()["seed"]))
    assert len(set(seeds)) == 12
    assert max(seeds).bit_length() > 120


def test_an_earlier_moment_is_shown_as_the_seat_saw_it_then(server: Server) -> None:
    players = two_players(server)
    rng = random.Random(2)
    seen = [players[1].look()["view"]]
    for _ in range(8):
        take_turns(players, rng, 1)
        seen.append(players[1].look()["view"])
    for ply, view in enumerate(seen):
        assert players[1].look(ply=ply)["view"] == view
    assert players[1].get(ply=len(seen)).status_code == 422


@pytest.mark.parametrize("address", ["nothere", "a" * 12, "%00", "x" * 4000])
def test_an_unknown_table_is_not_found(server: Server, address: str) -> None:
    assert HTTP.get(f"{server.url}/api/tables/{address}").status_code in (404, 422)
