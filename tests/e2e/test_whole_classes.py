"""Whole classes go through intake, grade, feedback and export, with trouble planted in them.

WHOLE_CLASS_SIZE=500 makes every class that large; else only one is, so that this is short.
"""

import csv
import os
import signal
import subprocess
import sys
import time
import unicodedata
from collections import Counter
from pathlib import Path

import pytest
from markupsafe import escape

from grader.feedback.page_names import page_address, page_names
from grader.jail.isolation import best_isolation
from tests.e2e.class_of_500.desk import (
    ABSENT,
    WholeClass,
    expected,
    lay_out,
    roster,
    table,
)
from tests.e2e.class_of_500.people import Person
from tests.e2e.test_grade_command import is_judged

pytestmark = [pytest.mark.jail, pytest.mark.course, pytest.mark.slow]

ASKED = int(os.environ.get("WHOLE_CLASS_SIZE", "0"))
WHOLE, PART = ASKED or 500, ASKED or 100
CLASSES = [
    ("moodle_folders", True, WHOLE),
    ("canvas", False, PART),
    ("folders", True, PART),
    ("files", False, PART),
    ("zip_each", True, PART),
    ("moodle_files", False, PART),
    ("gradescope", True, PART),
    ("clones", False, PART),
    ("nbgrader", True, PART),
]


@pytest.fixture(scope="module", autouse=True)
def can_judge() -> None:
    """Skip where this machine cannot isolate submissions."""
    if sys.platform != "linux" or best_isolation() == "none":
        pytest.skip("this machine cannot isolate submissions; `grader doctor` says why")


@pytest.mark.parametrize(("layout", "packed", "count"), CLASSES)
def test_a_whole_class(
    layout: str, packed: bool, count: int, tmp_path: Path, checkout: Path
) -> None:
    """Everyone has the right verdict and a page; nothing is written but results; once is enough."""
    whole = lay_out(tmp_path / "desk", checkout, layout, count, packed)
    (whole.root / "roster.csv").write_bytes(roster([*whole.people, ABSENT]))
    before = whole.surroundings()

    done = whole.grade("--roster", "roster.csv")

    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert differing(whole, whole.people) == []
    told = " ".join(done.stderr.split())
    assert ("names files outside itself, left out: ../../escaped.py." in told) == packed
    assert ("Canvas marks" in told) == (layout == "canvas")
    check_pages(whole)
    results = (whole.root / "out" / "results.jsonl").read_bytes()
    again = whole.grade("--roster", "roster.csv")
    assert f"({count + 1} known from before)" in again.stdout
    assert (whole.root / "out" / "results.jsonl").read_bytes() == results
    assert whole.surroundings() == before


def test_a_whole_class_that_was_interrupted(tmp_path: Path, checkout: Path) -> None:
    """Ctrl-C in the middle keeps what is judged; the same command goes on, and all is right."""
    whole = lay_out(tmp_path / "desk", checkout, "folders", PART, False)
    (whole.root / "roster.csv").write_bytes(roster([*whole.people, ABSENT]))
    before = whole.surroundings()
    running = subprocess.Popen(
        whole.desk.command("--roster", "roster.csv"),
        cwd=whole.root,
        env=whole.desk.environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 90
    while not is_judged(whole.desk, 20) and time.monotonic() < deadline:
        time.sleep(0.01)
    os.killpg(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=30)

    again = whole.grade("--roster", "roster.csv")

    assert (running.returncode, "Traceback" in said) == (130, False), said
    assert "known from before)" in again.stdout
    assert differing(whole, whole.people) == []
    assert whole.surroundings() == before


def differing(whole: WholeClass, people: list[Person]) -> list[object]:
    """List whose verdict, points, sentence or name is not what it has to be."""
    reports, rows = whole.reports(), whole.gradebook()
    assert sorted(reports) == sorted(rows) == sorted(p.id for p in [*people, ABSENT])
    nothing = (reports[ABSENT.id]["verdict"], reports[ABSENT.id]["message"])
    assert nothing == ("missing", "Nothing was handed in.")
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
            assert f">{escape(student)}<" in page  # in an element of its own: nothing reorders it
    index = (whole.root / "out" / "index.html").read_text(encoding="utf-8")
    assert all(f'"feedback/{page_address(name)}"' in index for name in names)


def test_names_alone(tmp_path: Path, checkout: Path) -> None:
    """A roster of ids and names finds everyone in Moodle's folders but those of one name."""
    whole = lay_out(tmp_path, checkout, "moodle_folders", PART, True)
    rows = [["id", "name"], *([one.id, one.name] for one in whole.people)]
    (whole.root / "roster.csv").write_bytes(table(rows))

    done = whole.grade("--roster", "roster.csv")

    names = Counter(alike(one) for one in whole.people)
    shared = [one for one in whole.people if names[alike(one)] > 1]
    assert done.returncode == 1, done.stderr
    assert len(shared) > 4
    assert done.stderr.count("Undecided:") == len(shared)
    reports = whole.reports()
    for one in whole.people:
        report = reports[one.id]
        is_clear = report["verdict"] == expected(one).verdict
        is_unclear = "may be yours" in (report["message"] or "")
        assert is_unclear if one in shared else is_clear, (one, report["message"])


def alike(one: Person) -> str:
    """Fold a name as far as nobody could tell it from another."""
    signs = unicodedata.normalize("NFKC", one.name).casefold().replace(",", " ").replace("_", " ")
    words = "".join(c for c in signs if unicodedata.category(c)[0] in "LMNZ").split()
    return " ".join(sorted(words))


def test_the_surroundings_are_looked_at(tmp_path: Path, checkout: Path) -> None:
    """What is written beside the desk, or changed on it, is seen by these tests."""
    whole = lay_out(tmp_path / "desk", checkout, "folders", 70, True)
    before = whole.surroundings()

    (tmp_path / "escaped.py").touch()
    with (whole.root / "class.zip").open("ab") as file:
        file.write(b"x")

    after = whole.surroundings()
    assert {name for name in after if after[name] != before.get(name)} == {
        "escaped.py",
        "desk/class.zip",
    }


def test_ids_that_are_names(tmp_path: Path, checkout: Path) -> None:
    """Where names stand for students each has a row and a page, whatever they are called."""
    whole = lay_out(tmp_path, checkout, "named_folders", PART, False)

    done = whole.grade()

    people = {one.name: one for one in whole.people}  # one folder for several of one name
    names = Counter(map(in_a_path, people.values()))
    assert done.returncode == 1
    assert done.stderr.count("Undecided:") == 2  # of the one name in two normal forms
    reports = whole.reports()
    assert sorted(reports) == sorted(names)
    for one in people.values():
        report = reports[in_a_path(one)]
        if names[in_a_path(one)] > 1:
            assert report["message"].startswith("Two names look alike: ")
        else:
            assert report["verdict"] == expected(one).verdict
    check_pages(whole)
    with (whole.root / "out" / "gradebook.csv").open(encoding="utf-8", newline="") as file:
        cells = [row["student"] for row in csv.DictReader(file)]
    assert not [cell for cell in cells if cell[0] in "=+-@"]
