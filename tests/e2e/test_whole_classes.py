"""Whole classes go through intake, grade, feedback and export, with trouble planted in them.

WHOLE_CLASS_SIZE=500 makes every class that large.
"""

import os
import re
import sys
import unicodedata
from datetime import UTC
from pathlib import Path
from urllib.parse import quote

import pytest
from markupsafe import escape

from grader.feedback.page_names import page_names
from grader.intake.class_intake import Intake, Source, take_in
from grader.intake.class_people import People, read_times
from grader.intake.file_reader import read_here
from grader.intake.roster import read_roster, read_table
from grader.model.submission import Submission
from grader.sandbox.isolation import best_isolation
from tests.e2e.class_of_500.contents import CONTENTS
from tests.e2e.class_of_500.desk import (
    ABSENT,
    WholeClass,
    expected,
    lay_out,
    roster,
    table,
)
from tests.e2e.class_of_500.people import Person
from tests.unit.intake.handed_in import LESSON

pytestmark = [pytest.mark.jail, pytest.mark.course, pytest.mark.slow]

SIZE = int(os.environ.get("WHOLE_CLASS_SIZE", "0")) or 100
TAKEN_IN = [
    ("canvas", False),
    ("folders", True),
    ("files", False),
    ("zip_each", True),
    ("moodle_files", False),
    ("gradescope", True),
    ("nbgrader", True),
]


@pytest.fixture(scope="module", autouse=True)
def can_judge() -> None:
    """Skip where this machine cannot isolate submissions."""
    if sys.platform != "linux" or best_isolation() == "none":
        pytest.skip("this machine cannot isolate submissions; `grader doctor` says why")


def test_a_whole_class(tmp_path: Path, checkout: Path) -> None:
    """Everyone has the right verdict and a page; nothing is written but results; once is enough."""
    whole = lay_out(tmp_path / "desk", checkout, "moodle_folders", SIZE, True)
    (whole.root / "roster.csv").write_bytes(roster([*whole.people, ABSENT]))
    before = whole.surroundings()

    done = whole.grade("--roster", "roster.csv")

    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert differing(whole, whole.people) == []
    told = " ".join(done.stderr.split())
    assert "since their paths cannot be used: ../../escaped.py." in told
    check_pages(whole)
    results = (whole.root / "out" / "results.jsonl").read_bytes()
    again = whole.grade("--roster", "roster.csv")
    judged = sum(report["cases"] != [] for report in whole.reports().values())
    assert f"{judged} submissions to sums ({judged} known from before): " in again.stdout
    assert (whole.root / "out" / "results.jsonl").read_bytes() == results
    assert whole.surroundings() == before


def differing(whole: WholeClass, people: list[Person]) -> list[object]:
    """List whose verdict, points, sentence or name is not what it has to be."""
    reports, rows = whole.reports(), whole.gradebook()
    assert sorted(reports) == sorted(rows) == sorted(p.id for p in [*people, ABSENT])
    nothing = (reports[ABSENT.id]["verdict"], reports[ABSENT.id]["message"])
    assert nothing == ("missing", "Nothing was submitted.")
    found: list[object] = []
    for one in people:
        report, right = reports[one.id], expected(one)
        said = " ".join([report["message"] or "", *(c["message"] or "" for c in report["cases"])])
        is_right = (report["verdict"], report["points"]) == (right.verdict, str(right.points))
        if not is_right or right.said not in said or rows[one.id]["name"].strip("'") != kept(one):
            found.append((one, report["verdict"], said, rows[one.id]["name"]))
    return found


def kept(one: Person) -> str:
    """Write a name without what nobody sees in it."""
    composed = unicodedata.normalize("NFC", one.name)
    return "".join(c for c in composed if unicodedata.category(c) != "Cf").strip("'")


def in_a_path(one: Person) -> str:
    """Write a name as a path can hold it."""
    return kept(one).replace("/", "")


def check_pages(whole: WholeClass) -> None:
    """Check that each student has a page for them and one for the instructor."""
    pages = page_names(whole.reports())
    names = sorted(pages.values())
    for folder in ("feedback", "instructor"):
        assert sorted(path.name for path in (whole.root / "out" / folder).iterdir()) == names
        for student in whole.reports():
            page = (whole.root / "out" / folder / pages[student]).read_text(encoding="utf-8")
            # in an element of its own: nothing reorders it
            assert re.search(rf">{re.escape(escape(student))}\s*<", page)
    index = (whole.root / "out" / "index.html").read_text(encoding="utf-8")
    assert all(f'"feedback/{quote(name)}"' in index for name in names)


@pytest.mark.parametrize(("layout", "packed"), TAKEN_IN)
def test_a_whole_class_is_taken_in(
    layout: str, packed: bool, tmp_path: Path, checkout: Path
) -> None:
    """In every other layout everyone has their own file, or the sentence of what is wrong."""
    whole = lay_out(tmp_path / "desk", checkout, layout, SIZE, packed)
    before = whole.surroundings()

    intake = taken_in(whole, roster([*whole.people, ABSENT]))

    found = {str(one.student): one for one in intake.submissions}
    assert intake.unplaced == ()
    assert found.pop(ABSENT.id).refused_as == "missing"
    assert sorted(found) == sorted(one.id for one in whole.people)
    assert [one for one in whole.people if not is_right(found[one.id], one)] == []
    notes = " ".join(intake.notes)
    assert ("since their paths cannot be used: ../../escaped.py." in notes) == packed
    assert ("Canvas marks" in notes) == (layout == "canvas")
    assert whole.surroundings() == before


def test_the_same_class_through_every_platform(tmp_path: Path, checkout: Path) -> None:
    """Owners, files, refusals and times are the same, whatever a class came in."""
    seen = []
    for layout in ("moodle_folders", "canvas", "gradescope", "nbgrader", "folders"):
        whole = lay_out(tmp_path / layout, checkout, layout, 120, True)
        hours = [(p.email, f"2026-09-0{n % 9 + 1}T08:00Z") for n, p in enumerate(whole.people)]

        intake = taken_in(whole, roster(whole.people), table([("email", "time"), *hours]))

        assert (intake.unplaced, len(intake.submissions)) == ((), 120)
        assert all(one.submitted_at for one in intake.submissions)
        seen.append([
            (one.student, one.name, one.sources, one.refused, one.submitted_at)
            for one in intake.submissions
        ])  # fmt: skip
    assert [each == seen[0] for each in seen] == [True] * 5


def taken_in(whole: WholeClass, people: bytes, times: bytes = b"") -> Intake:
    """Take the class in with a roster, and times, which lie elsewhere."""
    path = whole.root.parent / "roster.csv"
    path.write_bytes(people)
    known = read_roster(path)
    path.write_bytes(times)
    told = read_times(read_table(path), UTC) if times else ()
    path.unlink()
    return take_in(Source(whole.handed_in), LESSON, People(known, times=told), read=read_here)


def is_right(found: Submission, person: Person) -> bool:
    """Tell whether this is what a person submitted, under their name."""
    right, content = expected(person), CONTENTS.get(person.key)
    if found.name is None or found.name.strip("'") != kept(person):
        return False
    if right.verdict == "unreadable":
        return found.refused_as == "unreadable" and right.said in (found.refused or "")
    handed_in = found.sources.get("sums.py")
    return handed_in is not None if content is None else handed_in == content.data
