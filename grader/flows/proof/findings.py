"""Collects findings: an error, a warning or a note of one check, at its place."""

from dataclasses import dataclass, field
from functools import partialmethod
from pathlib import Path

from grader.model.soundness import Finding, Level


@dataclass(frozen=True)
class Place:
    """Where something was found."""

    path: Path | None = None
    line: int | None = None
    case: str | None = None


_NOWHERE = Place()


@dataclass
class Findings:
    """What the checks have found; each check takes one for itself with `of`."""

    root: Path  # the course's folder, which files are named below
    check: str = ""
    found: list[Finding] = field(default_factory=list)

    def of(self, check: str) -> "Findings":
        """Return one that writes into the same list, for another check."""
        return Findings(self.root, check, self.found)

    def add(
        self,
        level: Level,
        sentence: str,
        place: Place = _NOWHERE,
        *,
        advice: str | None = None,
        detail: str | None = None,
    ) -> None:
        """Add a finding of this check."""
        file = None if place.path is None else self.name_of(place.path)
        self.found.append(
            Finding(self.check, level, sentence, advice, file, place.line, place.case, detail)
        )

    error = partialmethod(add, Level.ERROR)  # keeps the course from being sound
    warn = partialmethod(add, Level.WARNING)  # is likely wrong, or missing
    note = partialmethod(add, Level.NOTE)  # is what an author should know

    def has_errors(self, *checks: str) -> bool:
        """Whether any check, or one of these, has found an error so far."""
        return any(
            one.level is Level.ERROR and (not checks or one.check in checks) for one in self.found
        )

    def name_of(self, path: Path) -> str:
        """Name a file as findings do."""
        return path.relative_to(self.root).as_posix()
