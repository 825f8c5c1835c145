"""A file that is called a little otherwise is taken where that is allowed, else named."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.intake.class_intake import Intake, Source
from grader.model.course import Lesson
from tests.unit.intake.handed_in import CODE, LESSON, TWO_FILES, notebook, take_in, zipped

Write = Callable[[dict[str, str | bytes]], Path]
LENIENT = replace(LESSON, accept_renamed=True)


@pytest.fixture
def take(write: Write) -> Callable[..., Intake]:
    """Return what takes in a class in which ann submits these and ben what is asked for."""

    def take_files(lesson: Lesson, **files: bytes) -> Intake:
        root = write({"class/ben/sums.py": CODE, "class/ben/parts.py": CODE})
        write({f"class/ann/{name}": data for name, data in files.items()})
        return take_in(Source(root / "class"), lesson)

    return take_files


NEARLY = [
    *("Sums.py", "SUMS.PY", "sums (1).py", "sums(2).py", "sums-1.py", "sums_2.py"),
    *("sums copy.py", "sums - Copy.py", "Copy of sums.py", "sums.py.txt", "sums (1).py.txt"),
]


@pytest.mark.parametrize("name", [*NEARLY, "homework.py", "homework.py.txt"])
def test_it_is_taken_with_a_note(take: Callable[..., Intake], name: str) -> None:
    """The file is the lesson's, and the instructor is told how it was called."""
    intake = take(LENIENT, **{name: CODE, "notes.md": b"x"})

    ann, _ = intake.submissions
    assert (ann.sources, ann.refused, ann.renamed) == ({"sums.py": CODE}, None, (name,))
    assert ann.ignored == ("notes.md",)
    assert intake.notes == (f"Taken as sums.py, though called otherwise: {name} of ann.",)


@pytest.mark.parametrize("name", [*NEARLY, "homework.py"])
def test_it_is_refused_with_a_hint(take: Callable[..., Intake], name: str) -> None:
    """Without leave the student has no file, and the instructor reads what would take it."""
    intake = take(LESSON, **{name: CODE})

    ann, _ = intake.submissions
    assert ann.sources == {}
    assert str(ann.refused).startswith("sums.py was not found: ")
    assert intake.notes == (
        f"sums.py is called otherwise, so accept_renamed would take: {name} of ann.",
    )


@pytest.mark.parametrize(
    "names",
    [
        ("sums (1).py", "sums (2).py"),
        ("first.py", "second.py"),
        ("homework.txt",),
        ("run.py",),
        ("test_sums.py",),
        ("sumsets.py.md",),
    ],
)
def test_none_of_several_is_chosen(take: Callable[..., Intake], names: tuple[str, ...]) -> None:
    """Where several fit, or none is a student's own, nothing is taken."""
    intake = take(LENIENT, **dict.fromkeys(names, CODE))

    ann, _ = intake.submissions
    assert (ann.sources, ann.renamed, intake.notes) == ({}, (), ())


def test_the_right_name_counts_before_all(take: Callable[..., Intake]) -> None:
    """A copy beside the lesson's own file is passed over."""
    ann, _ = take(LENIENT, **{"sums.py": CODE, "sums (1).py": b"x = 1"}).submissions

    assert (ann.sources, ann.renamed) == ({"sums.py": CODE}, ())
    assert ann.ignored == ("sums (1).py",)


@pytest.mark.parametrize("name", ["sums.ipynb", "homework.ipynb"])
def test_a_notebook_counts_before_a_stray_module(take: Callable[..., Intake], name: str) -> None:
    """What is only the one Python file of the folder gives way to a notebook."""
    files = {name: notebook("x = 1"), "other.py": CODE}

    ann, _ = take(LENIENT, **files).submissions

    assert ann.sources == {"sums.py": b"# cell 1\nx = 1\n"}


def test_a_notebook_of_the_name_counts_before_a_copy(take: Callable[..., Intake]) -> None:
    """A notebook that is called as the lesson is, is no reason to look for copies."""
    files = {"sums.ipynb": notebook("x = 1"), "sums (1).py": CODE}

    ann, _ = take(LENIENT, **files).submissions

    assert ann.sources == {"sums.py": b"# cell 1\nx = 1\n"}


def test_one_of_two_files(take: Callable[..., Intake]) -> None:
    """Of several files that are asked for each may be called otherwise; a stray one is none."""
    lesson = replace(TWO_FILES, accept_renamed=True)
    files = {"Sums.py": CODE, "parts (1).py": b"p = 1\n"}

    ann, _ = take(lesson, **files).submissions

    assert ann.sources == {"sums.py": CODE, "parts.py": b"p = 1\n"}


def test_two_files_need_their_names(take: Callable[..., Intake]) -> None:
    """The only Python file is none of two that are asked for."""
    lesson = replace(TWO_FILES, accept_renamed=True)

    ann, _ = take(lesson, **{"homework.py": CODE}).submissions

    assert ann.sources == {}


def test_in_an_archive_too(take: Callable[..., Intake]) -> None:
    """What is in an archive is named by the same rule."""
    ann, _ = take(LENIENT, **{"work.zip": zipped({"work/Sums.py": CODE})}).submissions

    assert (ann.sources, ann.renamed) == ({"sums.py": CODE}, ("Sums.py",))
