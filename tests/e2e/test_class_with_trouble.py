"""A class with absent, unreadable and undecided work is told right in every place.

Nobody's grade on the platform changes without a verdict, whatever the class was submitted as.
"""

import csv
import re
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from grader.sandbox.isolation import best_isolation
from tests.e2e.class_of_500.desk import WholeClass, expected, table
from tests.e2e.class_of_500.formats import rows_of
from tests.e2e.class_of_500.layouts import LAYOUTS, write_folder
from tests.e2e.class_of_500.people import Person, make_people
from tests.e2e.test_grade_command import CASES, Desk
from tests.e2e.test_whole_class_exports import canvas_rows, moodle_rows
from tests.e2e.test_whole_classes import kept
from tests.integration.judge.tiny_course import ADD, TinyCourse
from tests.unit.platforms.test_export_grades import canvas_reading, moodles_reading

pytestmark = [pytest.mark.jail, pytest.mark.course, pytest.mark.slow]

JUDGED, MISSING, UNREADABLE, PAIRS = 40, 8, 5, 2
BEFORE = "1.50"  # what everybody has on the platform
WORK = ("right", "wrong", "small only", "right in another way", "no python")


@dataclass(frozen=True)
class Namesake(Person):
    """Somebody of whom the platform says a name, and two students have it."""

    @property
    def account(self) -> str:
        """The name itself."""
        return self.name


@dataclass(frozen=True)
class Troubled:
    """A graded class, and who is what in it."""

    whole: WholeClass
    judged: list[Person]
    unreadable: list[Person]
    missing: list[Person]
    undecided: list[Person]

    @property
    def everyone(self) -> list[Person]:
        """All who are on the roster."""
        return [*self.judged, *self.unreadable, *self.missing, *self.undecided]

    def export(self, *words: str) -> str:
        """Run an export, which says that somebody is undecided; give stderr."""
        done = self.whole.run("export", *words, "--course", "course")
        assert (done.returncode, "Traceback" in done.stderr) == (1, False), done.stderr
        assert done.stderr.count("Undecided, so left out: ") == 2 * PAIRS
        return done.stderr


def roster(people: Sequence[Person], namesakes: Sequence[Person]) -> bytes:
    """Write a roster that does not know the numbers and accounts of the namesakes."""
    head = ["id", "name", "email", "username", "canvas_id", "participant"]
    rows = [[p.id, p.name, p.email, p.account, str(p.number), str(p.number)] for p in people]
    rows += [[p.id, p.name, p.email, "", "", ""] for p in namesakes]
    return table([head, *rows])


@pytest.fixture(scope="module", params=["moodle_folders", "gradescope"])
def troubled(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, checkout: Path
) -> Troubled:
    """Grade the class as one platform hands it out."""
    if sys.platform != "linux" or best_isolation() == "none":
        pytest.skip("this machine cannot isolate submissions; `grader doctor` says why")
    people = make_people(JUDGED + UNREADABLE + MISSING, 7)
    judged = [replace(p, key=WORK[n % len(WORK)]) for n, p in enumerate(people[:JUDGED])]
    unreadable = [replace(p, key="latin-1") for p in people[JUDGED:-MISSING]]
    undecided = [Person(880_000 + n, f"Kim Park {n // 2}") for n in range(2 * PAIRS)]
    namesakes = [Namesake(990_000 + n, f"Kim Park {n}", "right") for n in range(PAIRS)]
    root = tmp_path_factory.mktemp(request.param)
    TinyCourse.write(root, ADD, CASES)
    items = LAYOUTS[request.param]([*judged, *unreadable, *namesakes])
    write_folder(root / "class", items)
    (root / "roster.csv").write_bytes(roster(people, undecided))
    whole = WholeClass(Desk(root, checkout), people)

    done = whole.grade("--roster", "roster.csv")

    assert done.returncode == 1, done.stderr
    assert done.stderr.count("Undecided: ") == PAIRS
    first, second, *_ = done.stdout.splitlines()
    assert first.startswith(f"{JUDGED} submissions to sums: ")
    told = f"{MISSING} missing, {UNREADABLE} unreadable, {2 * PAIRS} undecided"
    assert second == f"Not judged: {told}."
    return Troubled(whole, judged, unreadable, people[-MISSING:], undecided)


