"""What a sandbox is asked for: one that is equal to another is interchangeable with it."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct, field

from grader.model.course import Limits

if TYPE_CHECKING:
    from .inside.order import Kind

Isolation = Literal["full", "reduced", "none"]

ENTRY = "grader.sandbox.inside.submission:serve"


class SandboxSpec(Struct, frozen=True):
    """One warm sandbox; the limits are those of each child."""

    isolation: Isolation
    scratch: Path = Path()  # a folder of the harness's, for this jail alone; see workspace.py
    limits: Limits = field(default_factory=Limits)
    packages: tuple[str, ...] = ()  # top-level names importable beyond the standard library
    preload: tuple[str, ...] = ()  # modules that every submission finds imported
    entry: str = ENTRY  # module:name, called in each child with its descriptors
    kind: "Kind" = "submission"
    # of what is no submission: what it reads besides Python, and writes; it begins in the first
    readable: tuple[str, ...] = ()
    writable: tuple[str, ...] = ()
