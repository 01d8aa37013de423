"""Which versions of Numba-CUDA the compiler for GPUs works with.

`cuda_compile` changes internals of Numba-CUDA: the intermediate code as text, private attributes of its
dispatcher. Each minor version can rename them, so only tested versions are accepted. To try another one,
install it, set `STRAMASH_UNTESTED_CUDA=1`, and run `pytest -m gpu` on a machine with a GPU. If all tests
pass, raise `BELOW` here and the bound of the extra `cuda` in pyproject.toml.
"""

from __future__ import annotations

import os
from importlib.metadata import PackageNotFoundError, version

from stramash.core.errors import StramashError

__all__ = ["BELOW", "FROM", "UntestedVersion", "check_version"]

#: The first tested version of numba-cuda, and the first that is not tested
FROM, BELOW = (0, 30), (0, 31)
_OVERRIDE = "STRAMASH_UNTESTED_CUDA"


class UntestedVersion(StramashError):
    """The installed version of numba-cuda was never tested with this package."""


def check_version(installed: str | None = None) -> None:
    """Raise UntestedVersion unless the installed numba-cuda is a tested one.

    >>> check_version("0.30.2")
    >>> check_version("0.45.0")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    stramash.lab.cuda_versions.UntestedVersion: numba-cuda 0.45.0 is not tested with this version of ...
    """
    if installed is None:
        try:
            installed = version("numba-cuda")
        except PackageNotFoundError:  # the import that follows says what to install
            return
    numbers = tuple(int(part) for part in installed.split(".")[:2] if part.isdecimal())
    if FROM <= numbers < BELOW or os.environ.get(_OVERRIDE) == "1":
        return
    bounds = f">={_text(FROM)},<{_text(BELOW)}"
    raise UntestedVersion(
        f"numba-cuda {installed} is not tested with this version of Stramash: "
        f'pip install "numba-cuda[cu13]{bounds}", or set {_OVERRIDE}=1 to try it'
    )


def _text(numbers: tuple[int, int]) -> str:
    return f"{numbers[0]}.{numbers[1]}"
