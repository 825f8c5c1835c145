"""`grader export` and `grader gradebook`, from the record to the files that others read."""

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from grader.cli.main import run
from grader.model.course import StudentId
from grader.model.report import TOGETHER, JudgedSubmission, Outcome, Remark, Report, Verdict
from grader.model.submission import Submission
from grader.platforms.export_grades import FORMATS
from tests.unit.judged_builders import put_on_record
from tests.unit.platforms.builders import ALL_KINDS, SECRET, case, report

MANIFEST = (
    'format_version = 1\ntitle = "Tiny"\n'
    '[[lessons]]\nid = "sums"\ntitle = "Sums, first part"\ndue = 2001-01-01T00:00:00Z\n'
    '[[lessons]]\nid = "loops"\ntitle = "Loops"\n'
    "due = 2001-01-01T00:00:00Z\nlate_penalty = 0.25\n"
)
CANVAS = "\ufeffStudent;ID;SIS Login ID;Section;Sums, first part (7)\r\nLee, Ann;1;ann;A;\r\n"
MARK = Remark(None, "2", "Shown in class.", "Dr. Lee", datetime(2026, 9, 1, tzinfo=UTC))
SUMS = [
    report("ann", *ALL_KINDS),
    report("ben", case(1)),
    report("=zoe\nb", case(1), case(2, Outcome.FAILED)),
    report("tom", verdict=Verdict.GRADER_FAULT),
]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a course that has been graded."""
    (tmp_path / "exercises").mkdir()
    (tmp_path / "exercises" / "course.toml").write_text(MANIFEST, encoding="utf-8")
    write(tmp_path, [*SUMS, report("ben", case(1), lesson="loops")])
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(here: Path, reports: list[Report], when: datetime | None = None) -> None:
    """Put a class on record, as `grader grade` does."""
    put_on_record(here / ".grader", *map(JudgedSubmission, reports), when=when)


def export(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> tuple[str, str]:
    """Run `grader export`; give stdout and stderr."""
    assert run(["export", *words]) == code
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return captured.out, captured.err


@pytest.mark.usefixtures("here")
def test_a_students_file(capsys: pytest.CaptureFixture[str]) -> None:
    """One student's export is printed, and holds nothing that the student may not read."""
    out, errors = export(capsys, "gradescope", "--lesson", "sums", "--student", "ann")

    assert (SECRET in out, errors) == (False, "")
    assert "due message" in out
    assert out.endswith("\n")


