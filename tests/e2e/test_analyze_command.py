"""`grader analyze` and `grader groups`, from an out folder and from the record."""

import json
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from grader.cli.main import run
from grader.model.course import LessonId, StudentId
from grader.model.report import CaseTrace, JudgedSubmission, Report, Reveal
from grader.model.submission import Submission
from grader.store.attempts import record_attempt, settle_attempt
from grader.store.grants import take_hint
from grader.store.store import open_store
from tests.unit.model.planted_class import diagnosed, planted

MANIFEST = (
    'format_version = 1\ntitle = "Tiny"\n'
    '[[lessons]]\nid = "sums"\ntitle = "Sums"\n[[lessons]]\nid = "loops"\ntitle = "Loops"\n'
)
NOW = datetime(2026, 9, 1, tzinfo=UTC)
SLIP = diagnosed("slip")
CLASS = [
    planted("ann", "pp", group="00" * 8),
    planted("ben", "pf", group="ab" * 8, diagnosis=SLIP),
    planted("cem", "pf", group="ab" * 8, diagnosis=SLIP),
    planted("dan", "ft", group="cd" * 8),
]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a course."""
    (tmp_path / "exercises").mkdir()
    (tmp_path / "exercises" / "course.toml").write_text(MANIFEST, encoding="utf-8")
    hints = tmp_path / "solutions" / "sums" / "hints.md"
    hints.parent.mkdir(parents=True)
    hints.write_text("# Hints\n\n## One\n\na\n\n## Two\n\nb\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


def write(folder: Path, reports: list[Report], *, is_timed: bool = True) -> Path:
    """Leave behind what `grader grade` does."""
    folder.mkdir(parents=True)
    rows = [msgspec.json.encode(each) for each in reports]
    (folder / "results.jsonl").write_bytes(b"".join(row + b"\n" for row in rows))
    if is_timed:
        times = [
            {"student": one.student, "seconds": 1, "cases": {one.cases[0].id: 0.2 + number}}
            for number, one in enumerate(reports)
        ]
        lines = "".join(json.dumps(each) + "\n" for each in times)
        (folder / "timings.jsonl").write_text(lines, encoding="utf-8")
    return folder


def remember(folder: Path, tries: dict[str, list[Report]]) -> None:
    """Put judged attempts on record, and a hint for each student."""
    store = open_store(str(folder), NOW)
    with store.writing() as writing:
        for student, reports in tries.items():
            for number, planned in enumerate(reports):
                report = msgspec.structs.replace(planned, student=student)
                files = {f"{report.lesson}.py": f"x = {number}\n".encode()}
                handed_in = Submission(StudentId(student), files)
                row = record_attempt(writing, handed_in, LessonId(report.lesson), "1", NOW, NOW)
                traces = tuple(CaseTrace(each.id, seconds=0.5) for each in report.cases)
                reveals = tuple(Reveal.SENTENCE for _ in report.cases)
                settle_attempt(writing, row, JudgedSubmission(report, traces, reveals), NOW)
            take_hint(writing, student, "sums", 1, NOW)
    store.close()


def call(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> tuple[str, str]:
    """Run a command; give stdout and stderr."""
    assert run([*words]) == code
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return captured.out, captured.err


def test_a_folder(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A graded class gives its planted numbers, and says what only the record knows."""
    write(here / "out", CLASS)

    out, errors = call(capsys, "analyze", "--from", "out")

    assert errors == ""
    assert "4 submissions, 1 of 4 students passed the lesson, median score 50 %." in out
    assert "75 %" in out
    assert "25 %" in out
    assert "slip: 2 students" in out
    assert "cdcdcd: 1 student, not all passed" in out
    assert "not passed: all 2 cases\n" in out
    assert "1.7 s" in out
    assert "Attempts until passed: only the record" in out
    assert "not yet" not in out


