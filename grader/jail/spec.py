"""What a jail is asked for, and how a submission in it ended."""

from pathlib import Path
from typing import Literal

from msgspec import Struct, field

from grader.model.course import Limits

Isolation = Literal["full", "reduced", "none"]

ENTRY = "grader.inside.tiers:serve"


class JailSpec(Struct, frozen=True):
    """One warm jail; two equal ones are interchangeable."""

    isolation: Isolation
    scratch: Path  # a folder of the harness's, for this jail alone; see workspace.py
    limits: Limits = field(default_factory=Limits)
    packages: tuple[str, ...] = ()  # top-level names importable beyond the standard library
    preload: tuple[str, ...] = ()  # modules that every submission finds imported
    entry: str = ENTRY  # module:function, called in each child with its end of the channel


class Ending(Struct, frozen=True):
    """How a child ended; one of the first two is None."""

    exit_code: int | None
    signal: int | None
    max_rss_kib: int
    cpu_seconds: float
    why: str | None = None  # the sentence, where the jail itself stopped it