def test_states_and_names(troubled: Troubled) -> None:
    """Everyone has the state that is theirs, with their name beside the id, and no case of it."""
    reports, rows = troubled.whole.reports(), troubled.whole.gradebook()
    states = {p.id: expected(p).verdict for p in troubled.judged}
    for state in ("unreadable", "missing", "undecided"):
        states |= {p.id: state for p in getattr(troubled, state)}

    assert {student: one["verdict"] for student, one in reports.items()} == states
    assert {row["student"]: row["verdict"] for row in rows.values()} == states
    for one in troubled.everyone:
        report = reports[one.id]
        assert rows[one.id]["name"].strip("'") == report["name"].strip("'") == kept(one)
        is_judged = states[one.id] not in ("unreadable", "missing", "undecided")
        assert (bool(report["cases"]), bool(rows[one.id]["points"])) == (is_judged, is_judged)


def test_statistics_count_the_judged(troubled: Troubled) -> None:
    """Rates and medians are those of the judged."""
    page = (troubled.whole.root / "out" / "index.html").read_text(encoding="utf-8")

    small = sum(p.key not in {"wrong", "no python"} for p in troubled.judged)
    rates = re.findall(r'<p class="share">(\d+) %</p>', page)
    assert sorted(map(int, rates)) == [40, int(100 * small / JUDGED)]
    assert f"<p>{JUDGED} submissions; " in page
    assert "median 50 %." in page


@pytest.mark.parametrize("form", ["canvas", "moodle"])
def test_a_cell_changes_only_where_there_is_a_verdict(form: str, troubled: Troubled) -> None:
    """In the class's own list every other grade stays, and each that is replaced is named."""
    everyone = troubled.everyone
    rows = canvas_rows if form == "canvas" else moodle_rows
    reports = troubled.whole.reports()
    right = {p.id: BEFORE for p in everyone}
    right |= {p.id: reports[p.id]["points"] for p in troubled.judged}
    whole = troubled.whole
    before = {p.id: BEFORE for p in everyone}
    (whole.root / "list.csv").write_bytes(table(list(rows(everyone, before))))

    column = "771" if form == "canvas" else "Grade"
    words = ("--into", "list.csv", "--out", "new.csv", "--overwrite", "--column", column)
    said = troubled.export(form, *words, "--roster", "roster.csv")

    with (whole.root / "new.csv").open(encoding="utf-8-sig", newline="") as new:
        assert list(csv.reader(new)) == list(map(list, rows(everyone, right)))
    assert f"{JUDGED} of {JUDGED} students filled in." in said
    assert f"Another grade replaced ({JUDGED}):" in said


def test_feedback_goes_back(troubled: Troubled) -> None:
    """Everyone who handed something in has a page under the name that the platform knows."""
    whole = troubled.whole
    answered = [*troubled.judged, *troubled.unreadable]
    if whole.root.name.startswith("gradescope"):
        troubled.export("gradescope", "--out", "back", "--overwrite")
        assert len(list((whole.root / "back").iterdir())) == len(answered)
        return

    troubled.export("feedback", "--out", "back.zip", "--overwrite")

    with zipfile.ZipFile(whole.root / "back.zip") as archive:
        pages = {name: archive.read(name).decode() for name in archive.namelist()}
    read = {_number(name): page for name, page in pages.items()}
    assert set(read) == {str(p.number) for p in answered}
    assert all(f">{p.id}<" in read[str(p.number)] for p in answered)


def _number(name: str) -> str:
    found = moodles_reading(name)
    return found[0] if found else canvas_reading(name)[0]


def test_a_canvas_file_without_a_list(troubled: Troubled) -> None:
    """The ids that the roster has are filled; grades only."""
    words = ("--out", "small.csv", "--overwrite", "--roster", "roster.csv")

    troubled.export("canvas", *words)

    rows = rows_of((troubled.whole.root / "small.csv").read_bytes())[1:]
    assert {row[1] for row in rows} == {str(p.number) for p in troubled.judged}
    assert not [row for row in rows if row[2]]
