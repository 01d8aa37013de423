"""Files of weights: what does not fit is refused in a sentence."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stramash
from stramash.core.weights import About, BadWeights, network_of, read_arrays, read_weights, write_weights

GAME = stramash.load("schotten-totten")


def zeros(game: stramash.Game = GAME, network: str = "game") -> dict[str, np.ndarray]:
    return {name: np.zeros(it.shape, np.float16) for name, it in network_of(game, network).weights.items()}


def test_weights_come_back_as_they_were_written(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    weights = {name: rng.normal(size=it.shape).astype(np.float16) for name, it in zeros().items()}
    write_weights(tmp_path / "w.npz", weights, About.of(GAME, "stramash learn …", 7))
    found, about = read_weights(tmp_path / "w.npz", GAME)
    assert all((found[name] == weights[name]).all() for name in weights)
    assert (about.game, about.rules_version, about.decisions) == (GAME.name, GAME.version, 7)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "glen-more"}, "are for game 'glen-more': 'schotten-totten' is needed"),
        ({"rules_version": 99}, "version of the rules 99"),
        ({"observation_version": 1}, "version of the observation 1"),
        ({"format": 2}, "format 2"),
        ({"network": "deep"}, "there is no network 'deep'"),
    ],
)
def test_weights_for_something_else_are_refused(
    tmp_path: Path, change: dict[str, Any], sentence: str
) -> None:
    about = {**About.of(GAME, "", 0).__dict__, **change}
    write_weights(tmp_path / "w.npz", zeros(), About(**about))
    with pytest.raises(BadWeights, match=sentence):
        read_weights(tmp_path / "w.npz", GAME)


def test_missing_broken_and_damaged_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match=r"there are no weights at .*: train some with 'stramash learn"):
        read_weights(tmp_path / "none.npz", GAME)
    (tmp_path / "text.npz").write_text("no weights")
    with pytest.raises(BadWeights, match="is not a file of weights"):
        read_weights(tmp_path / "text.npz", GAME)
    path = tmp_path / "w.npz"
    write_weights(path, zeros(), About.of(GAME, "", 0))
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(bytes(content))
    with pytest.raises(BadWeights, match=r"damaged|not a file of weights"):
        read_weights(path, GAME)


def test_weights_of_another_shape_are_refused(tmp_path: Path) -> None:
    wrong = zeros() | {"claim_b": np.zeros(2, np.float16)}
    write_weights(tmp_path / "w.npz", wrong, About.of(GAME, "", 0))
    with pytest.raises(stramash.BadOption, match=r"'claim_b' has shape \(2,\), it should be \(1,\)"):
        read_weights(tmp_path / "w.npz", GAME)


def test_truncated_and_changed_files_are_refused_or_read_whole(tmp_path: Path) -> None:
    """Damage makes zipfile and NumPy raise many kinds of errors; `read_arrays` raises two."""
    good, path = tmp_path / "good.npz", tmp_path / "w.npz"
    np.savez(good, a=np.arange(20.0), b=np.zeros((3, 4), np.float16))
    whole, chance, causes = good.read_bytes(), random.Random(1), set()
    cases = [whole[: chance.randrange(len(whole))] for _ in range(50)]
    for _ in range(2000):
        changed = bytearray(whole)
        changed[chance.randrange(len(whole))] = chance.randrange(256)
        cases.append(bytes(changed))
    for case in cases:
        path.write_bytes(case)
        try:
            read_arrays(path)
        except (ValueError, OSError) as error:
            causes.add(type(error.__cause__).__name__)
    assert {"BadZipFile", "NotImplementedError"} <= causes


def test_a_file_that_zipfile_cannot_open_is_no_file_of_weights(tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    write_weights(path, zeros(), About.of(GAME, "", 0))
    content = bytearray(path.read_bytes())
    at = content.rindex(b"PK\x01\x02")
    content[at + 10] = 99  # an unknown compression
    path.write_bytes(bytes(content))
    with pytest.raises(BadWeights, match="is not a file of weights: it is damaged"):
        read_weights(path, GAME)
