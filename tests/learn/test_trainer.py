"""The trainer: it learns, resumes exactly, and works in several processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

import stramash
from stramash.arena.games import GameSpec
from stramash.cli import main
from stramash.core.errors import BadOption
from stramash.core.weights import read_weights
from stramash.learn.checkpoint import BadCheckpoint
from stramash.learn.evaluate import Score, play_deal
from stramash.learn.plot import plot_training
from stramash.learn.ppo import Hyperparameters
from stramash.learn.setup import Choices, make_trainer, usual_parameters
from stramash.learn.trainer import Plan, Progress, Trainer

SMALL = {"stones": 1, "clans": 2, "strengths": 3, "hand": 2, "formation": 2}
GAME = stramash.load("schotten-totten", **SMALL)
QUICK = Hyperparameters(rollout_length=8, minibatch=128, learning_rate=(3e-3, 3e-4), entropy=(0.01, 0.003))


def plan(decisions: int = 100_000, games: int = 32) -> Plan:
    return Plan((GAME,), games, decisions, None, QUICK, seed=3, command="test", network="plain")


def updates(trainer: Trainer, count: int) -> None:
    for row in trainer.learn():
        if row["updates"] >= count:
            return


def test_a_checkpoint_resumes_bit_for_bit(tmp_path: Path) -> None:
    straight = Trainer(plan())
    updates(straight, 6)
    first = Trainer(plan())
    updates(first, 3)
    first.save(tmp_path)
    torch.manual_seed(99)
    second = Trainer(plan())
    second.resume(tmp_path)
    updates(second, 6)
    assert straight.progress.decisions == second.progress.decisions
    assert torch.equal(straight.model.flat, second.model.flat)
    assert all((one == two).all() for one, two in zip(*map(_games, (straight, second)), strict=True))


def _games(trainer: Trainer) -> list[np.ndarray]:
    return [it for table in trainer.tables for it in table.snapshot().values()]


def test_a_decision_is_stored_with_what_was_seen_and_done() -> None:
    """Batches reuse their memory: what is stored must be a copy of its time."""
    trainer = Trainer(plan())
    (table,) = trainer.tables
    found = table.collect()
    rows = torch.arange(len(found.action))
    assert found.legal[rows, found.action].all()
    with torch.no_grad():
        logits, value = trainer.model(found.seen)
    logs = logits.masked_fill(~found.legal, -1e9).log_softmax(1)[rows, found.action]
    assert torch.allclose(logs, found.log_probability, atol=1e-4)
    assert torch.allclose(value.view(8, -1), table.value, atol=1e-4)
    assert (found.legal[found.rows].sum(1) > 1).all()


def test_advantages_of_finished_games_add_up_to_the_reward() -> None:
    """With lambda 1, the target of every decision in a game that ended is the reward of its seat."""
    parameters = Hyperparameters(rollout_length=40, minibatch=64, gae_lambda=1.0)
    trainer = Trainer(Plan((GAME,), 16, 1000, parameters=parameters, network="plain"))
    (table,) = trainer.tables
    target = table.collect().target.view(40, 16)
    checked = 0
    for game in range(16):
        for end in table.over[:, game].nonzero().flatten().tolist():
            for step in range(end, -1, -1):
                if step != end and table.over[step, game]:
                    break
                seat = int(table.seat[step, game])
                assert target[step, game] == pytest.approx(float(table.reward[end, game, seat]), abs=1e-4)
                checked += 1
    assert checked > 100


def test_it_learns_a_small_game(tmp_path: Path) -> None:
    """After a few seconds it beats random play clearly; the bound is far below the worst of ten seeds."""
    trainer = Trainer(plan(decisions=60_000, games=64))
    for _ in trainer.learn():
        pass
    trainer.export(tmp_path / "network.npz")
    scores = [
        play_deal(GameSpec.of(GAME), str(tmp_path / "network.npz"), "random", deal) for deal in range(60)
    ]
    assert sum(points for points, _ in scores) / sum(games for _, games in scores) > 0.55


def test_the_schedule_of_a_training_by_the_clock_ends_with_it() -> None:
    """All runs count; at the end learning rate and entropy are at their last values."""
    timed = Plan((GAME,), minutes=2.0)
    assert [timed.done(Progress(seconds=it)) for it in (0, 30, 120, 200)] == [0.0, 0.25, 1.0, 1.0]
    counted = Plan((GAME,), decisions=1000)
    assert counted.done(Progress(decisions=250, seconds=1e9)) == 0.25
    trainer = Trainer(replace(plan(), decisions=None, minutes=0.005))
    rows = list(trainer.learn())
    assert trainer.finished
    assert rows[-1]["done"] == 1
    assert rows[-1]["learning_rate"] == pytest.approx(QUICK.learning_rate[1])
    assert rows[-1]["entropy_weight"] == pytest.approx(QUICK.entropy[1])


def test_games_with_long_turns_get_longer_rollouts() -> None:
    """What suits a game is declared with its network."""
    short, long = (
        usual_parameters(stramash.load(it), "game", "cuda") for it in ("schotten-totten", "glen-more")
    )
    assert (short.rollout_length, short.gae_lambda) == (32, 0.95)
    assert (long.rollout_length, long.gae_lambda) == (128, 0.98)
    assert make_trainer(Choices((GAME,), device="cpu", network="plain")).plan.parameters.rollout_length == 32


def test_weights_count_the_decisions_of_earlier_trainings(tmp_path: Path) -> None:
    first = Trainer(plan())
    updates(first, 2)
    first.export(tmp_path / "first.npz")
    second = Trainer(plan())
    second.start_from(tmp_path / "first.npz")
    updates(second, 1)
    second.save(tmp_path / "second")
    third = Trainer(plan())
    third.resume(tmp_path / "second")
    third.export(tmp_path / "third.npz")
    _, about = read_weights(tmp_path / "third.npz", GAME)
    assert about.decisions == first.progress.decisions + second.progress.decisions


def test_an_exploiter_learns_from_its_own_seat_alone(tmp_path: Path) -> None:
    weak = Trainer(plan())
    weak.export(tmp_path / "weak.npz")
    trainer = Trainer(replace(plan(), exploit=str(tmp_path / "weak.npz")))
    (table,) = trainer.tables
    found = table.collect()
    assert (
        table.seat.flatten()[found.rows] == table.learner.expand_as(table.seat).flatten()[found.rows]
    ).all()
    others = (table.seat != table.learner).flatten()
    with torch.no_grad():
        preferred = weak.model(found.seen)[0].half().float().masked_fill(~found.legal, -1e9)
    chosen = preferred.gather(1, found.action[:, None]).squeeze(1)
    assert (preferred.max(1).values - chosen)[others].max() < 1e-2
    assert len(table.shares()) == int(table.over.sum())


def test_an_exploiter_beats_a_network_that_learned_nothing(tmp_path: Path) -> None:
    """Against a fixed policy a few seconds are enough; the bound is far below what three seeds reached."""
    Trainer(plan()).export(tmp_path / "weak.npz")
    trainer = Trainer(replace(plan(decisions=60_000, games=64), exploit=str(tmp_path / "weak.npz")))
    shares = [row["share"] for row in trainer.learn()]
    assert sum(shares[-20:]) / 20 > sum(shares[:5]) / 5 + 0.1


def test_the_matches_of_a_training_are_drawn(tmp_path: Path) -> None:
    score = Score("random", "Small", 100, 30.0, [2.0, 1.0], [2, 2])
    later = Score("random", "Small", 200, 60.0, [2.0, 2.0], [2, 2])
    metrics, picture = tmp_path / "metrics.jsonl", tmp_path / "matches.svg"
    metrics.write_text('{"updates": 1}\n')
    assert not plot_training(metrics, picture)
    with metrics.open("a") as file:
        file.writelines(json.dumps(it.to_json()) + "\n" for it in (score, later))
    assert plot_training(metrics, picture)
    assert "<svg" in picture.read_text()
    assert str(score) == "Small: 75.0% (30.1% to 95.4%) of 4 games against random"


def test_two_processes_learn_the_same_weights(tmp_path: Path) -> None:
    script = tmp_path / "learn.py"
    script.write_text(
        "import torch, stramash\n"
        "from stramash.learn.ppo import Hyperparameters\n"
        "from stramash.learn.trainer import Plan, Trainer\n"
        "torch.set_num_threads(1)\n"
        f"game = stramash.load('schotten-totten', **{SMALL!r})\n"
        "parameters = Hyperparameters(rollout_length=8, minibatch=64)\n"
        "plan = Plan((game,), 16, 512, parameters=parameters, network='plain')\n"
        "trainer = Trainer(plan)\n"
        "rows = list(trainer.learn())\n"
        "assert trainer.world == 2 and rows[-1]['decisions'] == 512, rows\n"
        f"torch.save(trainer.model.flat.detach(), '{tmp_path}/' + str(trainer.rank))\n"
        "torch.save(torch.from_numpy(trainer.tables[0].snapshot()['states']), "
        f"'{tmp_path}/games' + str(trainer.rank))\n"
    )
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2"]
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    subprocess.run([*command, str(script)], check=True, env=environment, capture_output=True, timeout=300)
    weights = [torch.load(tmp_path / str(rank)) for rank in range(2)]
    games = [torch.load(tmp_path / f"games{rank}") for rank in range(2)]
    assert torch.equal(*weights)
    assert not torch.equal(*games)


def test_the_command_trains_and_resumes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = [text for name, value in SMALL.items() for text in ("--option", f"{name}={value}")]
    out = str(tmp_path / "learned")
    few = ["--network", "plain", "--games", "32", "--minutes", "0.001"]
    for extra in (["--decisions", "20000"], ["--resume", out]):
        with pytest.raises(SystemExit) as stopped:
            main(["learn", "schotten-totten", *options, *few, "--out", out, *extra])
        assert not stopped.value.code
    rows = [json.loads(line) for line in (tmp_path / "learned" / "metrics.jsonl").read_text().splitlines()]
    updates = [row["updates"] for row in rows]
    assert len(updates) >= 2  # at least one update in each run
    assert updates == list(range(1, len(updates) + 1))
    assert "decisions in all" in capsys.readouterr().out
    _, about = read_weights(tmp_path / "learned" / "network.npz", GAME)
    assert about.network == "plain"
    assert about.command.startswith("stramash")


def test_what_cannot_be_trained_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="variants of one game"):
        Plan((GAME, stramash.load("glen-more")))
    with pytest.raises(BadCheckpoint, match="is not a checkpoint: it has no progress"):
        Trainer(plan()).resume(tmp_path)
    with pytest.raises(BadOption, match="its decisions or its minutes, one of the two"):
        Plan((GAME,))
    with pytest.raises(BadOption, match="one of the two"):
        Plan((GAME,), decisions=10, minutes=1.0)
    with pytest.raises(BadOption, match="above 0"):
        Plan((GAME,), minutes=-1.0)
    trainer = Trainer(plan())
    updates(trainer, 1)
    trainer.save(tmp_path, games=False)
    with pytest.raises(BadCheckpoint, match="add --new-games"):
        trainer.resume(tmp_path)
    (tmp_path / "weights.npz").write_bytes(b"broken")
    with pytest.raises(BadCheckpoint, match=r"weights\.npz cannot be read"):
        trainer.resume(tmp_path, new_games=True)
