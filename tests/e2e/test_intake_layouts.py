"""A class of two dozen comes out the same from unlike layouts, through the command itself."""

import csv
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from grader.sandbox.isolation import best_isolation
from tests.e2e.test_grade_command import CASES, Desk
from tests.integration.judge.tiny_course import ADD, SUBTRACT, TinyCourse
from tests.unit.intake.handed_in import LAYOUTS, Files, Pupil, notebook, roster, write, zipped

pytestmark = [pytest.mark.jail, pytest.mark.slow]

NAMES = [
    *("Anna Müller", "Anna Müller", "محمد علي", "שירה כהן", "山田 太郎", "Łukasz Żółć"),
    *("Jean-Luc d'Arc", "नेहा शर्मा", "Ωμέγα Άλφα", "O'Brien-Smith Jr", "สมชาย ใจดี", "김민준"),
]
MODULES = [ADD, SUBTRACT, "def add(a, b):\n    return a +\n", "def plus(a, b):\n    return a + b\n"]
PUPILS = [
    Pupil(str(1000 + n), NAMES[n % len(NAMES)], {"sums.py": MODULES[n % len(MODULES)].encode()})
    for n in range(len(NAMES) * 2)
]
EXPECTED = {
    f"s{pupil.id}": ("passed", "failed", "error", "failed")[number % len(MODULES)]
    for number, pupil in enumerate(PUPILS)
}
ABSENT = "s9999"
DUE = "due = 2026-09-05T23:59:59Z\nlate_penalty = 0.1\n"


def mixed(pupils: list[Pupil]) -> Files:
    """A folder, a zip or a notebook, named by id, address or account."""
    made: Files = {}
    for number, p in enumerate(pupils):
        if number % 3 == 0:
            made |= {f"s{p.id}/{name}": data for name, data in p.files.items()}
        elif number % 3 == 1:
            made[f"{p.email}.zip"] = zipped({f"work/{n}": data for n, data in p.files.items()})
        else:
            text = p.files["sums.py"].decode()
            made[f"{p.account}.ipynb"] = notebook(("markdown", "# Sums"), "%time", text)
    return made


# what each other layout holds is told apart in test_whole_classes.py
UNLIKE: Mapping[str, Callable[[list[Pupil]], Files]] = {
    "mixed": mixed,
    "gradescope": LAYOUTS["gradescope"],
}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory, checkout: Path) -> Desk:
    """Lay out a course and a roster; what the lesson teaches is learnt once."""
    if sys.platform != "linux" or best_isolation() == "none":
        pytest.skip("this machine cannot isolate submissions; `grader doctor` says why")
    root = tmp_path_factory.mktemp("layouts")
    TinyCourse.write(root, ADD, CASES, DUE)
    (root / "roster.csv").write_bytes(roster(PUPILS, [f"{ABSENT};Ab Sent;;;;"]))
    return Desk(root, checkout)


@pytest.mark.parametrize("layout", UNLIKE)
def test_a_class_in_unlike_layouts(layout: str, desk: Desk) -> None:
    """Every student has the same verdict, whatever their submission came in."""
    files = UNLIKE[layout](PUPILS)
    is_packed = layout == "gradescope"
    if is_packed:
        (desk.root / f"{layout}.zip").write_bytes(zipped(files))
    else:
        write(desk.root / layout, files)
    source = f"{layout}.zip" if is_packed else layout
    before = set(desk.files(".")) - set(desk.files("home", "temp"))

    places = ["--out", f"out-{layout}", "--data", f"out-{layout}/record"]
    done = desk.grade("--roster", "roster.csv", *places, "--json", folder=source)

    assert done.returncode == 0, done.stderr
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    verdicts = {report["student"]: report["verdict"] for report in reports}
    expected = {**EXPECTED, ABSENT: "missing"}
    if layout == "mixed":  # a notebook whose cell is no Python goes on without its function
        expected |= {f"s{p.id}": "failed" for n, p in enumerate(PUPILS) if n % 12 == 2}
    assert verdicts == expected
    after = set(desk.files(".")) - set(desk.files("home", "temp"))
    assert all(name.startswith(f"out-{layout}/") for name in after - before)
    assert desk.files("temp") == {}
    assert ("It is not known when anybody submitted" in done.stderr) == (layout == "mixed")
    assert (desk.root / f"out-{layout}" / "intake.csv").is_file()
    check_gradebook(desk.root / f"out-{layout}" / "gradebook.csv", has_times=layout == "gradescope")


def check_gradebook(path: Path, *, has_times: bool) -> None:
    """Check names and dates: a time that a download states counts, an unknown one is not late."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert rows[ABSENT]["name"] == "Ab Sent"
    for number, pupil in enumerate(PUPILS):
        row = rows[f"s{pupil.id}"]
        late = max(0, number % 9 - 4) if has_times else 0  # submitted at 8 on the 1st to the 9th
        points = 2 if row["verdict"] == "passed" else 0
        assert row["name"] == pupil.name
        assert row["days_late"] == (str(late) if has_times else "")
        assert float(row["points_counted"]) == pytest.approx(points * (1 - late / 10))
        assert bool(row["submitted_at"]) == has_times
