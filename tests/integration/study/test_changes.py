"""A course that is edited, a clock that is set back, a name of any kind: nothing is lost."""

from pathlib import Path

import pytest

from tests.integration.study.children import Child
from tests.integration.study.small_course import HALF, RIGHT, WRONG, write_course
from tests.integration.study.terminal import Terminal, skip_unless_judging

pytestmark = [pytest.mark.jail, pytest.mark.slow]


@pytest.fixture
def own(tmp_path: Path) -> Terminal:
    """A course of this test's own, with two lessons that may be edited."""
    skip_unless_judging()
    course = write_course(tmp_path / "course", ("one", ""), ("two", "requires = []"))
    return Child.beside(course, tmp_path)


def edit(terminal: Terminal, old: str, new: str) -> None:
    """Replace something in the manifest."""
    manifest = terminal.course / "exercises" / "course.toml"
    text = manifest.read_text(encoding="utf-8")
    assert old in text
    manifest.write_text(text.replace(old, new), encoding="utf-8")


def hand_in(terminal: Terminal, lesson: str, text: str, n: int) -> int:
    """Submit a file of its own; give the exit code."""
    terminal.write("mine.py", text.format(n=n))
    return terminal.type("submit", lesson, "mine.py").code


def test_a_title_may_change(own: Terminal) -> None:
    """The record goes by ids."""
    assert hand_in(own, "one", RIGHT, 1) == 0

    edit(own, "One: adding 1", "Eins: plus 1")

    said = own.type("lessons")
    assert "Eins: plus 1" in said.lines
    assert "1 of 2 lessons passed." in said.lines
    assert "cost no attempt" in own.type("submit", "one", "mine.py").lines
    assert len(own.attempts()) == 1


def test_a_new_version_judges_again_what_the_rules_allow(own: Terminal) -> None:
    """The same bytes are judged by new cases, and cost none of the attempts."""
    edit(own, "requires = []", "requires = []\nattempts = 1\ndue = 2026-09-10T18:00:00")
    now, late = own.at("2026-09-05T12:00Z"), own.at("2026-09-20T12:00Z")
    assert hand_in(now, "two", HALF, 2) == 1
    hidden = own.course / "tests/hidden/two/test_two_hidden.py"
    hidden.write_text(hidden.read_text("utf-8") + "\n\ndef test_more(): pass\n", "utf-8")

    refused = late.type("submit", "two", "mine.py")
    again = now.type("submit", "two", "mine.py")
    other = now.type("submit", "two", now.write("other.py", RIGHT.format(n=2)))

    assert "Nothing is taken any more" in refused.complaint
    assert "2 of 3" in again.lines, again.err
    assert "No attempt is left." in other.complaint


def test_a_case_that_the_reference_fails_holds_nobody_up(own: Terminal) -> None:
    """A student is judged without it and passes: a fault of the course costs no student."""
    hidden = own.course / "tests/hidden/two/test_two_hidden.py"
    hidden.write_text(
        hidden.read_text("utf-8") + "\n\ndef test_bad(): assert add(0) == 9\n", "utf-8"
    )

    assert hand_in(own, "two", RIGHT, 2) == 0

    assert "1 of 2 lessons passed." in own.type("lessons").lines


def test_a_lesson_may_go(own: Terminal) -> None:
    """Its attempts stay on record and are listed; everything else goes on."""
    assert hand_in(own, "two", WRONG, 2) == 1

    manifest = own.course / "exercises" / "course.toml"
    manifest.write_text(manifest.read_text("utf-8").rpartition("[[lessons]]")[0], "utf-8")

    assert "0 of 1 lesson passed." in own.type("lessons").lines
    assert [row["lesson"] for row in own.attempts()] == ["two"]
    assert "two" in own.type("history").out
    assert own.type("submit", "two", "mine.py").code == 2
    assert hand_in(own, "one", RIGHT, 1) == 0


def test_a_prerequisite_may_come(own: Terminal) -> None:
    """What is passed stays passed; what is not is locked, with its attempts kept."""
    assert hand_in(own, "two", RIGHT, 2) == 0
    edit(own, "requires = []", 'requires = ["one"]')
    assert "(two): passed" in own.type("lessons").out

    other = own.with_settings(GRADER_STUDENT="ben")
    edit(own, 'requires = ["one"]', "requires = []")
    assert hand_in(other, "two", HALF, 2) == 1
    edit(own, "requires = []", 'requires = ["one"]')
    refused = other.type("submit", "two", "mine.py")

    assert "Locked: needs One." in other.type("lessons").lines
    assert refused.code == 1
    assert len(other.attempts()) == 1


def test_a_clock_may_be_set_back(own: Terminal) -> None:
    """Attempts stand in the order in which they came, and the best one counts."""
    late, early = own.at("2026-09-05T12:00Z"), own.at("2026-09-01T12:00Z")
    assert hand_in(late, "one", HALF, 1) == 1
    assert hand_in(early, "one", RIGHT, 1) == 0
    assert hand_in(early, "one", WRONG, 1) == 1

    rows = early.attempts()

    assert [row["number"] for row in rows] == [1, 2, 3]
    assert "1 of 2 lessons passed." in early.type("lessons").lines


@pytest.mark.parametrize(
    "name",
    ["Ada Lovelace", "Zoë Müller", "../../etc/passwd", "a\\b", "李", "x" * 200, "-h", "%s'\""],
)
def test_a_student_may_be_called_anything(name: str, own: Terminal) -> None:
    """A name is what the record knows somebody by, never a path."""
    one = own.with_settings(GRADER_STUDENT=name)

    assert hand_in(one, "one", RIGHT, 1) == 0
    assert one.type("lessons").code == 0
    assert [row["student"] for row in one.attempts()] == [name]
    assert own.attempts() == []
    assert {path.name for path in own.folder.iterdir()} == {"mine.py"}


@pytest.mark.parametrize("name", [" ", "x" * 201])
def test_what_is_no_name_is_refused(name: str, own: Terminal) -> None:
    """One sentence says what a name is."""
    said = own.with_settings(GRADER_STUDENT=name).type("lessons")

    assert (said.code, said.out) == (2, "")
    assert "A student's name has 1 to 200 characters" in said.complaint


def test_work_may_lie_elsewhere(own: Terminal) -> None:
    """With --work, every command looks there."""
    work: list[str | Path] = ["--work", own.folder / "some where"]
    assert own.type("start", "one", *work).code == 0
    own.write("some where/one/one.py", RIGHT.format(n=1))

    assert own.type("run", "one", *work).code == 0
    assert own.type("test", "one", *work).code == 0
    assert own.type("submit", "one", *work).code == 0
    assert not (own.folder / "one").exists()


def test_a_course_may_be_read_only(own: Terminal) -> None:
    """Nothing but the record is written, and that lies where --data says."""
    before = sorted(own.course.rglob("*"))
    assert own.type("start", "one").code == 0
    assert hand_in(own, "one", RIGHT, 1) == 0

    assert [path for path in sorted(own.course.rglob("*")) if path not in before] == []
