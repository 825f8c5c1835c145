"""What every grader in the bench can do."""

import os
from collections.abc import Sequence
from typing import Protocol

from .material import BenchSubmission


class Contestant(Protocol):
    """A grader under measurement; its answers are numbers of cases that passed."""

    name: str
    isolation: str

    def missing(self) -> str | None:
        """Say why it cannot take part here."""

    def start(self) -> None:
        """Get ready: what a grader does once for a lesson is not counted."""

    def judge_one(self, submission: BenchSubmission) -> int:
        """Judge one submission and wait for it."""

    def judge_all(self, submissions: Sequence[BenchSubmission]) -> list[int]:
        """Judge many on all cores; answers stand in the order of the submissions."""

    def close(self) -> None:
        """End every process that it started."""


def cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
