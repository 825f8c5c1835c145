"""A submission: bytes by file name, or the sentence why there is nothing to judge."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from datetime import datetime

from msgspec import Struct, field
from msgspec.structs import replace

from .course import StudentId
from .phrases import who
from .report import Verdict

SOURCE_SUFFIXES = (".py", ".ipynb")  # of the file that a submission is, where it is one


class Cell(Struct, frozen=True):
    """A code cell of a notebook: where its first line stands in the module made of it."""

    number: int  # among all cells of the notebook, from 1, as a reader counts them
    line: int


class Submission(Struct, frozen=True):
    """One student's files for one lesson."""

    student: StudentId
    sources: dict[str, bytes] = field(default_factory=dict)
    refused: str | None = None  # a sentence for the student
    ignored: tuple[str, ...] = ()  # other files that lay beside them
    name: str | None = None  # the student's, where a roster or a download says it
    submitted_at: datetime | None = None  # unknown is never late
    origin: str | None = None  # the file or folder it was found in
    team: str | None = None  # equal for all who submitted the same thing together
    cells: tuple[Cell, ...] = ()  # of the notebook that the module was made of, in order
    renamed: tuple[str, ...] = ()  # files that are not called as the lesson asks for
    refused_as: Verdict = Verdict.UNREADABLE  # where it is refused

    def sha256(self) -> str | None:
        """Digest the module's bytes, or names and bytes where there are several files."""
        if not self.sources:
            return None
        import hashlib  # what only looks at lessons needs no digest

        if len(self.sources) == 1:
            return hashlib.sha256(next(iter(self.sources.values()))).hexdigest()
        whole = hashlib.sha256()
        for name, data in sorted(self.sources.items()):
            whole.update(f"{name}\0{len(data)}\0".encode() + data)
        return whole.hexdigest()


def with_team_times(submissions: Sequence[Submission]) -> list[Submission]:
    """Give each member of a team without a time of their own that of the team's submission.

    Where several members submitted the same files, it came when the first of them did.
    """
    times: dict[tuple[str | None, str | None], datetime] = {}
    for one in submissions:
        if one.team is not None and one.submitted_at is not None:
            key = (one.team, one.sha256())
            times[key] = min(one.submitted_at, times.get(key, one.submitted_at))
    return [
        replace(one, submitted_at=one.submitted_at or times.get((one.team, one.sha256())))
        for one in submissions
    ]


def place_in(cells: Sequence[Cell], line: int) -> str:
    """Say where a line of a module is: in a cell, where it was made of a notebook."""
    before = bisect_right(cells, line, key=lambda cell: cell.line)
    if not before:
        return f"line {line}"
    cell = cells[before - 1]
    return f"cell {cell.number}, line {line - cell.line + 1}"


def left_beside(
    submissions: Iterable[Submission], given: frozenset[str]
) -> dict[str, tuple[str, ...]]:
    """Name the files that lay beside what was asked for, by whose they are.

    What the course gave, and what is nearly called as it asks for, is left out.
    """
    found = {
        who(one.student, one.name): tuple(
            name for name in one.ignored if name not in given and name not in one.renamed
        )
        for one in submissions
    }
    return {whose: names for whose, names in found.items() if names}
