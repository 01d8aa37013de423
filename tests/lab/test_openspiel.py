"""OpenSpiel's own tests on every game and variant, its search, and its playthroughs kept as goldens.

`python -m tests.lab.test_openspiel` writes the playthroughs again, after an intended change.
"""

from __future__ import annotations

import hashlib
import pickle
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation

import stramash
from stramash.lab import openspiel
from tests.conformance import Variant, all_variants

each_variant = pytest.mark.parametrize("variant", all_variants(), ids=str)
each_game = pytest.mark.parametrize("name", stramash.games())

MINI = {"stones": 1, "clans": 2, "strengths": 3, "hand": 2, "formation": 2}
MINI_TEXT = "stramash_schotten_totten(stones=1,clans=2,strengths=3,hand=2,formation=2,chance=cards)"
PLAYTHROUGHS = {
    "schotten_totten": "stramash_schotten_totten",
    "schotten_totten_tactics_expert": "stramash_schotten_totten(tactics=true,expert=true)",
    "schotten_totten_mini": MINI_TEXT,
    "lords_of_scotland": "stramash_lords_of_scotland(players=2)",
    "glen_more": "stramash_glen_more(players=2)",
}
FOLDER = Path(__file__).parent / "playthroughs"
LONG_LINE = 400


def playthrough(name: str, actions: list[int] | None) -> str:
    """Return OpenSpiel's playthrough of a game; of long tensors and views it keeps the digests."""
    lines = generate_playthrough.playthrough(PLAYTHROUGHS[name], actions, seed=1).splitlines()
    return "".join(f"{_shortened(line)}\n" for line in lines)


def _shortened(line: str) -> str:
    if len(line) < LONG_LINE or not any(kind in line for kind in ("Tensor(", "ObservationString(")):
        return line
    name = line.split(" = ")[0] if " = " in line else line.split(": ")[0]
    return f"{name}: {len(line)} characters, {hashlib.sha256(line.encode()).hexdigest()[:16]}"


def load(game: stramash.Game, **settings: str) -> Any:
    return pyspiel.load_game(openspiel.spiel_string(game, **settings))


def deal(game: Any, seed: int) -> Any:
    """Return a state of which chance has decided all that comes before the first decision."""
    state = game.new_initial_state()
    dice = np.random.RandomState(seed)
    while state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(dice.choice(outcomes, p=odds)))
    return state


def random_states(game: Any, seed: int, every: int = 1) -> list[Any]:
    """Return the states of a random game at which somebody decides."""
    dice = np.random.RandomState(seed)
    state, states = deal(game, seed), []
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(dice.choice(outcomes, p=odds)))
            continue
        states.append(state.clone())
        state.apply_action(int(dice.choice(state.legal_actions())))
    return states[::every]


def lottery(seed: int) -> Callable[[], float]:
    """Return what OpenSpiel's search gives to whom it asks to resample."""
    return random.Random(seed).random


def lottery_seed(seed: int) -> int:
    """Return the seed that a state makes of it."""
    sampler = lottery(seed)
    return int(sampler() * (1 << 32)) << 32 | int(sampler() * (1 << 32))


# --- OpenSpiel's own tests ---------------------------------------------------------------------------


