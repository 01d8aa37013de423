"""Where the time of a training goes: kernels of one update, by their share of GPU time.

python bench/learn_profile.py GAME [--first] [--games N] [--rollout-length N] [--minibatch N] [--rows N]
"""

from __future__ import annotations

import argparse
import time

import torch
from torch.profiler import ProfilerActivity, profile

import stramash
from stramash.core.weights import network_of
from stramash.learn.ppo import Hyperparameters, update
from stramash.learn.trainer import Plan, Trainer


def main() -> None:
    """Train a few updates, then profile one collection and one update."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--first", action="store_true", help="only the first variant")
    parser.add_argument("--games", type=int, default=32768)
    parser.add_argument("--rollout-length", type=int, default=32)
    parser.add_argument("--minibatch", type=int, default=16384)
    parser.add_argument("--rows", type=int, default=16)
    chosen = parser.parse_args()
    variants = tuple(
        stramash.load(chosen.game, **it) for it in network_of(stramash.load(chosen.game)).variants
    )
    parameters = Hyperparameters(rollout_length=chosen.rollout_length, minibatch=chosen.minibatch)
    trainer = Trainer(
        Plan(variants[:1] if chosen.first else variants, chosen.games, minutes=10, parameters=parameters),
        "cuda",
    )
    rows = [row for row, _ in zip(trainer.learn(), range(6), strict=False)]
    print("decisions/s", [row["decisions_per_second"] for row in rows])
    for name in ("collect", "update"):
        collected = [table.collect() for table in trainer.tables]
        torch.cuda.synchronize()
        with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as found:
            start = time.perf_counter()
            if name == "collect":
                for table in trainer.tables:
                    table.collect()
            else:
                update(collected, chosen.minibatch, torch.tensor(0.01, device="cuda"))
            torch.cuda.synchronize()
            wall = time.perf_counter() - start
        kernels = [it for it in found.key_averages() if it.device_type == torch.autograd.DeviceType.CUDA]
        busy = sum(it.self_device_time_total for it in kernels)
        print(f"--- {chosen.game} {name}: wall {wall * 1e3:.1f} ms, GPU busy {busy / 1e3:.1f} ms")
        for it in sorted(kernels, key=lambda one: -one.self_device_time_total)[: chosen.rows]:
            print(f"{it.self_device_time_total / 1e3:9.2f} ms {it.count:6d}  {it.key[:130]}")


if __name__ == "__main__":
    main()
