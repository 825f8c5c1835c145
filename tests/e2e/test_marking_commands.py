"""`grader mark`, `comment`, `remarks` and `publish` over a class that has been graded."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.cli.main import run
from grader.jail.isolation import best_isolation
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
    out, _ = say("mark", "sums", "1/2", "--student", "ben", "--case", "1", "--note", "Near.")
    after = grade("--json")
    table, _ = say("gradebook", "--from", "grades/sums")

    assert "marked_by_hand" not in before["ben"]
    assert "That makes 2.5 of 4 in all; the lesson is not passed." in out
    assert [after["ben"][name] for name in ("points", "share", "lesson_passed")] == [
        *("2.5", "0.625", "no")
    ]
    assert (after["ben"]["marked_by_hand"], after["ann"]["marked_by_hand"]) == ("yes", "")
    assert after["ben"]["test_sums.py::test_small"] == "0.5"
    assert (result("ben")["verdict"], result("ben")["remarks"][0]["text"]) == ("failed", "Near.")
    assert result("ann")["remarks"] == []
    for kind in ("feedback", "instructor"):
        assert "Marked by hand: 0.5 points." in page("ben", kind)
        assert "2.5 of 4 points, marked by hand" in page("ben", kind)
    assert "2.5*" in table


def test_a_mark_passes_and_is_taken_back(say: Say, grade: Any) -> None:
    """A regrade keeps it, an edit of the course too; without it, the judge's points are back."""
    grade()
    say("mark", "sums", "--student", "ben", "3")
    hidden = Path("course/tests/hidden/sums/test_sums.py")
    text = hidden.read_text(encoding="utf-8")
    hidden.write_text(text + "\n# edited\n", encoding="utf-8")
    kept = grade()["ben"]
    say("remarks", "--remove", "1")
    back = grade()["ben"]

    assert (kept["points"], kept["lesson_passed"], kept["verdict"]) == ("3", "yes", "failed")
    assert (back["points"], back["lesson_passed"]) == ("2", "no")
    assert "marked_by_hand" not in back


def test_a_group_hears_it(say: Say, grade: Any) -> None:
    """A comment on a group goes to all who behave alike, each with their own file."""
    ids = [name.partition("/")[0].removesuffix(".py") for name in CLASS]
    rows = [f"{one},{'Ben Ash' if one == 'ben' else ''}\n" for one in ids]
    Path("roster.csv").write_text("id,name\n" + "".join(rows), encoding="utf-8")
    grade("--roster", "roster.csv")
    group = result("ben")["group"]
    out, err = say("comment", "sums", "--group", group[:5], "Look at the sign.", "--by", "Dr. Lee")
    say("mark", "sums", "3", "--group", group.upper())
    graded = grade("--roster", "roster.csv")

    assert "2 students: ben (Ben Ash) and cem." in out
    assert " is not recorded: a name on record has 1 to 200 characters" in err
    assert [graded[name]["points"] for name in ("ann", "ben", "cem")] == ["4", "3", "3"]
    assert ["Look at the sign." in page(name) for name in ("ann", "ben", "cem")] == [
        *(False, True, True)
    ]
    assert "Dr. Lee" in page("ben")
    listed = [json.loads(line) for line in say("remarks", "sums", "--json")[0].splitlines()]
    assert [(one["student"], one["name"]) for one in listed[:2]] == [
        *(("ben", "Ben Ash"), ("cem", None))
    ]
    assert "1  ben (Ben Ash): sums (file " in say("remarks")[0]
    groups = json.loads(say("groups", "--from", "grades/sums", "--json")[0])
    assert groups["names"] == {"ben": "Ben Ash"}
    assert len({one["submission_sha256"] for one in listed}) == 2


def test_whoever_has_handed_in_nothing(say: Say, grade: Any) -> None:
    """A mark for work on paper stands for every submission of that student."""
    grade()
    out, _ = say("mark", "sums", "4", "--student", "eve", "--note", "On paper.")

    assert "(every submission)" in out
    assert {name: grade()["eve"][name] for name in COLUMNS} == {
        "points": "4",
        "share": "1",
        "lesson_passed": "yes",
        "marked_by_hand": "yes",
    }