def test_a_page_and_a_table(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--html writes one page, --csv a file or, as -, the table and nothing more."""
    write(here / "all" / "one", CLASS)
    write(here / "all" / "two", [msgspec.structs.replace(CLASS[0], lesson="loops")])

    out, errors = call(capsys, "analyze", "--from", "all", "--html", "a.html", "--csv", "-")
    call(capsys, "analyze", "--from", "all", "--csv", "a.csv")

    assert errors == "Written: a.html\n"
    assert out == (here / "a.csv").read_text(encoding="utf-8")
    assert out.startswith("lesson,kind,id,")
    # in the order of the course, not of the folders
    assert out.index("sums,case") < out.index("loops,case")
    page = (here / "a.html").read_text(encoding="utf-8")
    assert "<svg" in page
    assert ">Loops</a>" in page


def test_the_record(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The record gives attempts until passed and hints, and counts every attempt of all."""
    tries = {"ann": [CLASS[1], CLASS[0]], "ben": [CLASS[1]], "dan": [CLASS[0]]}
    remember(here / ".grader", tries)

    out, errors = call(capsys, "analyze", "--lesson", "sums")
    text = " ".join(out.split())

    assert errors == f"Results from the record {here / '.grader' / 'grader.db'}.\n"
    assert "4 submissions by 3 students, 2 of 3 students passed the lesson" in text
    assert "2 of 3 students passed, at the median after 1.5 attempts; 1 not yet." in text
    assert "Students by the attempt that passed: 1 1" in text
    assert "2 1 █" in text
    assert "Students by step of the hints: 1 3" in text
    assert "2 0" in text
    assert "slip: 2 students" in text
    assert "500 ms" in text


@pytest.mark.parametrize(
    ("which", "rate"), [("every", "0.5"), ("first", "0.333333"), ("best", "0.666667")]
)
def test_which_attempts_count(
    which: str, rate: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """--attempts says whether every attempt, the first or the best counts in cases."""
    tries = {"ann": [CLASS[1], CLASS[0]], "ben": [CLASS[1]], "dan": [CLASS[0]]}
    remember(here / "rec", tries)

    out, _ = call(capsys, "analyze", "--data", "rec", "--csv", "-", "--attempts", which)

    assert f"test_2,adds 2,{ {'every': 4}.get(which, 3) }," in out
    assert f",{rate}," in out
    assert "passed_on_attempt,2,,1," in out


def test_groups(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Groups are listed with size, verdict, diagnosis, cases, representative and members."""
    write(here / "out", CLASS)
    (here / "out" / "instructor").mkdir()
    (here / "out" / "instructor" / "ben.html").touch()

    told, _ = call(capsys, "groups", "--from", "out")
    out, _ = call(capsys, "groups", "--from", "out", "--lesson", "sums", "--json")

    groups = json.loads(out)["groups"]
    assert [(one["id"], one["size"], one["verdict"]) for one in groups] == [
        ("ababab", 2, "failed"),
        ("cdcdcd", 1, "failed"),
        ("000000", 1, "passed"),
    ]
    assert groups[0]["members"] == ["ben", "cem"]
    assert groups[0]["not_passed"] == ["test_sums.py::test_2"]
    assert groups[0]["diagnosis"] == {"mistake": "slip", "sentence": "Think of slip."}
    assert groups[0]["representative"] == {
        "student": "ben",
        "attempt": None,
        "look": str(Path("out", "instructor", "ben.html")),
    }
    assert groups[1]["diagnosis"] is None
    assert "unknown: like no known mistake" in told
    assert str(Path("out", "instructor", "ben.html")) in told


def test_groups_of_the_record_are_looked_at_there(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A representative on record comes with the command that shows the attempt."""
    remember(here / ".grader", {"o'neil x": [planted("o'neil x", "pf", group="ab" * 8)]})

    out, _ = call(capsys, "groups")

    assert "grader history sums --student 'o'\"'\"'neil x' --attempt 1" in out


def test_several_lessons_need_a_name(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Groups are of one lesson, which is named where there are several."""
    write(here / "all" / "one", CLASS)
    write(here / "all" / "two", [msgspec.structs.replace(CLASS[0], lesson="loops")])

    _, errors = call(capsys, "groups", "--from", "all", code=2)

    assert "name one with --lesson. There are sums, loops." in errors


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "There is no judged attempt on record"),
        (("--from", "nowhere"), "nowhere cannot be read"),
        (("--from", "exercises"), "exercises holds no results.jsonl"),
        (("--data", "nowhere"), "no judged attempt on record in nowhere and no folder grades"),
        (("--course", "nowhere", "--lesson", "x"), "no folder"),
    ],
)
def test_nothing_to_analyze(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be found is said in a sentence, and no record is made by looking."""
    _, errors = call(capsys, "analyze", *words, code=2)

    assert said in errors
    assert not Path(".grader").exists()
    assert not Path("nowhere").exists()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"points": "many"}, "no number of points at `$.points`"),
        ({"max_points": "1/0"}, "no number of points at `$.max_points`"),
        ({"points": "1e999999999"}, "no number of points"),
        ({"student": "ben"}, "holds 2 reports of ben for sums"),
    ],
)
def test_broken_reports(
    change: dict[str, str], said: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Points that are none, and one student twice, are said in a sentence."""
    write(here / "out", [msgspec.structs.replace(CLASS[0], **change), *CLASS[1:]])

    _, errors = call(capsys, "analyze", "--from", "out", code=2)

    assert said in errors


def test_unknown_lesson(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A lesson without results is answered with those that have some."""
    write(here / "out", CLASS)
    remember(here / "rec", {"ann": [CLASS[0]]})

    _, of_folder = call(capsys, "analyze", "--from", "out", "--lesson", "x", code=2)
    _, of_record = call(capsys, "analyze", "--data", "rec", "--lesson", "x", code=2)

    assert "out has no report of lesson x. It has: sums." in of_folder
    assert "has no attempt at lesson x. It has: sums." in of_record


def test_missing_and_damaged_times(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without times the rest is there; a damaged line is left out and counted."""
    write(here / "one", CLASS, is_timed=False)
    write(here / "two", CLASS)
    with (here / "two" / "timings.jsonl").open("a", encoding="utf-8") as file:
        file.write('broken\n{"student": 1}\n')

    without, _ = call(capsys, "analyze", "--from", "one")
    damaged, _ = call(capsys, "analyze", "--from", "two")

    assert "timings.jsonl cannot be read: times are not known." in without
    assert "Times: no case was timed." in without
    assert "timings.jsonl: 2 damaged lines left out." in damaged
