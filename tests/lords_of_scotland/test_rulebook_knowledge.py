"""What a seat knows: its own cards, what it has seen, and every way the rest could be."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import stramash
from stramash import Game
from tests.lords_of_scotland.table import FIVE, FOUR, THREE, TWO, army, hand, pile, play, table
from tests.lords_of_scotland.worlds import Listener, World, kinds_held, weight, world_of


def seen(position: stramash.Position, seat: int | None) -> dict[str, list[str]]:
    told = position.view(seat).to_dict()
    return {"hand": told["hands"][1], "army": [follower["card"] for follower in told["armies"][1]]}


def test_a_hand_is_seen_by_its_owner_alone() -> None:
    position = table(TWO, hands=("sc1 sc2", "fo3 fo4"))
    assert position.view(1).to_dict()["hands"] == [["?", "?"], ["fo3", "fo4"]]
    assert position.view(None).to_dict()["hands"] == [["?", "?"], ["?", "?"]]


def test_a_recruit_taken_face_up_is_known_to_be_in_that_hand() -> None:
    position = table(TWO, hands=("sc1", "fo3 fo4"), recruits="md5 [ch12] [fo12] [fe12] [we12]", player=1)
    play(position, "recruit:1")
    assert seen(position, 0)["hand"] == ["md5", "?", "?"]
    assert seen(position, None)["hand"] == ["md5", "?", "?"]


def test_a_recruit_taken_face_down_is_known_to_its_taker_alone() -> None:
    position = table(TWO, hands=("sc1", "fo3 fo4"), recruits="md5 [ch12] [fo12] [fe12] [we12]", player=1)
    play(position, "recruit:2")
    assert seen(position, 0)["hand"] == ["?", "?", "?"]
    assert seen(position, 1)["hand"] == ["fo3", "fo4", "ch12"]


def test_a_known_card_may_be_the_one_mustered_face_down() -> None:
    position = table(TWO, hands=("sc1 sc2", "fo3 fo4"), recruits="md5 [ch12] [fo12] [fe12] [we12]", player=1)
    play(position, "recruit:1", "down:sc1", "down:md5")
    assert seen(position, 0) == {"hand": ["?", "?"], "army": ["?"]}
    [fact] = position.view(0).facts["held"]
    assert (fact["card"], fact["sure"]) == ("md5", False)
    imagined = [position.view(0).imagine(seed) for seed in range(200)]
    down = Counter(army(other, 1)[0] == "[md5]" for other in imagined)
    assert 40 < down[True] < 95, "one of three cards"
    for other in imagined:
        assert "md5" in hand(other, 1) or army(other, 1) == ["[md5]"]


def test_a_card_taken_after_the_face_down_muster_is_surely_in_hand() -> None:
    position = table(
        TWO, hands=("sc1 sc2 sc3", "fo3 fo4"), recruits="md5 [ch12] [fo12] [fe12] [we12]", player=1
    )
    play(position, "down:fo3", "down:sc1", "recruit:1")
    assert seen(position, 0) == {"hand": ["md5", "?"], "army": ["?"]}


def test_a_known_card_is_in_hand_again_once_the_face_down_ones_are_flipped() -> None:
    position = table(
        TWO, hands=("sc1 sc2", "fo3 fo4"), recruits="md5 ch12 fo12 fe12 we12", player=1, turn=5,
        initiative=1, supporters="ck1 ck2",
    )  # fmt: skip
    play(position, "recruit:1", "down:sc1")
    play(position, *[position.notation(position.legal[0])])
    assert position.to_dict()["round"] == 2
    assert seen(position, 0)["hand"] == ["md5", "?", "?"]


def test_a_hand_of_one_known_card_mustered_face_down_is_imagined_right() -> None:
    position = table(TWO, hands=("sc1 sc2", ""), recruits="md5 [ch12] [fo12] [fe12] [we12]", player=1)
    play(position, "recruit:1", "down:sc1", "down:md5", "down:sc2", "recruit:2")
    assert all(army(position.view(0).imagine(seed), 1) == ["[md5]"] for seed in range(30))


def test_who_mustered_a_swapped_card_and_each_later_owner_know_it() -> None:
    position = table(THREE, "", "[md9]", "", hands=("fe3", "sc1", "fe2"), player=0)
    play(position, "up:fe3!", "follower:?1.1", "down:sc1", "up:fe2!", "follower:?1.1")
    assert army(position, 2) == ["[md9]"]
    for seat, face in ((0, "md9"), (1, "md9"), (2, "md9"), (None, "?")):
        assert position.view(seat).to_dict()["armies"][2][0]["card"] == face
    assert position.to_dict()["armies"][2][0]["down"]["seen_by"] == [0, 1, 2]


def test_a_card_seen_in_the_discard_pile_is_in_no_hand_from_before_the_reshuffle() -> None:
    """Seat 1 took no card since the reshuffle, so none of the reshuffled cards can be in its hand."""
    cards = [f"{clan}{n}" for clan in ("sc", "mk", "md", "we", "fe", "fo", "ck", "ch") for n in range(1, 13)]
    held, recruits = {"fo3", "fo4", "sc1"}, {"md5", "ch12", "fo12", "fe12", "we12"}
    discard = sorted(set(cards) - held - recruits)
    position = table(
        TWO, hands=("sc1", "fo3 fo4"), recruits="md5 [ch12] [fo12] [fe12] [we12]", draw_pile=[],
        discard=discard,
    )  # fmt: skip
    play(position, "recruit:1")
    assert position.to_dict()["shuffles"] == 1
    for seed in range(50):
        imagined = position.view(0).imagine(seed)
        assert set(hand(imagined, 1)) <= {"fo3", "fo4", "ch12", "fo12", "fe12", "we12"}
        assert set(pile(imagined, "draw_pile")) <= set(discard)
    faces = {card for seed in range(200) for card in hand(position.view(0).imagine(seed), 1)}
    assert faces == {"fo3", "fo4", "ch12", "fo12", "fe12", "we12"}


def test_views_do_not_tell_the_seed_or_the_pile() -> None:
    told = TWO.deal(4).view(0).to_dict()
    assert told["seed"] is None
    assert set(told["draw_pile"]) == {"?"}


@pytest.mark.parametrize(("game", "games"), [(TWO, 8), (THREE, 3), (FOUR, 1), (FIVE, 1)], ids=str)
def test_every_position_imagined_is_possible_by_all_that_was_seen(game: Game, games: int) -> None:
    """Against possible worlds, kept by listening alone."""
    checked = uncertain = 0
    for seed in range(games):
        dice = random.Random(seed)
        position = game.deal(seed)
        listeners = {seat: Listener(position, seat) for seat in (1, None)}
        while not position.over:
            action = _likely(position, dice)
            before = {seat: position.view(seat).to_dict() for seat in listeners}
            position.play(action)
            for seat, listener in listeners.items():
                seen_of_it = position.view(seat).seen[-1]
                listener.hears(before[seat], seen_of_it, position.view(seat).to_dict())
                imagined = position.view(seat).imagine(dice)
                for other, watcher in listener.watchers.items():
                    _compare_held(position.view(seat), other, watcher.worlds)
                    assert world_of(position, listener, other) in watcher.worlds
                    assert world_of(imagined, listener, other) in watcher.worlds
                    checked += 1
                    uncertain += len(watcher.worlds) > 1
    assert checked > 500
    assert uncertain > 50


def _compare_held(view: stramash.View, other: int, worlds: set[World]) -> None:
    """A card that all saw taken is told to be where all possible worlds have it, or else to be in either."""
    for fact in view.facts["held"]:
        if fact["seat"] == other:
            in_hand = {("card", fact["card"]) in hand for hand, _ in worlds}
            where = "either" if len(in_hand) > 1 else "hand" if in_hand == {True} else "face-down"
            assert fact["where"] == where


def test_a_known_card_is_surely_face_down_if_no_other_card_was_there_to_be_mustered() -> None:
    position = table(
        TWO, hands=("sc1 sc2 sc3", "fo3"), recruits="md5 [ch12] [fo12] [fe12] [we12]", player=1, initiative=1
    )
    play(position, "recruit:1", "down:sc1", "down:fo3", "down:sc2", "down:md5", "down:sc3", "recruit:5")
    [fact] = position.view(0).facts["held"]
    assert (fact["card"], fact["where"]) == ("md5", "face-down"), "both cards it had are face-down"


def test_every_possible_world_is_imagined_as_often_as_it_should() -> None:
    """If a listener cannot exclude several worlds, each is imagined in proportion to its number of ways."""
    compared = 0
    for seed in range(40):
        dice = random.Random(seed)
        position = THREE.deal(seed)
        listener = Listener(position, 0)
        while not position.over and compared < 25:
            action = _likely(position, dice)
            before = position.view(0).to_dict()
            position.play(action)
            view = position.view(0)
            listener.hears(before, view.seen[-1], view.to_dict())
            for other, watcher in listener.watchers.items():
                if 3 <= len(watcher.worlds) <= 8 and dice.random() < 0.15:
                    _compare_shares(view, listener, other)
                    compared += 1
        if compared >= 25:
            break
    assert compared >= 25


def _compare_shares(view: stramash.View, listener: Listener, other: int) -> None:
    worlds = listener.watchers[other].worlds
    counts = kinds_held(worlds)
    ways = {world: weight(world, counts) for world in worlds}
    samples = 400
    found = Counter(world_of(view.imagine(seed), listener, other) for seed in range(samples))
    assert set(found) <= worlds
    for world in worlds:
        expected = samples * ways[world] / sum(ways.values())
        spread = max(3.0, (expected * (1 - expected / samples)) ** 0.5)
        assert abs(found[world] - expected) < 5 * spread, (world, found[world], expected)


def _likely(position: stramash.Position, dice: random.Random) -> int:
    """Choose at random, but like players who hide much: face-down musters, swaps and discards more often."""
    texts = {position.notation(action): action for action in position.legal}
    telling = [
        action for text, action in texts.items() if text.startswith(("down:", "follower:?")) or "!" in text
    ]
    if telling and dice.random() < 0.5:
        return dice.choice(telling)
    return dice.choice(position.legal)
