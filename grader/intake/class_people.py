"""Reads the tables that an instructor gives about a class, once for all its lessons."""

from dataclasses import dataclass
from pathlib import Path

from grader.model.course import Course
from grader.model.dates import zone_of

from .class_tables import read_table
from .groups import read_groups
from .owners import People
from .roster import read_roster
from .times import read_times


@dataclass(frozen=True)
class PeopleFiles:
    """Where they are."""

    roster: Path | None = None
    groups: Path | None = None
    times: Path | None = None

    @property
    def tables(self) -> tuple[Path, ...]:
        """Those that there are."""
        return tuple(filter(None, (self.roster, self.groups, self.times)))


NO_TABLES = PeopleFiles()


def read_people(files: PeopleFiles, course: Course) -> People:
    """Read them; raises UsageError that says what is wrong with a table."""
    roster = read_roster(files.roster) if files.roster else None
    groups = read_groups(read_table(files.groups), roster) if files.groups else {}
    zone = zone_of(course.time_zone)
    times = read_times(read_table(files.times), zone) if files.times else {}
    return People(roster, groups, times)
