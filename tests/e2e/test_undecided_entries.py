"""One entry that is unlike the rest, or called as another, costs nobody else a verdict."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.intake.names import shown
from grader.sandbox.isolation import best_isolation
from tests.e2e.test_grade_command import CASES, Desk
from tests.integration.judge.tiny_course import ADD, SUBTRACT, TinyCourse
from tests.unit.intake.handed_in import write

pytestmark = [pytest.mark.jail, pytest.mark.slow]

MOODLE = "{0}_{1}_assignsubmission_file/sums.py"
PLANTED = {
    "the lesson's file": ("sums.py", ADD.encode()),
    "Moodle's": (MOODLE.format("Eve", 77), SUBTRACT.encode()),
    "Gradescope's": ("submission_metadata.yml", b"ann:\n  :submitters:\n  - :sid: eve\n"),
    "Gradescope's, broken": ("submission_metadata.yml", b"a: ["),
}
ROSTER = "id,name,github,canvas id,participant\nann,Ann Lee,alice,17,1\nben,Bo Ray,bo,19,2\n"
GROUPS = "group,id\nRed,ann\n"
RIGHT, WRONG = ADD.encode(), SUBTRACT.encode()
CALLED_AS_ANOTHER: Mapping[str, dict[str, bytes]] = {
    "eve_17_18_901_sums.py": {
        "leeann_17_900_sums.py": RIGHT,
        "raybo_19_902_sums.py": RIGHT,
        "eve_17_18_901_sums.py": WRONG,
    },
    "Eve-Ann Lee_3_assignsubmission_file": {
        MOODLE.format("Ann Lee", 1): RIGHT,
        MOODLE.format("Bo Ray", 2): RIGHT,
        MOODLE.format("Eve-Ann Lee", 3): WRONG,
    },
    "Red.py": {"ann.py": RIGHT, "ben.py": RIGHT, "Red.py": WRONG},
    "\uff41nn.py": {"ann.py": RIGHT, "ben.py": RIGHT, "\uff41nn.py": WRONG},
    "a\u200bnn.py": {"ann.py": RIGHT, "ben.py": RIGHT, "a\u200bnn.py": WRONG},
}


@pytest.fixture
def desk(tmp_path: Path, checkout: Path) -> Desk:
    """Lay out a course with a roster and groups."""
    if sys.platform != "linux" or best_isolation() == "none":
        pytest.skip("this machine cannot isolate submissions; `grader doctor` says why")
    TinyCourse.write(tmp_path, ADD, CASES)
    write(tmp_path, {"roster.csv": ROSTER.encode(), "groups.csv": GROUPS.encode()})
    return Desk(tmp_path, checkout)


def verdicts(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    """Read each student's verdict."""
    reports = map(json.loads, done.stdout.splitlines())
    return {report["student"]: report["verdict"] for report in reports}


@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_entry(planted: str, desk: Desk) -> None:
    """Everybody is judged by what they submitted; the planted entry is named, and asked about."""
    name, data = PLANTED[planted]
    write(desk.root / "class", {"ann/sums.py": RIGHT, "ben/sums.py": RIGHT, name: data})

    done = desk.grade("--roster", "roster.csv", "--json")

    assert done.stderr.splitlines()[0].startswith("Plain class, ")
    assert f"Undecided: {name.split('/')[0]}: " in done.stderr
    assert (done.returncode, verdicts(done)) == (1, {"ann": "passed", "ben": "passed"})


@pytest.mark.parametrize("entry", CALLED_AS_ANOTHER)
def test_an_entry_called_as_another(entry: str, desk: Desk) -> None:
    """An innocent's good work stays passed, and the entry that is called so is undecided."""
    write(desk.root / "class", CALLED_AS_ANOTHER[entry])

    done = desk.grade("--roster", "roster.csv", "--groups", "groups.csv", "--json")

    told = " ".join(done.stderr.split())
    assert f"Undecided: {shown(entry)}: " in told
    assert (done.returncode, verdicts(done)) == (1, {"ann": "passed", "ben": "passed"})
    assert told.count("Undecided: ") == 1


def test_a_layout_that_is_said(desk: Desk) -> None:
    """With --layout an entry that most others are unlike is what is read."""
    write(desk.root / "class", {MOODLE.format("Eve", 77): RIGHT, "ann.py": RIGHT, "b.py": RIGHT})

    done = desk.grade("--layout", "moodle", "--json")

    assert done.stderr.splitlines()[0] == "Moodle download, 1 of 3 entries."
    assert (done.returncode, verdicts(done)) == (1, {"77": "passed"})
    listed = (desk.root / "out" / "intake.csv").read_text(encoding="utf-8")
    assert (
        'ann.py,,,,,"undecided: it is no entry of a Moodle download, as the others are"' in listed
    )


def test_help_names_the_layouts(desk: Desk) -> None:
    """`grade --help` says how a layout is said outright."""
    done = desk.run([sys.executable, "-m", "grader.cli", "grade", "--help"])

    assert "--layout" in done.stdout
    assert "one|plain|nbgrader|gradescope|moodle|canvas|blackboard" in "".join(done.stdout.split())
