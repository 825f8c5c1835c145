"""`grader mark` and `unlock --publish` over a class that has been graded."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.cli.main import run
from grader.sandbox.isolation import best_isolation
from tests.integration.judge.tiny_course import ADD, SUBTRACT, TinyCourse, write_files

pytestmark = pytest.mark.jail

CASES = """
    import pytest
    from sums import add

    def test_small():
        assert add(1, 2) == 3

    @pytest.mark.points(2)
    def test_nothing():
        assert add(0, 0) == 0

    @pytest.mark.visibility("after_published")
    def test_large():
        "Large numbers are told later."
        assert add(10**9, 1) == 10**9 + 1
"""
LONG = "z" * 201
CLASS = {
    "ann.py": ADD,
    "ben.py": SUBTRACT,
    "cem.py": SUBTRACT + "\n# mine\n",
    "dora.py": "def add(:\n",
    f"{LONG}.py": SUBTRACT + "\n# yours\n",
    "eve/notes.md": "x",
}
MARK = ("mark", "--lesson", "sums")
BEN = (*MARK, "--student", "ben")
COLUMNS = {"points", "share", "lesson_passed", "marked_by_hand"}
Say = Callable[..., tuple[str, str]]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course and a class."""
    if best_isolation() == "none":
        pytest.skip("this machine cannot isolate submissions; `grader doctor` says why")
    root = tmp_path_factory.mktemp("marking")
    TinyCourse.write(root, ADD, CASES, "pass_score = 0.75")
    write_files(root / "class", CLASS)
    return root


