"""A lesson's files are read once, and a digest stands for all that can change a verdict."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.course.lesson_files import load_lesson_files
from grader.errors import ContentError
from grader.model.course import Course, Lesson, LessonId

Write = Callable[[dict[str, str | bytes]], Path]
LESSON = Lesson(LessonId("sums"), "Sums", hand_in=("sums.py",), module="sums")
HIDDEN = "tests/hidden/sums/test_sums.py"
LEAST: dict[str, str | bytes] = {"solutions/sums/sums.py": "right", HIDDEN: "cases"}


def course_of(root: Path, *lessons: Lesson) -> Course:
    """A course at a folder."""
    return Course(root, "Course", lessons)


def test_the_least(write: Write) -> None:
    """A reference and one hidden file are enough."""
    root = write(LEAST)

    files = load_lesson_files(course_of(root), LESSON)

    assert files.reference == {"sums.py": b"right"}
    assert (list(files.mistakes), files.course_files) == ([], {})
    assert files.hidden_folder == root / "tests" / "hidden" / "sums"


def test_mistakes_carry_their_sentence(write: Write) -> None:
    """A mistake's docstring is one line; without one its name is read."""
    root = write({
        **LEAST,
        "solutions/sums/mistakes/b_first.py": '"""You subtract\n    where   it adds."""\n',
        "solutions/sums/mistakes/a_second.py": "x = 1\n",
        "solutions/sums/mistakes/notes.txt": "not code",
    })  # fmt: skip

    mistakes = load_lesson_files(course_of(root), LESSON).mistakes

    assert [(one.name, one.sentence) for one in mistakes] == [
        ("a_second", "a second"),
        ("b_first", "You subtract where it adds."),
    ]
    assert mistakes[0].sources == {"sums.py": b"x = 1\nright\n"}


def test_a_mistake_is_a_complete_submission(write: Write) -> None:
    """Of several files a mistake replaces the module; the others are the reference's."""
    root = write({
        **LEAST,
        "solutions/sums/parts.py": "parts",
        "solutions/sums/mistakes/sign.py": "x = 1",
    })  # fmt: skip
    lesson = replace(LESSON, hand_in=("sums.py", "parts.py"))

    (mistake,) = load_lesson_files(course_of(root), lesson).mistakes

    assert mistake.sources == {"sums.py": b"x = 1\nright\n", "parts.py": b"parts"}


def test_course_files_are_read(write: Write) -> None:
    """Data that a student's code needs comes from the exercise's folder."""
    root = write({**LEAST, "exercises/sums/data/table.csv": b"\x00\xff"})
    lesson = replace(LESSON, files=("data/table.csv",))

    files = load_lesson_files(course_of(root), lesson)

    assert files.course_files == {"data/table.csv": b"\x00\xff"}


@pytest.mark.parametrize(
    ("missing", "lesson", "told"),
    [
        (
            "solutions/sums/sums.py",
            LESSON,
            "solutions/sums/sums.py cannot be read: there is no such",
        ),
        (HIDDEN, LESSON, "tests/hidden/sums holds no test_*.py"),
        ("-", replace(LESSON, files=("x.csv",)), "exercises/sums/x.csv cannot be read"),
        ("-", replace(LESSON, hand_in=("sums.py", "b.py")), "solutions/sums/b.py cannot be read"),
    ],
)
def test_what_is_missing_is_named(missing: str, lesson: Lesson, told: str, write: Write) -> None:
    """What judging cannot do without is named, with its path within the course."""
    root = write({name: text for name, text in LEAST.items() if name != missing})

    with pytest.raises(ContentError) as caught:
        load_lesson_files(course_of(root), lesson)

    assert str(caught.value).startswith(told)


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("x = 1\ndef f(:\n", "invalid syntax in line 2."),
        (b"x\0", "source code string cannot contain null bytes."),
    ],
)
def test_a_mistake_that_is_no_python(code: str | bytes, why: str, write: Write) -> None:
    """A mistake that cannot be parsed is the author's to fix, before the lesson is learned."""
    root = write({**LEAST, "solutions/sums/mistakes/sign.py": code})

    with pytest.raises(ContentError) as caught:
        load_lesson_files(course_of(root), LESSON)

    assert str(caught.value).startswith(f"solutions/sums/mistakes/sign.py is not Python: {why}")


def test_a_mistake_that_is_a_folder(write: Write) -> None:
    """A mistake that cannot be opened is the author's to fix, and named below the course."""
    root = write({**LEAST, "solutions/sums/mistakes/sign.py/x": ""})

    with pytest.raises(ContentError, match=r"^solutions/sums/mistakes/sign\.py cannot be read: it"):
        load_lesson_files(course_of(root), LESSON)


def digest(root: Path, lesson: Lesson = LESSON) -> str:
    """Digest the lesson in a folder."""
    return load_lesson_files(course_of(root), lesson).digest


@pytest.mark.parametrize(
    "changed",
    [
        {"solutions/sums/sums.py": "other"},
        {HIDDEN: "other"},
        {"tests/hidden/sums/oracle.py": "x"},
        {"tests/hidden/sums/data/expected.json": "x"},
        {"solutions/sums/mistakes/sign.py": "x"},
    ],
)
def test_what_can_change_a_verdict_is_digested(
    changed: dict[str, str | bytes], write: Write
) -> None:
    """Another reference, mistake, hidden case or hidden data is another digest."""
    before = digest(write(LEAST))

    assert digest(write(changed)) != before


@pytest.mark.parametrize(
    "changed",
    [
        {"tests/hidden/sums/__pycache__/test_sums.pyc": b"x"},
        {"tests/hidden/sums/.pytest_cache/v/nodeids": b"x"},
        {"exercises/sums/README.md": "x"},
        {"solutions/sums/hints.md": "x"},
        {"exercises/sums/sums.py": "x"},
    ],
)
def test_other_files_are_not_digested(changed: dict[str, str | bytes], write: Write) -> None:
    """Texts, stubs and bytecode change no verdict."""
    before = digest(write(LEAST))

    assert digest(write(changed)) == before
