"""Reviews stored beside the records of their games, so that a review is computed once."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from stramash.arena.review import Review, mark_of_reviews
from stramash.bots.search import Budget
from stramash.core.errors import StramashError
from stramash.core.game import Game

__all__ = ["CannotKeep", "KeptReview"]


class CannotKeep(StramashError):
    """A review cannot be written beside its record."""


@dataclass(frozen=True)
class KeptReview:
    """The file of a review: `game.txt` has `game.txt.review.json`.

    A review is reused for the same record, budget, bots and sources of the review; otherwise a new one is
    made.
    """

    record: Path
    game: Game
    budget: Budget

    @property
    def file(self) -> Path:
        """The file of the review."""
        return self.record.with_name(f"{self.record.name}.review.json")

    def find(self) -> Review | None:
        """Return the stored review; None if there is none."""
        if not self.file.is_file():
            return None
        try:
            kept = json.loads(self.file.read_text("utf-8"))
            stored = kept["review"]
            same = {key: kept.get(key) for key in self._identity()} == self._identity()
            return Review.from_dict(stored) if same else None
        except (ValueError, KeyError, TypeError):
            raise CannotKeep(
                f"{self.file} is not a review: move it away, or give the record another name"
            ) from None

    def keep(self, review: Review) -> None:
        """Write a review."""
        text = json.dumps(self._identity() | {"review": review.to_dict()}, indent=1, ensure_ascii=False)
        try:
            self.file.write_text(text + "\n", "utf-8")
        except OSError as error:
            raise CannotKeep(f"{self.file} cannot be written ({error.strerror}): use --no-keep") from None

    def _identity(self) -> dict[str, str]:
        record = sha256(self.record.read_bytes()).hexdigest()
        return {"record": record, "budget": str(self.budget), "mark": mark_of_reviews(self.game)}