@pytest.fixture
def say(
    desk: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Say:
    """Run a command beside a record of the test's own; give what it says."""
    monkeypatch.chdir(desk)
    monkeypatch.setenv("GRADER_COURSE", "course")
    monkeypatch.setenv("GRADER_DATA", str(tmp_path / "record"))

    def command(*words: str, code: int = 0) -> tuple[str, str]:
        capsys.readouterr()
        found = run(list(words))
        said = capsys.readouterr()
        assert (found, "Traceback" in said.err) == (code, False), said.err
        return said.out, said.err

    return command


@pytest.fixture
def grade(say: Say) -> Callable[..., dict[str, dict[str, str]]]:
    """Grade the class; give the gradebook's rows by student."""

    def rows(*words: str) -> dict[str, dict[str, str]]:
        say("grade", "class", "--lesson", "sums", *words)
        with Path("grades/sums/gradebook.csv").open(encoding="utf-8", newline="") as file:
            return {row["student"]: row for row in csv.DictReader(file)}

    return rows


def page(student: str, kind: str = "feedback") -> str:
    """Read a student's page."""
    return Path("grades", "sums", kind, f"{student}.html").read_text(encoding="utf-8")


def result(student: str) -> dict[str, Any]:
    """Read a student's line of the results."""
    lines = Path("grades/sums/results.jsonl").read_text(encoding="utf-8").splitlines()
    return next(one for one in map(json.loads, lines) if one["student"] == student)


def test_a_mark_is_everywhere(say: Say, grade: Any) -> None:
    """Gradebook, results, pages and the table in the terminal have the points by hand."""
    before = grade()
    out, _ = say(*MARK, "--student", "ben", "--points", "5/2", "--comment", "Near.")
    after = grade("--json")
    table, _ = say("gradebook")

    assert before["ben"]["marked_by_hand"] == ""
    assert "In all: 2.5 of 4 points. The lesson is not passed." in out
    assert [after["ben"][name] for name in ("points", "share", "lesson_passed")] == [
        *("2.5", "0.625", "no")
    ]
    assert (after["ben"]["marked_by_hand"], after["ann"]["marked_by_hand"]) == ("yes", "")
    assert (result("ben")["verdict"], result("ben")["remarks"][0]["text"]) == ("failed", "Near.")
    assert result("ann")["remarks"] == []
    for kind in ("feedback", "instructor"):
        assert "Marked by hand: 2.5 points." in page("ben", kind)
        assert "2.5 of 4 points, marked by hand" in page("ben", kind)
    assert "2.5 of 4, by hand" in table


def test_a_mark_passes_and_is_taken_back(say: Say, grade: Any) -> None:
    """A regrade keeps it, an edit of the course too; without it, the judge's points are back."""
    grade()
    say(*MARK, "--student", "ben", "--points", "3")
    hidden = Path("course/tests/hidden/sums/test_sums.py")
    text = hidden.read_text(encoding="utf-8")
    hidden.write_text(text + "\n# edited\n", encoding="utf-8")
    kept = grade()["ben"]
    say(*MARK, "--student", "ben", "--undo")
    back = grade()["ben"]

    assert (kept["points"], kept["lesson_passed"], kept["verdict"]) == ("3", "yes", "failed")
    assert (back["points"], back["lesson_passed"]) == ("2", "no")
    assert back["marked_by_hand"] == ""


def test_a_group_hears_it(say: Say, grade: Any) -> None:
    """A comment on a group goes to all who behave alike, each with their own file."""
    ids = [name.partition("/")[0].removesuffix(".py") for name in CLASS]
    rows = [f"{one},{'Ben Ash' if one == 'ben' else ''}\n" for one in ids]
    Path("roster.csv").write_text("id,name\n" + "".join(rows), encoding="utf-8")
    _, err = say("grade", "class", "--lesson", "sums", "--roster", "roster.csv")
    group = result("ben")["group"]
    comment = ("--comment", "Look at the sign.")
    out, _ = say("mark", "--group", group[:5], *comment)
    say(*MARK, "--points", "3", "--group", group.upper())
    graded = grade("--roster", "roster.csv")

    assert "2 students: ben (Ben Ash) and cem." in out
    assert " is not recorded: a name on record has 1 to 200 characters" in err
    assert [graded[name]["points"] for name in ("ann", "ben", "cem")] == ["4", "3", "3"]
    assert ["Look at the sign." in page(name) for name in ("ann", "ben", "cem")] == [
        *(False, True, True)
    ]
    listed = say("mark", "--list", "--lesson", "sums")[0]
    assert "\nben (Ben Ash): sums (file " in f"\n{listed}"
    removed = [say("mark", "--group", group[:5], "--undo")[0] for _ in range(2)]
    assert all("2 remarks taken back." in one for one in removed)
    assert grade()["ben"]["points"] == "2"
    assert "Look at the sign." not in page("ben")


def test_whoever_has_handed_in_nothing(say: Say, grade: Any) -> None:
    """A mark for work on paper stands for every submission of that student."""
    grade()
    out, _ = say(*MARK, "--points", "4", "--student", "eve", "--comment", "On paper.")

    assert "It stays when a submission comes." in " ".join(out.split())
    assert {name: grade()["eve"][name] for name in COLUMNS} == {
        "points": "4",
        "share": "1",
        "lesson_passed": "yes",
        "marked_by_hand": "yes",
    }


def test_published_cases(say: Say, grade: Any) -> None:
    """Pages show them once the record says so."""
    told = []
    for words in (["unlock", "sums", "--publish"], ["mark", "--list"]):
        grade()
        told.append("told later" in page("ben"))
        say(*words)

    assert told == [False, True]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([*MARK, "--points", "1"], "--student NAME, or --group GROUP"),
        ([*BEN, "--points", "1", "--group", "a"], "--student NAME, or --group"),
        ([*BEN], "Say what you give: --points P, --comment TEXT, or both."),
        ([*BEN, "--points", "many"], "many is no number of points"),
        ([*BEN, "--points", "1/0"], "1/0 is no number of points"),
        ([*BEN, "--points", "1e9"], "1e9 is no number of points"),
        ([*BEN, "--points", "5"], "sums has 4 points at most"),
        ([*MARK, "--points", "1", "--student", "zoe"], "has no report on sums of zoe"),
        ([*MARK, "--points", "1", "--group", "zz"], "No groups begin with zz."),
        ([*MARK, "--points", "1", "--group", ""], "No groups begin with ."),
        (["mark", "--lesson", "sum", "--points", "1", "--student", "ben"], "sum"),
        ([*BEN, "--comment", " "], "A comment needs a text."),
        ([*BEN, "--comment", "x" * 10_001], "at most 10000 characters"),
        ([*BEN, "--undo", "--points", "1"], "--undo takes back the last"),
        ([*BEN, "--undo"], "Nothing on record fits that, and nothing has been changed."),
        (["unlock", "loops", "--publish"], "loops"),
        (["unlock", "sums", "--publish", "--student", "ben"], "--publish is for the whole class"),
        (["unlock", "sums", "--student", "ben"], "--student NAME --note TEXT; or --publish"),
    ],
)
def test_what_does_not_fit_is_said(words: list[str], said: str, say: Say, grade: Any) -> None:
    """Wrong use is one sentence, and leaves nothing on record."""
    grade()

    _, errors = say(*words, code=2)

    assert said in " ".join(errors.split())
    assert say("mark", "--list")[0].strip() == "There are no remarks."
