"""An instructor's desk with a whole class on it: lays it out, grades it, and looks around."""

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.e2e.test_grade_command import CASES, Desk
from tests.integration.judge.tiny_course import TinyCourse

from .contents import ADD, CONTENTS
from .layouts import LAYOUTS, write_folder, write_zip
from .people import Person, hand_out, make_people
from .trouble import NEEDS_ITS_NAME, TROUBLE

SEED = 20_261_121
ABSENT = Person(999_983, "Ab Sent")
WITHOUT_NAMES = ("files",)  # the layouts that do not keep what the file was called
DUE = "due = 2026-09-05T23:59:59Z\nlate_penalty = 0.1\n"


@dataclass(frozen=True)
class Expected:
    """What has to come of one student's submission."""

    verdict: str
    points: int
    said: str


def make_class(count: int, layout: str) -> list[Person]:
    """Make a class whose first members submit every trouble, spread over odd and plain names."""
    people = hand_out(make_people(count, SEED), list(CONTENTS), SEED)
    trouble = [k for k in TROUBLE if not (layout in WITHOUT_NAMES and k in NEEDS_ITS_NAME)]
    places = [count - 1 - place for place in range(len(trouble))]  # odd names keep what is judged
    for place, key in zip(places, trouble, strict=True):
        people[place] = replace(people[place], key=key)
    return people


def expected(person: Person) -> Expected:
    """Say what has to come of what somebody submitted."""
    content = CONTENTS.get(person.key)
    if content is not None:
        return Expected(content.verdict, content.points, content.said)
    trouble = TROUBLE[person.key]
    return Expected(trouble.verdict, 2 if trouble.verdict == "passed" else 0, trouble.said)


def table(rows: Sequence[Sequence[str]], delimiter: str = ",", end: str = "\n") -> bytes:
    """Write a CSV file."""
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator=end).writerows(rows)
    return text.getvalue().encode()


def roster(people: Sequence[Person]) -> bytes:
    """Write a roster as a spreadsheet on Windows saves it."""
    head = ["ID", "Name", "E-Mail", "username", "canvas_id", "participant"]
    rows = [[p.id, p.name, p.email, p.account, str(p.number), str(p.number)] for p in people]
    return "\ufeff".encode() + table([head, *rows], ";", "\r\n")


def lay_out(root: Path, checkout: Path, layout: str, count: int, packed: bool) -> "WholeClass":
    """Lay out a course and a class."""
    people = make_class(count, layout)
    TinyCourse.write(root, ADD.decode(), CASES, DUE)
    items = LAYOUTS[layout](people)
    if packed:
        write_zip(root / "class.zip", items)
    else:
        write_folder(root / "class", items)
    desk = Desk(root, checkout)
    Path(desk.environment()["XDG_CACHE_HOME"]).mkdir()
    return WholeClass(desk, people)


@dataclass(frozen=True)
class WholeClass:
    """A desk and the class on it."""

    desk: Desk
    people: list[Person]

    @property
    def root(self) -> Path:
        """The folder that everything lies in."""
        return self.desk.root

    @property
    def handed_in(self) -> Path:
        """The folder or the archive that the class is in."""
        packed = self.root / "class.zip"
        return packed if packed.exists() else self.root / "class"

    def grade(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Grade the class."""
        return self.desk.grade(*words, folder=self.handed_in.name)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run another command of the grader's."""
        return self.desk.run([sys.executable, "-m", "grader.cli", *words])

    def reports(self) -> dict[str, dict[str, Any]]:
        """Read the results, by student."""
        lines = (self.root / "out" / "results.jsonl").read_text(encoding="utf-8").splitlines()
        return {report["student"]: report for report in map(json.loads, lines)}

    def gradebook(self) -> dict[str, dict[str, str]]:
        """Read the gradebook, by student."""
        with (self.root / "out" / "gradebook.csv").open(encoding="utf-8", newline="") as file:
            return {row["student"]: row for row in csv.DictReader(file)}

    def surroundings(self) -> Mapping[str, tuple[int, int]]:
        """List every file around the desk but results, record and cache, with its size and time."""
        above = self.root.parent
        own = ("out", "home/cache/grader", "course/.grader")
        kept = {self.root / name for name in own}
        found = {}
        for place, names, files in os.walk(above):
            folder = Path(place)
            names[:] = [name for name in names if folder / name not in kept]
            for name in (*names, *files):
                stat = (folder / name).lstat()
                is_file = name in files
                told = (stat.st_size, stat.st_mtime_ns) if is_file else (0, 0)
                found[str((folder / name).relative_to(above))] = told
        return found
