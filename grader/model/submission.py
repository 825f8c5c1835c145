"""A submission as handed in: bytes by file name, or the sentence why there is nothing to judge."""

import hashlib
from dataclasses import dataclass, field

from .course import StudentId


@dataclass(frozen=True)
class Submission:
    """One student's files for one lesson."""

    student: StudentId
    sources: dict[str, bytes] = field(default_factory=dict)
    refused: str | None = None  # a sentence for the student
    ignored: tuple[str, ...] = ()  # other files that lay beside them

    def sha256(self) -> str | None:
        """Digest the module's bytes, or names and bytes where there are several files."""
        if not self.sources:
            return None
        if len(self.sources) == 1:
            return hashlib.sha256(next(iter(self.sources.values()))).hexdigest()
        whole = hashlib.sha256()
        for name, data in sorted(self.sources.items()):
            whole.update(f"{name}\0{len(data)}\0".encode() + data)
        return whole.hexdigest()
