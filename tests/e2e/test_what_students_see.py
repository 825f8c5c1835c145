"""What a student may read now is the same through every door: page, submit and every export."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.cli.main import run
from grader.sandbox.isolation import best_isolation
from tests.integration.judge.tiny_course import ADD, SUBTRACT, TinyCourse, write_files

pytestmark = [pytest.mark.jail, pytest.mark.slow]

CASES = """
    import pytest
    from sums import add

    def test_at_once():
        "Told at once."
        assert add(1, 2) == 3

    @pytest.mark.visibility("hidden")
    def test_never():
        "Told never."
        assert add(2, 2) == 4

    @pytest.mark.visibility("after_due_date")
    def test_after_the_date():
        "Told after the date."
        assert add(3, 2) == 5

    @pytest.mark.visibility("after_published")
    def test_after_publication():
        "Told after publication."
        assert add(4, 2) == 6
"""
DUE = "due = 2026-09-01T12:00:00Z\ngrace_minutes = 10"
IN_GRACE, AFTER_GRACE, AFTER_EXTENSION = (
    f"2026-09-0{day}T{time}+00:00" for day, time in ((1, "12:05"), (1, "12:15"), (3, "12:15"))
)


@dataclass
class Desk:
    """Commands of a student and an instructor, and what they print."""

    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]

    def say(self, *words: str) -> str:
        """Run a command; return what it prints."""
        self.capsys.readouterr()
        assert run(list(words)) in (0, 1)
        said = self.capsys.readouterr()
        assert "Traceback" not in said.err
        return said.out

    def doors(self, student: str) -> Iterator[tuple[str, str]]:
        """Grade the class, and read a student's results at each place where they come out."""
        self.say("grade", "class", "--lesson", "sums")
        yield "page", Path(f"grades/sums/feedback/{student}.html").read_text(encoding="utf-8")
        words = ["export", "gradescope", "--lesson", "sums", "--student", student]
        result = json.loads(self.say(*words))
        # Gradescope itself shows the cases of the other visibilities, and when
        seen = [one for one in result["tests"] if one["visibility"] == "visible"]
        yield "gradescope", json.dumps({**result, "tests": seen})
        self.monkeypatch.chdir("work")
        self.monkeypatch.setenv("GRADER_STUDENT", student)
        yield "submit", self.say("submit", "sums", "--json")
        self.monkeypatch.chdir("..")


@pytest.fixture
def desk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Desk:
    """A course with a date, a class of two, and an extension for one of them."""
    if best_isolation() == "none":
        pytest.skip("this machine cannot isolate submissions; `grader doctor` says why")
    TinyCourse.write(tmp_path, ADD, CASES, DUE)
    write_files(tmp_path / "class", {"ann.py": SUBTRACT, "ben.py": SUBTRACT})
    write_files(tmp_path / "work", {"sums/sums.py": SUBTRACT})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GRADER_COURSE", str(tmp_path / "course"))
    monkeypatch.setenv("GRADER_DATA", str(tmp_path / "record"))
    made = Desk(monkeypatch, capsys)
    made.say("unlock", "sums", "--student", "ben", "--due", "2026-09-03T12:00", "--note", "ill")
    return made


@pytest.mark.parametrize(
    ("now", "student", "is_published", "told"),
    [
        (IN_GRACE, "ann", False, {"at once"}),
        (AFTER_GRACE, "ann", False, {"at once", "after the date"}),
        (AFTER_GRACE, "ben", True, {"at once", "after publication"}),
        (AFTER_EXTENSION, "ben", True, {"at once", "after the date", "after publication"}),
    ],
)
def test_each_door_shows_the_same_cases(
    desk: Desk, now: str, student: str, is_published: bool, told: set[str]
) -> None:
    """Grace, extension and publication count wherever a student reads; hidden cases never."""
    desk.monkeypatch.setenv("GRADER_NOW", now)
    if is_published:
        desk.say("unlock", "sums", "--publish")

    found = {name: {*re.findall(r"Told ([a-z ]+)", text)} for name, text in desk.doors(student)}

    for name, sentences in found.items():
        assert sentences == (told if "gradescope" not in name else {"at once"})
    assert len(found) == 3


REVEALS = """
    import pytest
    from sums import add

    def test_sentence():
        assert add(40713, 1) == 40714

    @pytest.mark.reveal("nothing")
    def test_nothing():
        assert add(90517, 1) == 90518
"""
RAISES = "def add(a, b):\n    return {}[a] if a < 90000 else 1 // 0\n"


def test_no_door_tells_more_than_the_reveal_level(desk: Desk, tmp_path: Path) -> None:
    """The data of a failure holds no value, and at `nothing` no type, wherever a student reads."""
    TinyCourse.write(tmp_path, ADD, REVEALS)
    write_files(tmp_path, {"class/ann.py": RAISES, "work/sums/sums.py": RAISES})

    doors = dict(desk.doors("ann"))

    secret = re.compile("40713|40714|90517|90518|ZeroDivision")
    assert [name for name, text in doors.items() if secret.search(text)] == []
    (sentence, nothing) = json.loads(doors["submit"])["cases"]
    assert (sentence["failure"]["type"], sentence["failure"]["text"]) == ("KeyError", None)
    assert nothing["failure"] is None
    instructor = Path("grades/sums/results.jsonl").read_text(encoding="utf-8")
    assert {"40713", "90517", "ZeroDivisionError"} <= {*re.findall(r"\w+", instructor)}
