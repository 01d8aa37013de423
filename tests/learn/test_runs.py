"""Runs of a training: stopping, resuming, lengthening, and what is refused before hours are lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import torch

import stramash
from stramash.bots import UnknownBot
from stramash.core.errors import BadOption
from stramash.learn.checkpoint import BadCheckpoint
from stramash.learn.ppo import Hyperparameters
from stramash.learn.run import Run, train
from stramash.learn.setup import Choices, make_trainer
from stramash.learn.trainer import Plan, Trainer

SMALL = {"stones": 1, "clans": 2, "strengths": 3, "hand": 2, "formation": 2}
GAME = stramash.load("schotten-totten", **SMALL)
QUICK = Hyperparameters(rollout_length=8, minibatch=128)


def choices(**more: object) -> Choices:
    return Choices((GAME,), device="cpu", **more)  # type: ignore[arg-type]


def first(folder: Path, decisions: int = 256) -> Path:
    """Return the folder of a training whose plan is done."""
    made = choices(network="plain", decisions=decisions, games=32, parameters=QUICK)
    train(make_trainer(made), Run(folder, 1.0), lambda _: None)
    return folder


def test_two_processes_end_a_training_by_the_clock_together(tmp_path: Path) -> None:
    """The clock of one process starts late: alone, it would learn longer and with other learning rates."""
    script = tmp_path / "learn.py"
    script.write_text(
        "import json, time, torch, stramash\n"
        "from stramash.learn.ppo import Hyperparameters\n"
        "from stramash.learn.trainer import Plan, Trainer\n"
        "torch.set_num_threads(1)\n"
        f"game = stramash.load('schotten-totten', **{SMALL!r})\n"
        "parameters = Hyperparameters(rollout_length=8, minibatch=64)\n"
        "trainer = Trainer(Plan((game,), 16, minutes=0.03, parameters=parameters, network='plain'))\n"
        "clock = time.monotonic\n"
        "origin, pace = clock(), 1 + trainer.rank\n"
        "time.monotonic = lambda: origin + (clock() - origin) * pace\n"
        "rows = [[row['updates'], row['seconds'], row['learning_rate']] for row in trainer.learn()]\n"
        "trainer.leave()\n"
        "assert trainer.finished\n"
        f"open('{tmp_path}/rows' + str(trainer.rank), 'w').write(json.dumps(rows))\n"
    )
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2"]
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    subprocess.run([*command, str(script)], check=True, env=environment, capture_output=True, timeout=300)
    one, two = (json.loads((tmp_path / f"rows{rank}").read_text()) for rank in range(2))
    assert one == two


def test_two_processes_that_resume_play_different_games(tmp_path: Path) -> None:
    folder = first(tmp_path / "learned")
    script = tmp_path / "resume.py"
    script.write_text(
        "from pathlib import Path\n"
        "import stramash, torch\n"
        "from stramash.learn.setup import Choices, make_trainer\n"
        f"game = stramash.load('schotten-totten', **{SMALL!r})\n"
        f"trainer = make_trainer(Choices((game,), device='cpu', resume=Path({str(folder)!r})))\n"
        "assert trainer.world == 2 and trainer.progress.decisions == 256\n"
        "games = torch.from_numpy(trainer.tables[0].snapshot()['states'])\n"
        f"torch.save([games, torch.rand(9), trainer.model.flat.data], '{tmp_path}/' + str(trainer.rank))\n"
        "trainer.leave()\n"
    )
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2"]
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    subprocess.run([*command, str(script)], check=True, env=environment, capture_output=True, timeout=300)
    one, two = (torch.load(tmp_path / str(rank)) for rank in range(2))
    same = [torch.equal(mine, theirs) for mine, theirs in zip(one, two, strict=True)]
    assert same == [False, False, True]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"games": 64}, "cannot change --games"),
        ({"seed": 5}, "cannot change --seed"),
        ({"network": "game"}, "cannot change --network"),
        ({"start": Path("w.npz")}, "cannot change --from"),
        ({"exploit": Path("w.npz")}, "cannot change --exploit"),
        ({"parameters": Hyperparameters()}, "cannot change the hyperparameters"),
        ({"seed": 5, "games": 64}, "cannot change --games, --seed"),
    ],
)
def test_a_resumed_training_refuses_what_it_cannot_change(
    tmp_path: Path, more: dict[str, object], sentence: str
) -> None:
    folder = first(tmp_path / "learned")
    with pytest.raises(BadOption, match=sentence):
        make_trainer(choices(resume=folder, **more))


def test_a_resumed_training_keeps_its_game_and_variants(tmp_path: Path) -> None:
    folder = first(tmp_path / "learned")
    with pytest.raises(BadOption, match="is a training of schotten-totten, not of glen-more"):
        make_trainer(Choices((stramash.load("glen-more"),), resume=folder, usual_variants=True))
    other = stramash.load("schotten-totten")
    with pytest.raises(BadOption, match="cannot change --option or --players"):
        make_trainer(Choices((other,), resume=folder, device="cpu"))
    assert make_trainer(
        Choices((other,), resume=folder, device="cpu", usual_variants=True)
    ).plan.variants == (GAME,)


def test_a_finished_training_says_so_and_can_be_lengthened(tmp_path: Path) -> None:
    folder = first(tmp_path / "learned")
    lines: list[str] = []
    done = make_trainer(choices(resume=folder))
    train(done, Run(folder, 1.0), lines.append)
    assert "this training is finished: lengthen it with --whole or --decisions" in lines
    longer = make_trainer(choices(resume=folder, decisions=512))
    train(longer, Run(folder, 1.0), lines.append)
    assert (done.progress.decisions, longer.progress.decisions) == (256, 512)
    timed = make_trainer(choices(resume=folder, whole=60.0)).plan
    assert (timed.decisions, timed.minutes) == (None, 60.0)


def test_ctrl_c_saves_after_the_update_and_says_how_to_resume(tmp_path: Path) -> None:
    trainer = Trainer(Plan((GAME,), 32, decisions=10**9, parameters=QUICK, network="plain"))
    lines: list[str] = []

    def log(line: str) -> None:
        lines.append(line)
        if len(lines) == 1:
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    train(trainer, Run(tmp_path, 5.0), log)
    assert signal.getsignal(signal.SIGINT) is before
    assert lines[-1] == f"stopped; go on with --resume {tmp_path}"
    resumed = make_trainer(choices(resume=tmp_path))
    assert 0 < resumed.progress.decisions == trainer.progress.decisions
    assert torch.equal(resumed.model.flat, trainer.model.flat)


def test_another_training_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    folder = first(tmp_path / "learned")
    before = (folder / "metrics.jsonl").read_bytes()
    with pytest.raises(BadOption, match=r"has a training: go on with --resume .*learned, or choose another"):
        first(folder)
    assert (folder / "metrics.jsonl").read_bytes() == before


def test_what_cannot_work_is_refused_before_the_training(tmp_path: Path) -> None:
    trainer = make_trainer(choices(network="plain", decisions=256, games=32, parameters=QUICK))
    with pytest.raises(UnknownBot, match="no bot 'nosuch'"):
        train(trainer, Run(tmp_path, 1.0, against=("nosuch",)), lambda _: None)
    for wrong in (Run(tmp_path, 1.0, jobs=0), Run(tmp_path, 1.0, deals=0)):
        with pytest.raises(BadOption, match="raise --jobs or --deals"):
            train(trainer, wrong, lambda _: None)
    assert trainer.progress.updates == 0
    with pytest.raises(BadOption, match="0 games are too few"):
        make_trainer(choices(games=0))
    with pytest.raises(BadOption, match="above 0"):
        make_trainer(choices(decisions=0))
    with pytest.raises(BadOption, match="one of the two"):
        make_trainer(choices(decisions=10, whole=1.0))


def test_cuda_without_cuda_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(BadOption, match="finds no CUDA device"):
        make_trainer(Choices((GAME,), device="cuda"))


def test_progress_is_shown_once_a_second_at_most_and_at_the_end(tmp_path: Path) -> None:
    trainer = make_trainer(choices(network="plain", decisions=256 * 20, games=32, parameters=QUICK))
    lines: list[str] = []
    train(trainer, Run(tmp_path, 5.0), lines.append)
    shown = [line for line in lines if "k/s" in line]
    assert (tmp_path / "metrics.jsonl").read_text().count("\n") == 20
    assert len(shown) <= trainer.progress.seconds + 2
    assert shown[-1].startswith("100.0%")


@pytest.mark.parametrize("name", ["weights.npz", "optimiser.npz", "games-0.npz"])
def test_a_truncated_checkpoint_is_refused(tmp_path: Path, name: str) -> None:
    folder = first(tmp_path / "learned")
    content = (folder / name).read_bytes()
    (folder / name).write_bytes(content[: len(content) // 2])
    with pytest.raises(BadCheckpoint, match=f"{name} cannot be read: it is damaged"):
        make_trainer(choices(resume=folder))


def test_a_checkpoint_without_its_plan_is_refused(tmp_path: Path) -> None:
    folder = first(tmp_path / "learned")
    content = json.loads((folder / "progress.json").read_text())
    del content["plan"]
    (folder / "progress.json").write_text(json.dumps(content))
    with pytest.raises(BadCheckpoint, match="is damaged: it has no plan"):
        make_trainer(choices(resume=folder))