def test_a_class_for_gradescope(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A class is a folder with a file for each student; one without a verdict is left out."""
    out, errors = export(capsys, "gradescope", "--lesson", "sums", "--out", "gs")

    assert (out, "An attempt of tom has no verdict yet" in errors) == ("", True)
    assert sorted(path.name for path in (here / "gs").iterdir()) == [
        "_zoe_b.json",
        "ann.json",
        "ben.json",
    ]
    assert json.loads((here / "gs" / "ben.json").read_text())["score"] == 1


def test_the_classs_own_file(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The course's title finds the column; whom the file does not have is listed: code 1."""
    (here / "canvas.csv").write_text(CANVAS, encoding="utf-8", newline="")
    words = ("canvas", "--lesson", "sums", "--into", "canvas.csv")

    _, errors = export(capsys, *words, "--out", "new.csv", code=1)

    filled = CANVAS.replace("ann;A;", "ann;A;1,33333")
    assert (here / "new.csv").read_bytes() == filled.encode()
    assert (here / "canvas.csv").read_bytes() == CANVAS.encode()
    assert errors.splitlines() == [
        "An attempt of tom has no verdict yet, and does not count.",
        "canvas.csv, column 'Sums, first part (7)': 1 of 3 students filled in.",
        "The file tells no maximum: points are out of 8.33333.",
        "Not in the file (2):",
        "  =zoe\\nb",
        "  ben",
    ]


def test_late_points(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What lateness leaves is what a learning platform gets, and the reason is said."""
    shutil.rmtree(here / ".grader")
    late = datetime(2001, 1, 1, 12, tzinfo=UTC)
    write(here, [report("ben", case(1), lesson="loops", name="Bo Day")], late)
    (here / "moodle.csv").write_text("Username,Loops\nben,\n", encoding="utf-8")

    out, errors = export(capsys, "moodle", "--lesson", "loops", "--into", "moodle.csv")

    assert out == "Username,Loops\r\nben,0.75\r\n"
    why = "ben (Bo Day): 0.75 of 1 point counts: 1 day late, 25 % a day"
    assert f"Points were taken off for lateness (1):\n  {why}\n" in errors


@pytest.mark.parametrize("form", ["canvas", "moodle"])
def test_points_for_who_submitted_nothing(
    form: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """--missing gives points to who has nothing to judge; who was marked keeps the mark."""
    nothing = {"verdict": Verdict.MISSING, "points": "0", "share": 0.0, "submission_sha256": None}
    report_of = {name: report(name, **nothing) for name in ("ann", "ben")}
    marked = msgspec.structs.replace(report_of["ben"], points="2", remarks=(MARK,))
    shutil.rmtree(here / ".grader")
    write(here, [report_of["ann"], marked])

    out, errors = export(capsys, form, "--lesson", "sums", "--missing", "0")

    rows = [line.split(",") for line in out.splitlines()[1:]]
    assert {tuple(row)[:: len(row) - 1] for row in rows} == {("ann", "0"), ("ben", "2")}
    assert "left out" not in errors


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("words", "first"),
    [
        (["csv", "--lesson", "sums"], "student,name,lesson,verdict,points"),
        (["csv"], "student,name,lesson,verdict,points"),
        (["json", "--student", "ann"], '{"report_version":1,"student":"ann"'),
        (["canvas", "--lesson", "sums"], 'Student,ID,SIS Login ID,Section,"Sums, first part"'),
        (["moodle", "--lesson", "loops"], "username,Loops"),
    ],
)
def test_a_class_in_one_file(
    words: list[str], first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A class's table is printed."""
    assert export(capsys, *words)[0].startswith(first)


def test_sources_for_programs_that_look_for_copies(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The files that count have a folder for each student, and the stub has one."""
    (here / "exercises" / "sums").mkdir()
    (here / "exercises" / "sums" / "sums.py").write_text("x = ...", encoding="utf-8")
    handed_in = Submission(StudentId("a/kim"), {"sums.py": b"a/kim 2 None"})
    write(here, [report("a/kim", case(1), case(2), submission_sha256=handed_in.sha256())])

    _, errors = export(capsys, "sources", "--lesson", "sums", "--to", "sources")

    written = {
        path.relative_to(here / "sources").as_posix(): path.read_bytes()
        for path in (here / "sources").rglob("*.py")
    }
    (folder,) = {name.split("/")[0] for name in written} - {"base-code"}
    assert written == {
        "base-code/sums.py": b"x = ...",
        f"{folder}/sums.py": handed_in.sources["sums.py"],
    }
    assert "kim" in folder
    assert "No file on record, so left out (3)" in errors


def test_nothing_is_overwritten_unasked(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is there stays, unless it is the same or --overwrite is said."""
    words = ("csv", "--lesson", "sums", "--out", "out.csv")
    (here / "out.csv").write_text("mine", encoding="utf-8")

    _, errors = export(capsys, *words, code=2)

    assert errors.endswith("out.csv is there already. Say --overwrite to replace it.\n")
    assert (here / "out.csv").read_text() == "mine"
    export(capsys, *words, "--overwrite")
    export(capsys, *words)
    assert (here / "out.csv").read_text().startswith("student,")


WRONG = [
    (["xml"], 2, "Invalid value for 'FORMAT'"),
    (["csv", "--data", "nowhere"], 2, "There is no record at nowhere yet"),
    (["canvas"], 2, "canvas takes one lesson. Say --lesson: loops, sums."),
    (["gradescope", "--lesson", "sums"], 2, "Name a folder with --out."),
    (["sources", "--lesson", "sums", "--missing", "0"], 2, "sources holds none"),
    (["json", "--lesson", "sums", "--student", "eve"], 2, "no report on sums of eve"),
    (["csv", "--lesson", "trees"], 2, "It has reports on loops and sums"),
    (["gradescope", "--lesson", "sums", "--student", "tom"], 2, "no report on sums of tom"),
    (["csv", "--into", "x.csv"], 2, "--into is for canvas and moodle"),
    (["canvas", "--lesson", "sums", "--roster", "r.csv"], 2, "r.csv"),
    (["csv", "--lesson", "sums", "--roster", "r.csv"], 2, "--roster is for canvas and moodle"),
    (["canvas", "--lesson", "sums", "--into", "no.csv"], 2, "no.csv cannot be read"),
    (["csv", "--lesson", "sums", "--out", "exercises/course.toml/x"], 2, "cannot be written"),
]


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(("words", "code", "part"), WRONG)
def test_wrong_use(
    words: list[str], code: int, part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What does not fit is a sentence on stderr, and nothing is printed."""
    out, errors = export(capsys, *words, code=code)

    assert (out, part in errors) == ("", True)


@pytest.mark.usefixtures("here")
def test_the_gradebook_is_a_line_for_each_student_and_lesson(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the verdict, what counts of the points, and whether that passes."""
    monkeypatch.setenv("COLUMNS", "120")

    assert run(["gradebook"]) == 0
    whole = capsys.readouterr().out
    assert run(["gradebook", "--lesson", "loops"]) == 0
    one = capsys.readouterr().out.splitlines()

    assert [whole.count(name) for name in ("ann", "ben", "=zoe\\nb")] == [1, 2, 1]
    assert one[1].split() == ["ben", "loops", "passed", "1", "of", "1", "yes"]
    assert one[-1] == "1 student, 1 lesson passed."


@pytest.mark.parametrize(
    "words",
    [
        # pages of feedback say so themselves, sources tell no verdict
        *((["export", name]) for name in FORMATS if name not in ("feedback", "sources")),
        *(["gradebook"], ["gradebook", "--csv"]),
    ],
    ids=" ".join,
)
def test_what_nobody_may_overlook(
    words: list[str], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every screen of a lesson whose cases run beside submissions says so."""
    made = [msgspec.structs.replace(report("ann", case(1)), caveat=TOGETHER)]
    shutil.rmtree(here / ".grader")
    write(here, made)

    assert run([*words, "--lesson", "sums"]) == 0

    captured = capsys.readouterr()
    assert TOGETHER in " ".join((captured.out + captured.err).split())
