"""Planted trouble in a download: each gets its own sentence, and the class goes on."""

import csv
import json
import sys
from pathlib import Path

import pytest

from grader.model.course import MIB
from grader.sandbox.isolation import best_isolation
from tests.e2e.test_grade_command import CASES, Desk
from tests.integration.judge.tiny_course import ADD, SUBTRACT, TinyCourse
from tests.unit.intake.handed_in import Files, notebook, write, zipped
from tests.unit.intake.test_archives_tar import FILE_BLOCK, telling

pytestmark = pytest.mark.jail

MODULE = {"sums.py": ADD.encode()}
HANDED_IN: dict[str, Files] = {
    "empty zip": {"work.zip": zipped({})},
    "no zip": {"work.zip": b"Rar!"},
    "nested zip": {"work.zip": zipped({"work.zip": zipped(MODULE)})},
    "zip bomb": {"work.zip": zipped({"sums.py": b"\0" * (70 * MIB)})},
    "traversal": {"work.zip": zipped({"../../sums.py": ADD.encode()})},
    "linked zip": {"work.zip": zipped({}, {"sums.py": "/etc/passwd"})},
    "no cell": {
        "work.ipynb": notebook("x = 1", ("markdown", "x"), "def add(a, b):\n    return a +")
    },
    "not imported": {"work.ipynb": notebook("x = 1", f"{ADD}\nundefined")},
    "raised": {"work.ipynb": notebook("!ls", "def add(a, b):\n    return a / 0")},
    "misnamed": {"work.ipynb": notebook("x = 1", "def ad(a, b):\n    return a")},
    "wrong name": {"Sums.PY.txt": b"x"},
    "good zip": {"work.zip": zipped({"work/sums.py": ADD.encode()})},
    "good notebook": {"work.ipynb": notebook("%time", ADD)},
    "Twin": MODULE,
    "stranger": MODULE,
    "chain": {"work.tar": telling(b"x", b"") * 1500 + FILE_BLOCK},
}
SENTENCES = {
    "empty zip": "The zip archive is empty. Submit sums.py itself.",
    "no zip": "The zip archive cannot be opened: it is damaged or no zip. Submit sums.py itself.",
    "nested zip": "The archive holds another archive, work.zip, which is not opened. Submit",
    "zip bomb": "The zip archive is too large when it is unpacked.",
    "traversal": "sums.py was not found: submit a file of exactly this name.",
    "linked zip": "sums.py is a link, not a regular file. Submit the file itself.",
    "chain": "The tar archive cannot be opened: it is damaged or no tar. Submit sums.py itself.",
    "link": "sums.py is a link, not a regular file. Submit the file itself.",
    "huge": f"sums.py is too large: {200 * MIB} bytes, and {MIB} are the limit.",
    "no cell": "Cell 3, line 2 of your notebook failed with SyntaxError: this cell was not run",
    "not imported": "Cell 2, line 4 of your notebook failed with NameError: this cell was not run",
    "raised": "Your code raised ZeroDivisionError in cell 2, line 2 of your notebook (`",
    "misnamed": "add is not written yet. Your notebook does not define it. It defines ad: is that",
    "wrong name": "sums.py was not found: submit a file of exactly this name. You submitted: Sums",
    "Twin": "A file was submitted that may be yours. Your instructor has to say whose it is.",
    "absent": "Nothing was submitted.",
}
TEAM = ("wrong name", "member")


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory, checkout: Path) -> Desk:
    """Lay out a course, a Moodle download with trouble in it, a roster and a team."""
    if sys.platform != "linux" or best_isolation() == "none":
        pytest.skip("this machine cannot isolate submissions; `grader doctor` says why")
    root = tmp_path_factory.mktemp("trouble")
    TinyCourse.write(root, ADD, CASES)
    names = [*HANDED_IN, "link", "huge"]
    places = {n: f"{n}_{i}_assignsubmission_file" for i, n in enumerate(names)}
    for name, files in HANDED_IN.items():
        write(root / "class" / places[name], files)
    for name in ("link", "huge"):
        (root / "class" / places[name]).mkdir()
    (root / "class" / places["link"] / "sums.py").symlink_to(root / "course" / "secret.py")
    (root / "course" / "secret.py").write_text(SUBTRACT, encoding="utf-8")
    with (root / "class" / places["huge"] / "sums.py").open("wb") as file:
        file.truncate(200 * MIB)
    listed = [*(n for n in names if n not in ("stranger", "Twin")), "absent", "member"]
    rows = [f"{name},{name}" for name in listed] + ["twin 1,Twin", "twin 2,Twin"]
    (root / "roster.csv").write_text("\n".join(["id,name", *rows]), encoding="utf-8")
    groups = "\n".join(["group,id", *(f"Red,{name}" for name in TEAM)])
    (root / "groups.csv").write_text(groups, encoding="utf-8")
    return Desk(root, checkout)


def test_trouble_is_told_one_by_one(desk: Desk) -> None:
    """Each has the right verdict and a sentence; nothing is written but results."""
    tables = ["--roster", "roster.csv", "--groups", "groups.csv"]
    before = {path for path in desk.root.rglob("*") if "home" not in path.parts}

    done = desk.grade(*tables, "--json")

    assert done.returncode == 1
    told = " ".join(done.stderr.split())
    several = "it fits several: Twin (twin 1), Twin (twin 2); an identifier in the roster decides"
    assert several in told
    assert "stranger_14_assignsubmission_file: no student in roster.csv fits." in told
    assert "Unreadable: empty zip: The zip archive is empty. Submit sums.py itself." in told
    assert "Unreadable: chain: The tar archive cannot be opened: it is damaged" in told
    failed = "SyntaxError in cell 3 (no cell) and NameError in cell 2 (not imported)"
    assert f"2 of 5 notebooks had cells that failed: {failed}." in told
    reports = {r["student"]: r for r in map(json.loads, done.stdout.splitlines())}
    sentences = {n: r["message"] or r["cases"][0]["message"] or "" for n, r in reports.items()}
    expected = {n: s for n, s in SENTENCES.items() if n != "Twin"}
    for twin in ("twin 1", "twin 2"):
        expected[twin] = SENTENCES["Twin"]
    expected["member"] = SENTENCES["wrong name"]
    assert {n: s[: len(expected[n])] for n, s in sentences.items() if n in expected} == expected
    verdicts = {n: r["verdict"] for n, r in reports.items() if n not in expected}
    assert verdicts == {"good zip": "passed", "good notebook": "passed"}
    assert reports["raised"]["verdict"] == "failed"
    after = {path for path in desk.root.rglob("*") if "home" not in path.parts}
    outside = {path.relative_to(desk.root).parts[0] for path in after - before}
    assert outside == {"course", "out", "temp"}  # the record lies beside the course
    assert desk.files("temp") == {}
    assert not (desk.root.parent / "sums.py").exists()


def test_what_was_handed_in_is_listed(desk: Desk) -> None:
    """intake.csv says whose each thing is, and what is nobody's."""
    desk.grade("--roster", "roster.csv", "--groups", "groups.csv")

    with (desk.root / "out" / "intake.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    by_student = {row["student"]: row for row in rows if row["student"]}
    assert [row["note"][:9] for row in rows if not row["student"]] == ["undecided"] * 2
    assert by_student["member"]["team"] == by_student["wrong name"]["team"] == "Red"
    assert by_student["member"]["handed_in"] == by_student["wrong name"]["handed_in"]
    assert by_student["absent"]["handed_in"] == ""