def test_published_cases(say: Say, grade: Any) -> None:
    """Pages show them once the record says so, or the command does."""
    told = []
    for words in (["publish", "sums"], ["publish", "sums", "--undo"]):
        grade()
        told.append("told later" in page("ben"))
        say(*words)
        grade()
        told.append("told later" in page("ben"))
    grade("--published")

    assert told == [False, True, True, False]
    assert "told later" in page("ben")


def test_a_recorded_class(say: Say, grade: Any) -> None:
    """From the record, too, points are the marked ones, and the judge's stay there."""
    grade("--record")
    say("mark", "sums", "3", "--student", "ben")
    out, _ = say("gradebook", "--csv")
    say("remarks", "--remove", "1")
    back, _ = say("gradebook", "--csv")

    assert "ben,sums,failed,3,4,0.75,yes," in out
    assert "ben,sums,failed,2,4,0.5,no," in back


@pytest.mark.usefixtures("desk")
def test_no_record_is_made_by_looking(say: Say, grade: Any, tmp_path: Path) -> None:
    """Grading and listing leave no record behind; there is nothing to list."""
    grade()
    out, _ = say("remarks", "sums")

    assert "There are no remarks." in out
    assert not (tmp_path / "record").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["mark", "sums", "1"], "--student NAME, or --group GROUP"),
        (["mark", "sums", "1", "--student", "ben", "--group", "a"], "--student NAME, or --group"),
        (["mark", "sums", "many", "--student", "ben"], "many is no number of points"),
        (["mark", "sums", "1/0", "--student", "ben"], "1/0 is no number of points"),
        (["mark", "sums", "1e9", "--student", "ben"], "1e9 is no number of points"),
        (["mark", "sums", "5", "--student", "ben"], "sums has 4 points at most"),
        (["mark", "sums", "2", "--student", "ben", "--case", "1"], "has 1 point at most"),
        (["mark", "sums", "1", "--student", "ben", "--case", "test"], "3 cases are called test"),
        (["mark", "sums", "1", "--student", "zoe"], "no report of student zoe"),
        (["mark", "sums", "1", "--group", "zz"], "No group of sums is zz."),
        (["mark", "sums", "1", "--group", ""], "No group of sums is ."),
        (["mark", "sum", "1", "--student", "ben"], "sums"),
        (["mark", "sums", "1", "--student", "ben", "--from", "class"], "results.jsonl"),
        (["comment", "sums", " ", "--student", "ben"], "A comment needs a text."),
        (["comment", "sums", "x" * 10_001, "--student", "ben"], "at most 10000 characters"),
        (["comment", "sums", "x", "--student", "ben", "--by", " "], "--by names who does it"),
        (["remarks", "--remove", "7"], "There is no remark 7; nothing has been changed."),
        (["remarks", "sums", "--remove", "7"], "--remove takes a remark's number"),
        (["remarks", "loops"], "loops"),
        (["remarks", "--remove", "1", "--from", "nowhere"], "nowhere cannot be read"),
        (["publish", "loops"], "loops"),
        (["publish", "sums", "--by", ""], "--by names who does it"),
        (["unlock", "sums", "--student", "ben", "--note", "ill", "--by", ""], "--by names who"),
    ],
)
def test_what_does_not_fit_is_said(words: list[str], said: str, say: Say, grade: Any) -> None:
    """Wrong use is one sentence, and leaves nothing on record."""
    grade()

    _, errors = say(*words, code=2)

    assert said in " ".join(errors.split())
    assert say("remarks")[0].strip() == "There are no remarks."


def test_more_than_there_is(say: Say, grade: Any) -> None:
    """Points beyond the maximum are given when they are asked for by name."""
    grade()
    out, _ = say("mark", "sums", "5.5", "--student", "ann", "--beyond-max")

    assert "5.5 of 4 in all; the lesson is passed." in out
    assert grade()["ann"]["share"] == "1.375"
    assert "5.5 of 4 points, marked by hand" in page("ann")
