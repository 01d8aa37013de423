"""The lesson: each step asks for something legal, and what it says of its position is so."""

from __future__ import annotations

import re

import pytest

from stramash.core.lesson import Step
from stramash.core.words import LOCALES
from stramash.games.lords_of_scotland.names import CLAN_NAMES
from stramash.games.lords_of_scotland.prepared import an_end_of_round
from tests.lords_of_scotland.table import TWO

STEPS = TWO.lesson(TWO.translator("en"))


def step(title: str) -> Step:
    return next(step for step in STEPS if step.title == title)


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.title)
def test_what_a_step_asks_for_is_legal_and_something_else_is_too(step: Step) -> None:
    position = step.make()
    legal = {position.notation(action) for action in position.legal}
    assert position.player == 0
    assert step.right
    assert set(step.right) < legal
    assert all(step.fits(notation) for notation in step.right)
    assert not any(step.fits(notation) for notation in legal - set(step.right))


def test_each_thing_is_done_once() -> None:
    done = {notation for step in STEPS for notation in step.right}
    kinds = {re.sub(r"[a-z]{2}\d+", "card", notation) for notation in done}
    assert {"up:card", "up:card!", "down:card", "follower:card", "claim:card", "recruit:1"} <= kinds


def test_the_blocked_power_is_blocked_by_the_card_that_is_named() -> None:
    facts = {fact["card"]: fact for fact in step("A power that is blocked").view().facts["hand"]}
    assert (facts["md9"]["blocker"], facts["we2"]["works"]) == ("mk3", True)


def test_the_target_taken_leaves_what_the_lesson_says() -> None:
    position = step("Choose the target").make()
    position.play("follower:fe11")
    assert [army["total"] for army in position.view(0).facts["armies"]] == [15, 3]


def test_doubling_comes_to_what_the_lesson_says() -> None:
    totals = {}
    for card in ("sc6", "ck12"):
        position = step("Double your army").make()
        position.play(f"up:{card}")
        mine, other = position.view(0).facts["armies"]
        totals[card] = (mine["total"], other["total"])
    assert totals == {"sc6": (30, 22), "ck12": (21, 22)}
    position = step("The royal clan").make()
    position.play("up:br97!")
    assert position.view(0).facts["armies"][0]["total"] == 42


def test_the_tie_is_won_by_the_rank_that_is_named() -> None:
    first, second = step("Claim a Supporter").view().facts["claiming"]
    assert (first["seat"], first["total"], first["tie_rank"], second["total"]) == (0, 13, 74, 13)


def test_the_last_claim_wins_the_throne_and_another_would_not() -> None:
    position = step("Win the throne").make()
    assert position.scores == [33, 35]
    position.play("claim:we8")
    position.play("claim:fe5")
    assert (position.over, position.winners, position.scores) == (True, [0], [41, 40])
    position = step("Win the throne").make()
    position.play("claim:fe5")
    position.play("claim:we8")
    assert position.winners == [1]


@pytest.mark.parametrize("locale", LOCALES)
def test_the_rules_name_every_clan_and_show_every_picture(locale: str) -> None:
    text = (TWO.words / f"rules.{locale}.html").read_text("utf-8")
    pictures = TWO.illustrations(TWO.translator(locale))
    assert re.findall("<!-- picture: ([a-z-]+) -->", text) == list(pictures)
    for clan in CLAN_NAMES:
        assert f'<th scope="row">{clan}</th>' in text
    for picture in pictures.values():
        ids = re.findall(r'\bid="([^"]+)"', picture)
        assert len(ids) == len(set(ids))


def test_the_picture_of_claiming_is_as_the_rules_tell_it() -> None:
    claiming = an_end_of_round().view(0).facts["claiming"]
    assert [(claim["seat"], claim["total"], claim["claims"]) for claim in claiming] == [
        (1, 22, 1),
        (2, 12, 2),
        (0, 12, 0),
    ]
    assert [claim["tie_rank"] for claim in claiming] == [None, 80, 66]


def test_the_cover_is_a_picture_without_words_to_translate() -> None:
    covers = {TWO.cover(TWO.translator(locale)) for locale in LOCALES}
    assert len(covers) == 1
    assert 'aria-label="Lords of Scotland"' in covers.pop()


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.title)
def test_as_many_recruits_lie_open_as_the_turn_says(step: Step) -> None:
    told = step.make().to_dict()
    assert sum(recruit["face_up"] for recruit in told["recruits"]) == told["turn"]
