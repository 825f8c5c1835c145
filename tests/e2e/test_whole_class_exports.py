"""A whole class comes out in every format, and its own lists are filled and otherwise untouched."""

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from grader.sandbox.isolation import best_isolation
from tests.e2e.class_of_500.desk import WholeClass, lay_out, roster, table
from tests.e2e.class_of_500.formats import check_gradescope, rows_of
from tests.e2e.class_of_500.people import Person

pytestmark = [pytest.mark.jail, pytest.mark.course, pytest.mark.slow]

SIZE = int(os.environ.get("WHOLE_CLASS_SIZE", "0")) or 100
BOM = "\ufeff".encode()


@pytest.fixture(scope="module", autouse=True)
def can_judge() -> None:
    """Skip where this machine cannot isolate submissions."""
    if sys.platform != "linux" or best_isolation() == "none":
        pytest.skip("this machine cannot isolate submissions; `grader doctor` says why")


@pytest.fixture(scope="module")
def by_id(tmp_path_factory: pytest.TempPathFactory, checkout: Path) -> WholeClass:
    """Grade a class that a roster gives ids."""
    whole = lay_out(tmp_path_factory.mktemp("ids"), checkout, "gradescope", SIZE, False)
    (whole.root / "roster.csv").write_bytes(roster(whole.people))
    assert whole.grade("--roster", "roster.csv").returncode == 0
    return whole


@pytest.fixture(scope="module")
def by_name(tmp_path_factory: pytest.TempPathFactory, checkout: Path) -> WholeClass:
    """Grade a class whose students are called what their folders are."""
    whole = lay_out(tmp_path_factory.mktemp("names"), checkout, "named_folders", SIZE, False)
    whole.grade()
    return whole


def export(whole: WholeClass, *words: str, code: int = 0) -> str:
    """Run an export; give what it prints."""
    done = whole.run("export", *words, "--course", "course")
    assert (done.returncode, "Traceback" in done.stderr) == (code, False), done.stderr
    return done.stdout


@pytest.mark.parametrize("name", ["by_id", "by_name"])
def test_every_format(name: str, request: pytest.FixtureRequest) -> None:
    """Each format holds each student, and obeys the rules of its readers."""
    whole: WholeClass = request.getfixturevalue(name)
    everyone = whole.reports()
    reports = {name: one for name, one in everyone.items() if one["verdict"] != "undecided"}
    code = int(reports != everyone)

    export(whole, "gradescope", "--out", "gs", code=code)

    check_gradescope(whole.root / "gs", reports)
    out = whole.root / "out"
    assert export(whole, "csv").encode() == (out / "gradebook.csv").read_bytes()
    assert export(whole, "json").encode() == (out / "results.jsonl").read_bytes()
    judged = [name for name, one in reports.items() if one["verdict"] != "unreadable"]
    for form in ("canvas", "moodle"):
        assert len(rows_of(export(whole, form, code=code).encode())) == len(judged) + 1


def canvas_rows(people: Sequence[Person], points: dict[str, str]) -> Iterator[list[str]]:
    """Write what Canvas exports, with these points."""
    ids = ["ID", "SIS User ID", "SIS Login ID", "Section"]
    yield ["Student", *ids, "Sums (771)", "Other (772)", "Current Score"]
    yield ["", "", "", "", "", "Manual Posting", "", ""]
    yield ["    Points Possible", "", "", "", "", "2.00", "5.00", "(read only)"]
    for one in people:
        who = [one.sortable, str(one.number), one.id, one.email, "A, B"]
        yield [*who, points.get(one.id, ""), "3.50", "70.00"]
    yield ["Student, Test", "1", "", "", "A, B", "", "", ""]


def moodle_rows(people: Sequence[Person], points: dict[str, str]) -> Iterator[list[str]]:
    """Write Moodle's grading worksheet, with these points."""
    names = ["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade"]
    yield [*names, "Grade can be changed", "Last modified (submission)", "Feedback comments"]
    for one in people:
        who = [f"Participant {one.number}", one.name, one.email, "Submitted"]
        yield [*who, points.get(one.id, ""), "2.00", "Yes", "Tuesday, 1 September 2026", "a\nb"]


def points_of(whole: WholeClass) -> dict[str, str]:
    """Return the points that count, by student."""
    return {name: row["points_counted"] for name, row in whole.gradebook().items()}


@pytest.mark.parametrize("form", ["canvas", "moodle"])
@pytest.mark.parametrize("delimiter", [",", ";"])
def test_the_classs_own_list(form: str, delimiter: str, by_id: WholeClass) -> None:
    """One column is filled by identifier; every other byte stays; a second time changes nothing."""
    rows = canvas_rows if form == "canvas" else moodle_rows
    points = points_of(by_id)
    for name, told in (("list.csv", {}), ("right.csv", points)):
        data = BOM + table(list(rows(by_id.people, told)), delimiter, "\r\n")
        (by_id.root / name).write_bytes(data)

    column = "Grade" if form == "moodle" else "771"
    words = ("--overwrite", "--roster", "roster.csv", "--column", column)
    export(by_id, form, "--into", "list.csv", "--out", "new.csv", *words)
    export(by_id, form, "--into", "new.csv", "--out", "again.csv", *words)

    filled = (by_id.root / "new.csv").read_bytes()
    assert filled == (by_id.root / "right.csv").read_bytes()
    assert (by_id.root / "again.csv").read_bytes() == filled