@each_variant
def test_random_sim_test_passes(variant: Variant) -> None:
    pyspiel.random_sim_test(load(variant.load()), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("options", [{}, MINI, {"expert": True}], ids=str)
def test_random_sim_test_passes_where_chance_deals_card_by_card(options: dict[str, Any]) -> None:
    game = load(stramash.load("schotten-totten", **options), chance="cards")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_playthrough_is_as_it_was(name: str) -> None:
    kept = (FOLDER / f"{name}.txt").read_text()
    actions = [int(line.split(": ")[1]) for line in kept.splitlines() if line.startswith("action: ")]
    assert playthrough(name, actions) == kept


# --- Chance ------------------------------------------------------------------------------------------


@each_game
def test_chance_throws_the_seed_of_our_own_deal(name: str) -> None:
    game = stramash.load(name)
    state = load(game).new_initial_state()
    for digit in f"{1234:016x}":
        assert state.is_chance_node()
        state.apply_action(int(digit, 16))
    assert not state.is_chance_node()
    assert state.table.state.tobytes() == bytes(game.deal(seed=1234))


def test_every_hand_is_dealt_equally_often_and_every_card_drawn_too() -> None:
    hands: dict[tuple[int, ...], float] = {}

    def walk(state: Any, odds: float) -> None:
        if not state.is_chance_node():
            hands[tuple(state.history())] = odds
            return
        for outcome, chance in state.chance_outcomes():
            walk(state.child(outcome), odds * chance)

    walk(load(stramash.load("schotten-totten", **MINI), chance="cards").new_initial_state(), 1.0)
    assert len(hands) == 15 * 6
    assert list(hands.values()) == pytest.approx([1 / 90] * 90)
    state = deal(load(stramash.load("schotten-totten", **MINI), chance="cards"), 1)
    state.apply_action(state.legal_actions()[0])
    assert [odds for _, odds in state.chance_outcomes()] == [0.5, 0.5]


def test_while_a_card_is_to_be_drawn_no_seat_has_anything_to_decide() -> None:
    """OpenSpiel's own games do the same: before the deal, and at chance nodes."""
    for text in ("leduc_poker", MINI_TEXT):
        state = pyspiel.load_game(text).new_initial_state()
        assert [state.legal_actions(seat) for seat in range(2)] == [[], []]
        assert [sum(state.legal_actions_mask(seat)) for seat in range(2)] == [0, 0]
        assert len(state.legal_actions_mask()) == state.get_game().max_chance_outcomes()
    state = deal(pyspiel.load_game(MINI_TEXT), 1)
    first = state.current_player()
    assert state.legal_actions(first) == state.legal_actions() != []
    assert state.legal_actions(1 - first) == []
    state.apply_action(state.legal_actions()[0])
    assert state.is_chance_node()
    assert [state.legal_actions(seat) for seat in range(2)] == [[], []]
    assert state.legal_actions() == [card for card, _ in state.chance_outcomes()]
    assert sum(state.legal_actions_mask(first)) == 0
    assert [card for card, may in enumerate(state.legal_actions_mask()) if may] == state.legal_actions()


def test_chance_decides_only_what_is_possible() -> None:
    state = deal(pyspiel.load_game(MINI_TEXT), 1)
    dealt = state.history()
    before = pyspiel.load_game(MINI_TEXT).new_initial_state()
    with pytest.raises(stramash.IllegalAction, match=r"chance cannot decide 53 now: possible are 0 \(b1\)"):
        before.apply_action(53)
    state.apply_action(state.legal_actions()[0])
    for wrong in (dealt[0], 53, 99):
        with pytest.raises(stramash.IllegalAction, match=f"chance cannot decide {wrong} now: possible are"):
            state.clone().apply_action(wrong)
    seeded = pyspiel.load_game("stramash_glen_more").new_initial_state()
    with pytest.raises(stramash.IllegalAction, match="chance cannot decide 16 now"):
        seeded.apply_action(16)


def test_games_too_large_to_deal_card_by_card_say_so() -> None:
    with pytest.raises(stramash.BadOption, match="is not dealt card by card: leave chance to its seed"):
        stramash.load("glen-more").card_dealer()
    with pytest.raises(stramash.BadOption, match="is not dealt card by card"):
        stramash.load("schotten-totten", tactics=True).card_dealer()


# --- What a seat knows -------------------------------------------------------------------------------


@each_game
def test_an_information_state_changes_with_every_decision_and_holds_nothing_hidden(name: str) -> None:
    game = load(stramash.load(name))
    for seat in range(2):
        told = set()
        for state in random_states(game, seed=seat, every=3):
            imagined = state.resample_from_infostate(seat, pyspiel.UniformProbabilitySampler(0.0, 1.0))
            assert imagined.information_state_string(seat) == state.information_state_string(seat)
            assert imagined.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert imagined.observation_string(seat) == state.observation_string(seat)
            assert imagined.observation_tensor(seat) == state.observation_tensor(seat)
            told.add(state.information_state_string(seat))
        assert len(told) == len(random_states(game, seed=seat, every=3))


@pytest.mark.parametrize(
    "text",
    [
        "stramash_schotten_totten",
        "stramash_schotten_totten(tactics=true)",
        "stramash_schotten_totten(chance=cards)",
        MINI_TEXT,
        "stramash_lords_of_scotland(players=3)",
        "stramash_glen_more",
    ],
)
def test_what_is_resampled_depends_on_nothing_hidden(text: str) -> None:
    """Two states that a seat cannot distinguish give the same, to the last byte."""
    game = pyspiel.load_game(text)
    differed = 0
    for number, state in enumerate(random_states(game, seed=5, every=4)):
        for seat in range(game.num_players()):
            other = state.resample_from_infostate(seat, lottery(number))
            again = state.resample_from_infostate(seat, lottery(number + 1))
            and_again = other.resample_from_infostate(seat, lottery(number + 1))
            assert again.serialize() == and_again.serialize()
            assert again.history() == and_again.history()
            assert [done.player for done in again.full_history()] == [
                done.player for done in state.full_history()
            ]
            assert again.table.position().history == and_again.table.position().history
            differed += other.history() != state.history()
    assert differed


@pytest.mark.parametrize("text", ["stramash_schotten_totten(expert=true,chance=cards)", MINI_TEXT])
def test_where_cards_are_dealt_one_by_one_the_history_of_what_is_resampled_leads_there(text: str) -> None:
    game = pyspiel.load_game(text)
    for number, state in enumerate(random_states(game, seed=6, every=3)):
        for seat in range(2):
            other = state.resample_from_infostate(seat, lottery(number))
            imagined = state.table.view(seat).imagine(random.Random(lottery_seed(number)))
            hands = other.table.state.hand.tolist()
            assert hands == imagined.state.hand.tolist()
            again = game.new_initial_state()
            for action in other.history():
                assert action in again.legal_actions()
                again.apply_action(action)
            assert again.serialize() == other.serialize()
            assert again.information_state_string(seat) == state.information_state_string(seat)


def retold(state: Any, seat: int, number: int) -> tuple[Any, list[tuple[int, int, int]]]:
    """Return a state drawn for a seat, and of all decisions who made it, what it was, and what is said."""
    other = state.resample_from_infostate(seat, lottery(number))
    pairs = zip(state.full_history(), other.full_history(), strict=True)
    return other, [(was.player, was.action, said.action) for was, said in pairs if was.player >= 0]


@pytest.mark.parametrize("text", ["stramash_schotten_totten(tactics=true)", "stramash_lords_of_scotland"])
def test_what_others_did_in_secret_is_made_up_in_what_is_resampled(text: str) -> None:
    """The seat's own secrets stay; of another's only what it looked like does, until it is shown."""
    game = pyspiel.load_game(text)
    secrets = others = 0
    for state in [state for seed in range(4) for state in random_states(game, seed=seed)]:
        veil = state.table.game.veil
        for actor, was, said in retold(state, 0, 1)[1]:
            if actor == 0 or not veil(was):
                assert said == was
            else:
                assert veil(said) == veil(was)
                secrets += 1
                others += said != was
    assert secrets > others > 0


def test_who_is_said_to_have_mustered_a_card_face_down_has_it_there() -> None:
    game = pyspiel.load_game("stramash_lords_of_scotland(players=3)")
    lying = made_up = 0
    for number, state in enumerate(random_states(game, seed=3)):
        if number % 3:
            continue
        names = state.table.game.notations
        for seat in range(3):
            other, told = retold(state, seat, number)
            rounds_end = max(
                (at for at, (_, was, _) in enumerate(told) if names[was][:5] == "claim"), default=-1
            )
            for at, (actor, was, said) in enumerate(told):
                if actor == seat or not names[was].startswith("down:"):
                    continue
                card = said - state.table.game.parse("down:sc1")
                lies = other.table.state.army[other.table.state.down >= 0].tolist()
                if at > rounds_end and card in lies:
                    lying += 1
                    made_up += said != was
                else:  # it was shown to all since
                    assert said == was
                    real = state.table.state
                    assert card not in real.army[real.down >= 0] or at < rounds_end
    assert lying > made_up > 100


@pytest.mark.parametrize("rounds", [1, 2])
def test_what_the_recruiter_is_said_to_have_put_back_could_lie_there(rounds: int) -> None:
    """It lies under its deck, or was drawn since; and it was not played before."""
    game = pyspiel.load_game(f"stramash_schotten_totten(tactics=true,rounds={rounds})")
    under = drawn = earlier = 0
    for number, state in enumerate([s for seed in range(16) for s in random_states(game, seed, every=2)]):
        names = state.table.game.notations
        for seat in range(2):
            if not any(actor != seat and names[was][:5] == "under" for actor, was in state.table.history):
                continue
            other, told = retold(state, seat, number)
            table = other.table.state
            decks = [*table.deck[: table.deck_size], *table.tactic_deck[: table.tactic_deck_size]]
            first = state.table.game.parse("under:b1")
            moves = [names[said] for _, _, said in told]
            starts = [at for at, move in enumerate(moves) if move == "next"]
            for at, (actor, was, said) in enumerate(told):
                if actor == seat or names[was][:5] != "under":
                    continue
                card = names[said].removeprefix("under:")
                begin = max((start for start in starts if start < at), default=0)
                end = min((start for start in starts if start > at), default=len(moves))
                assert card not in [move.split("@")[0] for move in moves[begin:at]]
                if end < len(moves):
                    earlier += 1
                elif said - first in decks:
                    under += 1
                else:
                    drawn += 1
                    later = [move.split("@")[0] for move in moves[at:]]
                    mine, theirs = table.hand[seat].tolist(), table.hand[1 - seat].tolist()
                    assert card in later or said - first in theirs or (said == was and said - first in mine)
    assert under > 100
    assert drawn > 10
    assert (earlier > 100) == (rounds > 1)


def test_a_seat_remembers_when_it_drew_what() -> None:
    """Two ways to one table differ in the order of the cards drawn: views are the same, memories are not."""
    game = load(stramash.load("schotten-totten", **MINI, expert=True), chance="cards")
    ends = []
    for first, second in (("b1", "b3"), ("b3", "b1")):
        state = game.new_initial_state()
        for card in (*sorted(("b2", first)), "g1", "g2"):
            state.apply_action(state.string_to_action(state.current_player(), f"deal {card}"))
        for move in ("b2@1", f"deal {second}", "g1@1", "deal g3"):
            state.apply_action(state.string_to_action(state.current_player(), move))
        ends.append(state)
    assert ends[0].observation_string(0) == ends[1].observation_string(0)
    assert ends[0].information_state_string(0) != ends[1].information_state_string(0)
    assert ends[0].information_state_tensor(0) != ends[1].information_state_tensor(0)
    assert ends[0].information_state_string(1) == ends[1].information_state_string(1)


@pytest.mark.parametrize("name", ["schotten-totten", "lords-of-scotland"])
def test_an_observer_of_private_things_tells_the_hand_and_nothing_all_see(name: str) -> None:
    game = load(stramash.load(name))
    kind = pyspiel.IIGObservationType(public_info=False, perfect_recall=False)
    private = make_observation(game, kind)
    state = deal(game, 1)
    hands = []
    for seat in range(2):
        private.set_from(state, seat)
        hands.append(int((private.tensor != 0).sum()))
        seen = np.array(state.observation_tensor(seat), np.float32)
        shown = private.tensor != 0
        assert (private.tensor[shown] == seen[shown]).all()
        assert private.dict["private"].tobytes() == private.tensor.tobytes()
        assert "hands" in private.string_from(state, seat)
        other = state.resample_from_infostate(seat, lottery(3))
        mine = private.tensor.copy()
        private.set_from(other, seat)
        assert private.tensor.tolist() == mine.tolist()
        private.set_from(other, 1 - seat)
        there = private.tensor.copy()
        private.set_from(state, 1 - seat)
        assert private.tensor.tolist() != there.tolist()
    assert hands == [len(stramash.load(name).deal(seed=1).to_dict()["hands"][0])] * 2
    nothing = make_observation(
        game,
        pyspiel.IIGObservationType(
            public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
        ),
    )
    nothing.set_from(state, 0)
    assert nothing.tensor is None
    assert nothing.string_from(state, 0) == ""


@each_game
def test_a_state_is_read_back_as_it_was_written(name: str) -> None:
    game = load(stramash.load(name))
    for state in random_states(game, seed=4, every=15):
        again = game.deserialize_state(state.serialize())
        assert again.table.state.tobytes() == state.table.state.tobytes()
        assert again.history() == state.history()
        assert again.legal_actions() == state.legal_actions()
        for seat in range(game.num_players()):
            assert again.information_state_string(seat) == state.information_state_string(seat)


def test_a_game_is_pickled_as_what_it_is_called() -> None:
    game = pyspiel.load_game("stramash_schotten_totten(tactics=true)")
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


# --- Threads -----------------------------------------------------------------------------------------


@each_game
def test_states_share_nothing_that_is_written(name: str) -> None:
    game = load(stramash.load(name))
    state = deal(game, 1)
    for other in (state.clone(), deal(game, 1), game.deserialize_state(state.serialize())):
        shared = [
            key
            for key, value in vars(state.table).items()
            if isinstance(value, np.ndarray) and np.shares_memory(value, vars(other.table)[key])
        ]
        assert set(shared) <= {"_blank", "_start"}  # what is only read


@each_game
def test_states_of_one_game_can_be_used_by_several_threads(name: str) -> None:
    """The rules run without the interpreter's lock, so two threads are in them at once."""
    game = load(stramash.load(name))
    games = [random_states(game, seed) for seed in range(4)]

    def look(states: list[Any]) -> list[Any]:
        return [(state.legal_actions(), state.observation_tensor(0)) for state in states]

    expected = [look(states) for states in games]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(8):
            assert list(pool.map(look, games)) == expected
        for states, again in zip(games, pool.map(random_states, [game] * 4, range(4)), strict=True):
            assert [state.history() for state in again] == [state.history() for state in states]


# --- What is refused ---------------------------------------------------------------------------------


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    game = pyspiel.load_game(MINI_TEXT)
    with pytest.raises(ValueError, match="private_info cannot be ALL_PLAYERS"):
        game.make_py_observer(
            pyspiel.IIGObservationType(
                perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
            ),
            None,
        )
    with pytest.raises(ValueError, match="observations have no parameters"):
        game.make_py_observer(None, {"colour": "red"})
    state = game.new_initial_state()
    with pytest.raises(ValueError, match="a chance node cannot be resampled"):
        state.resample_from_infostate(0, lottery(1))
    last = random_states(game, seed=1)[-1]
    last.apply_action(last.legal_actions()[0])
    while not last.is_terminal():
        last.apply_action(last.legal_actions()[0])
    with pytest.raises(ValueError, match="the game is over"):
        last.resample_from_infostate(0, lottery(1))
    assert last.legal_actions() == []
    assert len(last.observation_tensor(1)) == game.observation_tensor_size()
    with pytest.raises(stramash.BadSeat, match="no seat 2: seats are 0 to 1"):
        last.observation_tensor(2)
    with pytest.raises(stramash.BadOption, match="choose seed or cards"):
        pyspiel.load_game("stramash_glen_more(chance=dice)")


def test_an_illegal_action_is_refused_with_what_is_legal() -> None:
    state = deal(pyspiel.load_game("stramash_schotten_totten"), 1)
    before = state.table.state.tobytes()
    with pytest.raises(stramash.IllegalAction, match="pass is not legal now: legal are"):
        state.apply_action(state.table.game.parse("pass"))
    assert state.table.state.tobytes() == before


# --- Search ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "stramash_schotten_totten",
        "stramash_schotten_totten(tactics=true)",
        MINI_TEXT,
        "stramash_lords_of_scotland(players=3)",
        "stramash_glen_more",
    ],
)
def test_open_spiels_information_set_search_plays(text: str) -> None:
    game = pyspiel.load_game(text)
    dice = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=dice),
        uct_c=1.4,
        max_simulations=6,
        random_state=dice,
    )
    for state in random_states(game, seed=2, every=12)[:4]:
        assert bot.step(state) in state.legal_actions()


def write_playthroughs() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in PLAYTHROUGHS:
        (FOLDER / f"{name}.txt").write_text(playthrough(name, None))


if __name__ == "__main__":
    write_playthroughs()
