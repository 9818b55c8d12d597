"""Candidate parent sets in a file next to a checkpoint: a search resumes with the very same."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from dagwright._core import version
from dagwright.constraints import Constraints
from dagwright.errors import DagwrightError, FormatError, warn_user
from dagwright.files import unused_name
from dagwright.parents.parent_sets import ParentSets
from dagwright.parents.selection import Selection
from dagwright.parents.set_files import read_parent_sets
from dagwright.running import Checkpoint
from dagwright.scores import LocalScores, describe_score

__all__ = ["KeptSets"]

# What may have ended the work on sets that are kept.
_REASONS = ("completed", "time", "memory", "iterations")


@dataclass(frozen=True)
class KeptSets:
    """Where the sets of one run are: the name of the file tells what they were found from.

    Sets that a clock cut short are never found again, so without them a checkpoint is worthless.
    """

    checkpoint: Path
    key: str

    @classmethod
    def beside(
        cls,
        checkpoint: Checkpoint,
        scores: LocalScores,
        selection: Selection,
        constraints: Constraints | None,
        most_evaluations: int | None,
    ) -> KeptSets:
        """Return the place for the sets of these scores, found with `most_evaluations` each."""
        about = [
            version,
            scores.data.fingerprint,
            describe_score(scores.score),
            repr(selection),
            repr(constraints or Constraints()),
            most_evaluations,
        ]
        key = hashlib.blake2b(json.dumps(about).encode("ascii"), digest_size=6).hexdigest()
        return cls(Path(checkpoint.path), key)

    def read(self, reason: str) -> ParentSets:
        """Return the sets that were kept when this ended the work on them."""
        if not _is_there(self._path(reason)):
            raise DagwrightError(
                f"{self.checkpoint} is there, but not the candidate sets of this run, which were "
                f"kept beside it ({self._path(reason).name}): give another file, or remove this "
                "one to start again",
                remedy={"checkpoint": str(unused_name(self.checkpoint))},
            )
        return read_parent_sets(self._path(reason))

    def write(self, sets: ParentSets, reason: str) -> bool:
        """Keep sets, unless a person stopped the work on them; tell whether they are kept.

        A disk that fails does not end the search: the warning says what is lost.
        """
        if reason not in _REASONS:
            return False
        try:
            sets.write(self._path(reason))
        except FormatError as error:
            warn_user(
                f"the candidate sets were not kept beside the checkpoint ({error}): the search "
                "continues, but it cannot be resumed; free some space and start it again for that"
            )
            return False
        return True

    def _path(self, reason: str) -> Path:
        return self.checkpoint.with_name(f"{self.checkpoint.name}.{self.key}.{reason}.dwps")


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name that is too long
        return False
