"""Reviews kept beside the records of their games, so that nobody waits for the same one twice."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from stramash.arena.review import Review
from stramash.bots.search import Budget
from stramash.core.errors import StramashError

__all__ = ["CannotKeep", "KeptReview"]


class CannotKeep(StramashError):
    """There is no place for a review beside its record."""


@dataclass(frozen=True)
class KeptReview:
    """The file of a review: `game.txt` has `game.review.json`.

    A review is found again for the same record and the same budget; of anything else, a new one is made.
    """

    record: Path
    budget: Budget

    @property
    def file(self) -> Path:
        """Where it is kept."""
        return self.record.with_suffix(".review.json")

    def find(self) -> Review | None:
        """Return the review, if it was made before."""
        if not self.file.is_file():
            return None
        try:
            kept = json.loads(self.file.read_text("utf-8"))
            same = {key: kept[key] for key in ("record", "budget")} == self._identity()
            return Review.from_dict(kept["review"]) if same else None
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
        return {"record": sha256(self.record.read_bytes()).hexdigest(), "budget": str(self.budget)}
