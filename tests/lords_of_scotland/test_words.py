"""Words: every sentence in every language, and facts that say what is hard to see."""

from __future__ import annotations

import ast
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from tests.lords_of_scotland.table import BRUCE, FIVE, FOUR, THREE, TWO, last_act, play, table

GAME = Path(__file__).parents[2] / "src" / "stramash" / "games" / "lords_of_scotland"


def messages() -> set[str]:
    """Return every message in the sources, the singular of those that are counted."""
    found = set()
    for path in GAME.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                called = ast.unparse(node.func)
                if called in ("_", "_.count", "scene._"):
                    found.add(str(node.args[0].value))
    return found


def blanks(text: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("locale", ["es", "fr"])
def test_every_sentence_is_translated_with_all_its_blanks(locale: str) -> None:
    with (GAME / "words" / f"{locale}.po").open("rb") as po:
        catalogue = {message.id: message.string for message in read_po(po) if message.id}
    told = {key if isinstance(key, str) else key[0]: value for key, value in catalogue.items()}
    assert messages() <= set(told)
    for message, translation in told.items():
        for text in [translation] if isinstance(translation, str) else translation or [""]:
            assert text.strip()
            assert blanks(text) == blanks(message), message


def test_players_read_the_terms_they_know() -> None:
    position = table(TWO, "", "fo3", hands=("ck2 md9",), supporters="sc5 ch9")
    assert position.prompt("fr") == "Tour 1 sur 5\u202f: recrutez une carte ou engagez un allié."
    assert position.prompt("es") == "Turno 1 de 5: recluta una carta o convoca un seguidor."
    action = position.parse("up:ck2!")
    assert position.describe(action, "fr") == (
        "Engager Cockburn 2 avec son pouvoir\u202f: s’échanger contre un partisan"
    )


def test_for_each_card_in_hand_it_says_whether_its_power_works_and_what_blocks_it() -> None:
    view = table(TWO, "fo9", "fo3 [we1]", hands=("ck2 md9 fe1",), supporters="sc5").view(0)
    works = {fact["card"]: (fact["works"], fact["reason"], fact["blocker"]) for fact in view.facts["hand"]}
    assert works == {
        "ck2": (True, "works", None),
        "md9": (False, "blocked", "fo3"),
        "fe1": (True, "works", None),
    }
    text = next(fact["text"] for fact in view.facts["hand"] if fact["card"] == "md9")
    assert text == "MacDonnell 9: no power now, Forsyth 3 (Player 2) is lower."


def test_it_says_which_card_of_the_clan_blocks_among_four() -> None:
    view = table(FOUR, "", "fo1", "", "md5", hands=("md6",)).view(0)
    [fact] = view.facts["hand"]
    assert (fact["blocker"], fact["blocker_seat"]) == ("md5", 3)
    assert "of its clan is not higher" in fact["text"]


def test_a_follower_of_equal_strength_is_not_named_as_blocking() -> None:
    [fact] = table(TWO, "", "fo6", hands=("md6",)).view(0).facts["hand"]
    assert (fact["works"], fact["blocker"]) == (True, None)
    bruce = BRUCE.__class__(players=4, bruce=True)
    [fact] = table(bruce, "", "br97", hands=("br98",)).view(0).facts["hand"]
    assert (fact["works"], fact["blocker"]) == (False, "br97"), "but by clan it is"


def test_of_several_the_weakest_is_named() -> None:
    [fact] = table(TWO, "fo5", "fo3 fo4", hands=("md6",)).view(0).facts["hand"]
    assert (fact["blocker"], fact["blocker_seat"]) == ("fo3", 1)


def test_it_says_why_a_power_is_of_no_use() -> None:
    view = table(TWO, hands=("sc1",)).view(0)
    [fact] = view.facts["hand"]
    assert (fact["works"], fact["reason"]) == (False, "no use")
    assert "could copy" in fact["text"]
    assert table(TWO, hands=("mk1",)).explain(2, seat=0).endswith("no other card in hand.")


def test_what_is_said_of_a_hand_is_what_is_legal() -> None:
    position = THREE.deal(3)
    for _ in range(60):
        if position.to_dict()["phase"] in ("acting", "mustering"):
            assert position.player is not None
            told = {fact["card"] for fact in position.view(position.player).facts["hand"] if fact["works"]}
            offered = {position.notation(action) for action in position.legal}
            assert told == {text[3:-1] for text in offered if text.endswith("!")}
        position.play(position.legal[len(position.legal) // 2])


def test_live_totals_say_what_is_doubled_and_what_is_not_seen() -> None:
    facts = table(THREE, "sc5 sc6", "fo7 [fo8]", "").view(0).facts
    one, two, three = facts["armies"]
    assert (one["strength"], one["doubled"], one["total"], one["place"]) == (11, True, 22, 1)
    assert (two["total"], two["unknown"], two["doubled"]) == (7, 1, False)
    assert (three["place"], three["claims"]) == (None, 0)
    assert two["text"] == "Player 2: 7 and 1 face-down Follower."
    assert one["text"] == "Player 1: 11, doubled to 22."


def test_ties_say_who_wins_by_which_rank() -> None:
    facts = table(TWO, "sc6 fo6", "mk9 sc3", supporters="ch1 ch2").view(0).facts
    first, second = facts["claiming"]
    assert (first["seat"], first["tie_rank"], first["tied_with"]) == (1, 66, [0])
    assert first["text"] == "1. Player 2 with 12, winning the tie by rank 66"
    assert second["text"] == "2. Player 1 with 12"


def test_followers_say_what_is_on_them() -> None:
    followers = table(BRUCE, "ch4! sc2=md md5~ [fo3] br97!").view(0).facts["armies"][0]["followers"]
    assert [(fact["active"], fact["copied"], fact["kept"], fact["face_up"]) for fact in followers] == [
        ("ch", False, False, True),
        ("md", True, False, True),
        (None, False, True, True),
        (None, False, False, False),
        ("br", False, False, True),
    ]
    assert followers[1]["text"] == "Scott 2, with the copied power of MacDonnell"


def test_the_turn_is_n_of_five() -> None:
    facts = table(TWO, turn=3).view(None).facts
    assert (facts["turn"], facts["turns"], facts["text"]) == (3, 5, "Round 1, turn 3 of 5.")


def test_the_story_names_what_all_saw_and_hides_the_rest() -> None:
    position = table(TWO, "", "[md5]", hands=("we3 sc1", "fo2"), recruits="ck12 [ch12] [fo12] - -")
    play(position, "up:we3!", "follower:?1.1", "down:fo2", "recruit:3")
    assert position.log(None) == [
        "Player 1 musters Wemyss 3 with its power: discard a Follower",
        "Player 1 discards face-down MacDonnell 5 (Player 2)",
        "Player 2 musters a card face-down",
        "Player 1 recruits the face-down card at place 3",
    ]
    assert position.log(1)[2] == "Player 2 musters Forsyth 2 face-down"


def test_the_story_says_when_a_later_round_begins() -> None:
    position = last_act(TWO, "sc5", "", supporters="ch5 ch9")
    play(position, "recruit:1", "claim:ch9", "recruit:1", "recruit:2")
    assert position.log()[-2].startswith("Round 2: Player 1 recruits ")
    assert position.log()[-1].startswith("Player 2 recruits ")
    assert position.log(locale="fr")[-2].startswith("Manche 2\u202f: Joueur 1 recrute ")


def test_sentences_call_players_by_their_names() -> None:
    position = table(THREE, "we1", "fo3", "sc4", hands=("md9 we2", "", ""), recruits="ck12 ch12 - - -")
    view = position.view(0).named(["Ailsa", "Callum", "Morag"])
    told = {fact["card"]: fact["text"] for fact in view.facts["hand"]}
    assert told["md9"] == "MacDonnell 9: no power now, Wemyss 1 (yours) is lower."
    assert [army["text"] for army in view.facts["armies"]] == ["Ailsa: 1.", "Callum: 3.", "Morag: 4."]
    asked = table(THREE, "sc5 we2", "fo3", "sc4", phase="discarding", acting="we2").view(0)
    choices = {asked.describe(action) for action in asked.named(["Ailsa", "Callum", "Morag"]).legal}
    assert choices == {
        "Discard Scott 5 (yours)",
        "Discard Forsyth 3 (Player 2)",
        "Discard Scott 4 (Player 3)",
    }
    asked = asked.named(["Ailsa", "Callum", "Morag"])
    assert "Discard Forsyth 3 (Callum)" in {asked.describe(action) for action in asked.legal}


def test_of_each_open_recruit_and_follower_it_says_what_it_would_do() -> None:
    view = table(TWO, "fo3", "[md5]", hands=("ck2",), recruits="we9 [ch1] fo2 - -").view(0)
    assert view.facts["recruits"] == [
        {"recruit": 1, "text": "Wemyss 9: no power now, Forsyth 3 (yours) is lower."},
        {"recruit": 3, "text": "Forsyth 2: its power works now: draw a card."},
    ]
    assert view.facts["followers"] == [
        {"follower": "fo3", "text": "Forsyth 3. Draw a card from the draw pile."},
        {"follower": "?1.1", "text": "a face-down Follower."},
    ]


def test_claims_tell_the_army_they_were_won_with() -> None:
    position = last_act(TWO, "sc5 sc6", "", supporters="ch5 ch9")
    play(position, "recruit:1", "claim:ch9")
    assert position.log()[-1] == "Player 1 claims Cochrane 9 with an army of 22, doubled"


def test_no_more_supporters_are_claimed_than_are_left() -> None:
    facts = table(THREE, "sc9", "ch4!", "fo3", supporters="sc1 sc2").view(0).facts
    assert [army["claims"] for army in facts["armies"]] == [1, 1, 0]
    assert [claim["text"] for claim in facts["claiming"]] == [
        "1. Player 1 with 9",
        "2. Player 2 with 4",
        "3. Player 3 with 3: no Supporter left",
    ]
    facts = table(TWO, "sc2", "ch4!", supporters="sc1 sc3").view(0).facts
    assert [army["claims"] for army in facts["armies"]] == [0, 2]
    assert [claim["left_out"] for claim in facts["claiming"]] == [False, True]
    assert facts["claiming"][0]["text"] == "1. Player 2 with 4: two Supporters"


def test_who_has_claimed_claims_no_more_but_was_not_left_out() -> None:
    position = last_act(THREE, "ch9!", "sc4", "fo3", supporters="sc1 sc2 sc3")
    play(position, "recruit:1", "claim:sc3")
    assert [claim["claims"] for claim in position.view(0).facts["claiming"]] == [1, 1, 0]
    play(position, "claim:sc2")
    claiming = position.view(0).facts["claiming"]
    assert [(claim["claims"], claim["left_out"]) for claim in claiming] == [
        (0, False),
        (1, False),
        (0, True),
    ]


def test_an_army_with_an_unseen_follower_ties_with_nobody() -> None:
    position = table(THREE, "sc6", "[sc9]", "[fo1]", supporters="ch1 ch2 ch3")
    claiming = position.view(None).facts["claiming"]
    assert [claim["tie_rank"] for claim in claiming] == [None, None, None]
    assert not any("tie" in claim["text"] for claim in claiming)
    assert [claim["certain"] for claim in claiming] == [False, False, False]
    tied = table(TWO, "sc6", "fo6 [fo1]", supporters="ch1 ch2")
    assert [claim["tied_with"] for claim in tied.view(0).facts["claiming"]] == [[], []]
    assert [claim["tied_with"] for claim in tied.view(1).facts["claiming"]] == [[], []]


def test_a_place_is_certain_when_no_unseen_follower_can_change_it() -> None:
    ahead = table(TWO, "sc6", "fo6 fo7 [fo1]", supporters="ch1 ch2").view(0)
    assert [claim["certain"] for claim in ahead.facts["claiming"]] == [True, True]
    behind = table(THREE, "sc6", "fo3 [fo2]", "fo1", supporters="ch1 ch2 ch3").view(0)
    assert [claim["certain"] for claim in behind.facts["claiming"]] == [False, False, True]


def test_no_two_choices_read_the_same() -> None:
    swapped = [
        {"card": "fo3", "down": {"musterer": 1, "number": 1, "seen_by": [1]}},
        {"card": "md5", "down": {"musterer": 2, "number": 1, "seen_by": [1, 2]}},
        {"card": "md6", "down": {"musterer": 0, "number": 1, "seen_by": [0, 1]}},
    ]
    position = THREE.position({"armies": [[], swapped, []], "hands": [["we3"], [], []], "downs": [1, 1, 1]})
    play(position, "up:we3!")
    told = {position.notation(action): position.describe(action) for action in position.legal}
    assert told == {
        "follower:?0.1": "Discard face-down MacDonnell 6 (Player 2)",
        "follower:?1.1": "Discard face-down Follower 1 (Player 2)",
        "follower:?2.1": "Discard face-down Follower 1 of Player 3 (Player 2)",
    }
    action = position.parse("follower:?2.1")
    assert position.describe(action, "fr") == ("Défausser l’allié face cachée n° 1 de Joueur 3 (Joueur 2)")
    assert position.describe(action, "es").startswith("Descartar el seguidor boca abajo n.º 1 de Jugador 3")


def test_the_story_of_a_swap_does_not_tell_the_face_down_card() -> None:
    position = table(TWO, "", "[md5]", hands=("fe3",))
    play(position, "up:fe3!", "follower:?1.1")
    assert position.log(0)[-1] == "Player 1 swaps it with face-down Follower 1 (Player 2)"


def test_a_known_card_of_an_empty_hand_lies_face_down() -> None:
    position = table(TWO, hands=("we1", ""), recruits="md12 ck12 - - -", player=1, initiative=1)
    play(position, "recruit:1", "recruit:2", "down:md12")
    [held] = position.view(0).facts["held"]
    assert (held["where"], held["sure"]) == ("face-down", False)
    assert held["text"] == "Player 2 mustered MacDonnell 12 face-down."


def test_a_card_that_is_out_does_not_block_itself() -> None:
    position = table(FOUR, "md5", "fo1")
    assert "its power works now" in position.explain(35)
    assert "Forsyth 1 (Player 2) is lower" in table(TWO, "md5", "fo1").explain(35)
    assert position.to_dict()["armies"][0] == [{"card": "md5"}], "asking changes nothing"


def test_a_tie_of_three_names_all_of_them() -> None:
    position = THREE.position(
        {
            "phase": "over",
            "victory": [
                ["sc12", "mk12", "md12", "sc4"],
                ["we12", "fe12", "fo12", "mk4"],
                ["ck12", "ch12", "sc11", "md5"],
            ],
            "armies": [["fo1"], ["fo3"], ["fo2"]],
        }
    )
    assert position.scores == [40, 40, 40]
    told = position.outcome("en", ["Ailsa", "Callum", "Isla"])
    assert told.startswith("Callum, Ailsa, Isla all have 40 points;")
    assert told.endswith("Callum takes the throne.")


def test_a_spectator_is_told_of_recruits_without_anybodys_hand() -> None:
    tables = [table(FIVE, hands=("", "", "", "", last), recruits="mk12 - - - -") for last in ("", "sc1")]
    told = [position.view(None).facts["recruits"] for position in tables]
    assert told[0] == told[1]
    assert told[0][0]["text"].startswith("Makgill 12. Play one more card")
