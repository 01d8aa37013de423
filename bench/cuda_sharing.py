"""Check that PyTorch, CuPy and JAX share the memory of a batch on a GPU, and that mistakes raise errors."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from cuda_report import Report

import stramash

GAMES = 1000


def sharing(report: Report) -> None:
    """Check every library with a batch of its own."""
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"  # or JAX takes most of the GPU's memory for itself
    for check in (with_torch, with_cupy, with_jax, with_threads, with_mistakes):
        check(report)


def new_batch() -> Any:
    """Return a batch on the GPU."""
    from stramash.lab import BatchGame

    batch = BatchGame(stramash.load("schotten-totten"), GAMES, device="cuda")
    batch.reset(seeds=0)
    return batch


def compare(
    report: Report,
    batch: Any,
    how: str,
    convert: Callable[[Any], Any],
    pointer: Callable[[Any], int],
    fetch: Callable[[Any], Any],
) -> None:
    """Hand every array of a batch to a library; say whether it lies where it lay, and has what it had."""
    from stramash.lab.cuda_device import synchronize

    arrays = {
        "legal_mask": batch.legal_mask(),
        "observe": batch.observe(),
        "rewards": batch.rewards,
        "over": batch.over,
        "player": batch.player,
    }
    synchronize()
    for name, array in arrays.items():
        theirs = convert(array)
        report.add(
            how=how,
            array=name,
            shape=list(theirs.shape),
            no_copy=pointer(theirs) == array.pointer,
            equal=bool((np.asarray(fetch(theirs)) == array.get()).all()),
        )


def play(report: Report, batch: Any, how: str, actions: Any) -> None:
    """Step a batch with the actions of a library; report whether a state changed."""
    before = batch.states.get()
    batch.step(actions, check=True)
    moved = bool((batch.states.get() != before).any())
    report.add(how=how, actions=str(actions.dtype), moved=moved)


def with_torch(report: Report) -> None:
    """Share with PyTorch."""
    import torch

    batch = new_batch()
    for convert, how in (
        (lambda array: torch.as_tensor(array, device="cuda"), "torch.as_tensor"),
        (torch.from_dlpack, "torch.from_dlpack"),
    ):
        compare(report, batch, how, convert, lambda array: array.data_ptr(), lambda array: array.cpu())
    mask = torch.as_tensor(batch.legal_mask(), device="cuda")
    play(report, batch, "torch", mask.to(torch.float32).argmax(dim=1))


def with_cupy(report: Report) -> None:
    """Share with CuPy."""
    import cupy

    batch = new_batch()
    for convert, how in ((cupy.asarray, "cupy.asarray"), (cupy.from_dlpack, "cupy.from_dlpack")):
        compare(report, batch, how, convert, lambda array: array.data.ptr, lambda array: array.get())
    play(report, batch, "cupy", cupy.asarray(batch.legal_mask()).argmax(axis=1))


def with_jax(report: Report) -> None:
    """Share with JAX."""
    import jax

    batch = new_batch()
    convert = jax.dlpack.from_dlpack
    compare(report, batch, "jax.dlpack", convert, lambda array: array.unsafe_buffer_pointer(), np.asarray)
    play(report, batch, "jax", jax.block_until_ready(convert(batch.legal_mask()).argmax(axis=1)))


def with_threads(report: Report) -> None:
    """Use a batch in another thread than it was made in."""
    batch = new_batch()
    with ThreadPoolExecutor(1) as pool:
        mask = pool.submit(lambda: batch.legal_mask().get()).result()
    report.add(how="another thread", equal=bool((mask == batch.legal_mask().get()).all()))


def with_mistakes(report: Report) -> None:
    """Ask for what is illegal: nothing changes until it is reported, as it was asked for."""
    batch = new_batch()
    legal = batch.sample().get()
    wrong = legal.copy()
    wrong[[7, 9]] = -5, -6
    before = batch.states.get()
    batch.step(wrong)
    batch.step(legal)
    row: dict[str, Any] = {
        "unchanged": bool((batch.states.get() == before).all()),
        "rewards": bool(batch.rewards.get().any()),
    }
    try:
        batch.check()
    except stramash.IllegalAction as error:
        row["raised"] = str(error)
    batch.step(legal, check=True)
    report.add(how="illegal", **row, goes_on=bool((batch.states.get() != before).any()))
    import cupy

    try:
        batch.step(cupy.zeros(2 * GAMES, cupy.int64)[::2])
    except stramash.BadOption as error:
        report.add(how="strided", raised=str(error))
