"""Variants: the numbers of players and options for which tests and benchmarks run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from stramash.core.options import OptionValue, format_option

__all__ = ["Variant"]


@dataclass(frozen=True)
class Variant:
    """A number of players and some options; all others have their defaults.

    >>> Variant({"tactics": True}).arguments, Variant(players=4).arguments
    ({'tactics': True}, {'players': 4})
    """

    options: Mapping[str, OptionValue] = field(default_factory=dict)
    players: int | None = None
    #: whether it is a usual variant: these are measured too
    usual: bool = False

    @property
    def arguments(self) -> dict[str, Any]:
        """The keyword arguments with which `stramash.load` returns this variant."""
        return ({} if self.players is None else {"players": self.players}) | dict(self.options)

    def __str__(self) -> str:
        said = [
            name if value is True else f"{name}={format_option(value)}"
            for name, value in self.options.items()
        ]
        return "-".join(([] if self.players is None else [str(self.players)]) + said)
