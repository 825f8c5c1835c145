"""Submissions are taken in as bytes, and what cannot be taken is a sentence for the student."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.errors import UsageError
from grader.intake.class_intake import Source
from grader.model.submission import Submission
from tests.unit.intake.handed_in import (
    CODE,
    LESSON,
    TWO_FILES,
    find_submissions,
    take_in,
    take_path,
)

Write = Callable[[dict[str, str | bytes]], Path]


def students(found: list[Submission]) -> dict[str, str | None]:
    """Name each student with the sentence that refuses the submission."""
    return {one.student: one.refused for one in found}


# -- the shapes in which submissions come


def test_one_file(write: Write) -> None:
    """One file is one submission: of the student named, else of the file's name."""
    path = write({"ann.py": CODE}) / "ann.py"

    (found,) = find_submissions(path, LESSON)
    (named,) = find_submissions(path, LESSON, "s017")

    assert (found.student, found.sources, found.refused) == ("ann", {"sums.py": CODE}, None)
    assert named.student == "s017"


def test_a_folder_with_the_file_is_one_submission(write: Write) -> None:
    """A folder that holds the file is one student's; the rest is ignored and listed."""
    root = write({"ann/sums.py": CODE, "ann/notes.txt": "x", "ann/old/sums.txt": "y"})

    (found,) = find_submissions(root / "ann", LESSON)

    assert (found.student, found.sources) == ("ann", {"sums.py": CODE})
    assert found.ignored == ("notes.txt", "old")


def test_a_folder_of_files(write: Write) -> None:
    """Flat files are students, sorted by name; what is no submission is passed over."""
    root = write({"cleo.py": CODE, "ann.py": CODE, "ben.py": "x = 1", "README.md": "x"})

    assert list(students(find_submissions(root, LESSON))) == ["ann", "ben", "cleo"]


def test_a_folder_of_folders(write: Write) -> None:
    """Each folder is a student, also one that holds nothing of use."""
    root = write({"ben/sums.py": CODE, "ann/Sums.py": CODE, "cleo/x/sums.py": CODE})

    found = students(find_submissions(root, LESSON))

    assert list(found) == ["ann", "ben", "cleo"]
    assert found["ben"] is None
    assert found["ann"] == (
        "sums.py was not found: submit a file of exactly this name. You submitted: Sums.py."
    )


@pytest.mark.parametrize(
    ("files", "named"),
    [
        ({"ann/sums.py": CODE, "ann.py": "x = 1"}, ("ann", "ann.py")),
        ({"ann.py": CODE, "ann.ipynb": b"{}"}, ("ann.ipynb", "ann.py")),
        ({"ann.py": CODE, "ann.zip": b"PK"}, ("ann.py", "ann.zip")),
    ],
)
def test_one_student_twice(
    files: dict[str, str | bytes], named: tuple[str, str], write: Write
) -> None:
    """Of two submissions of one student none is chosen; both are named, and the class goes on."""
    root = write({**files, "ben.py": CODE})

    intake = take_in(Source(root), LESSON)

    ann, ben = intake.submissions
    first, second = named
    assert (ann.student, ann.sources, ben.refused) == ("ann", {}, None)
    assert ann.refused == (
        f"More than one submission of yours was found: {first} and {second}. Your instructor has "
        "to say which one counts."
    )
    assert [(one.origin, one.why) for one in intake.unplaced] == [
        (first, f"ann submitted {second} too, so keep one of them"),
        (second, f"ann submitted {first} too, so keep one of them"),
    ]


@pytest.mark.parametrize(
    ("files", "refused"),
    [
        ({"ann/hw 1/src/sums.py": CODE, "ann/notes.txt": "x"}, None),
        ({"ann/ps1/sums.py": CODE}, None),
        ({"ann/exercises/sums/sums.py": CODE}, None),
        ({"ann/a/b/c/d/sums.py": CODE}, None),
        ({"ann/a/b/c/d/e/sums.py": CODE}, "sums.py was not found"),
        ({"ann/.venv/sums.py": CODE, "ann/x.txt": ""}, "sums.py was not found"),
        (
            {"ann/new/sums.py": CODE, "ann/old/sums.py": "x"},
            "sums.py was found in several folders: new/ and old/. Submit one.",
        ),
    ],
)
def test_folders_in_a_students_folder(
    files: dict[str, str | bytes], refused: str | None, write: Write
) -> None:
    """A file in a folder below the student's is taken where there is just one."""
    root = write({**files, "ben/sums.py": CODE})

    ann, _ = find_submissions(root, LESSON)

    assert (ann.refused or "").startswith(refused or "")
    assert ann.sources == ({} if refused else {"sums.py": CODE})


@pytest.mark.parametrize("inside", ["", "sums/", "exercises/sums/", "ps1/"])
def test_a_class_in_one_folder(inside: str, write: Write) -> None:
    """A folder that an unpacked archive has put around the class is passed through."""
    root = write({f"submitted/{name}/{inside}sums.py": CODE for name in ("ann", "ben")})

    assert list(students(find_submissions(root, LESSON))) == ["ann", "ben"]


def test_hidden_files_are_no_students(write: Write) -> None:
    """What systems and editors leave behind is nobody's submission."""
    root = write({
        "ann.py": CODE,
        ".DS_Store": "x",
        ".git/config": "x",
        "._ann.py": b"\0",
        "__pycache__/ann.pyc": "x",
        "__MACOSX/ann.py": "x",
        "Thumbs.db": "x",
        "node_modules/x.py": "x",
    })  # fmt: skip

    assert list(students(find_submissions(root, LESSON))) == ["ann"]


@pytest.mark.parametrize("files", [{"notes.txt": "x"}, {".hidden/sums.py": CODE}])
def test_no_submission_at_all(files: dict[str, str | bytes], write: Write) -> None:
    """A folder without a submission is said to be so, with what it may hold."""
    root = write(files)

    with pytest.raises(UsageError, match=r"holds no submission\. It may hold sums\.py"):
        find_submissions(root, LESSON)


def test_a_path_that_is_not_there(tmp_path: Path) -> None:
    """A path that does not exist is named."""
    with pytest.raises(UsageError, match=r"nowhere cannot be read: No such file"):
        find_submissions(tmp_path / "nowhere", LESSON)


def test_a_link_in_a_students_place_is_not_passed_over(write: Write, tmp_path: Path) -> None:
    """A student whose folder is a link is refused, and does not vanish from the class."""
    root = write({"class/ann.py": CODE, "elsewhere/sums.py": CODE}) / "class"
    (root / "ben").symlink_to(tmp_path / "elsewhere")

    found = students(find_submissions(root, LESSON))

    assert list(found) == ["ann", "ben"]
    assert found["ben"] is not None


# -- what may stand where a file should


def folder(path: Path) -> None:
    """Put a folder there."""
    path.mkdir()


def link(path: Path) -> None:
    """Put a link to a secret there."""
    path.symlink_to(__file__)


def dangling(path: Path) -> None:
    """Put a link to nothing there."""
    path.symlink_to(path.with_name("nowhere"))


def bound(path: Path) -> None:
    """Put a socket there."""
    with socket.socket(socket.AF_UNIX) as listener:
        here = Path.cwd()
        os.chdir(path.parent)  # the path itself may be too long for a socket
        listener.bind(path.name)
        os.chdir(here)


@pytest.mark.parametrize(
    ("put", "kind"),
    [
        (folder, "a folder"),
        (link, "a link"),
        (dangling, "a link"),
        (os.mkfifo, "a named pipe"),
        (bound, "a socket"),
    ],
)
def test_only_regular_files_are_opened(
    put: Callable[[Path], None], kind: str, tmp_path: Path
) -> None:
    """What is no regular file is neither followed nor waited for."""
    put(tmp_path / "sums.py")

    found = take_path(tmp_path, LESSON, "ann")

    sentence = f"sums.py is {kind}, not a regular file. Submit the file itself."
    assert (found.sources, found.refused) == ({}, sentence)
    if put is not folder:
        assert students(find_submissions(tmp_path / "sums.py", LESSON)) == {"sums": sentence}


def test_no_folder_on_the_way_is_a_link(write: Write, tmp_path: Path) -> None:
    """A linked folder cannot submit a file that lies outside the student's folder."""
    write({"solutions/sums/core.py": "secret", "ann/notes.txt": "x"})
    (tmp_path / "ann" / "parts").symlink_to(tmp_path / "solutions" / "sums")
    lesson = replace(LESSON, hand_in=("parts/core.py",))

    found = take_path(tmp_path / "ann", lesson, "ann")

    assert found.sources == {}
    assert found.refused is not None


# -- several files


def test_several_files(write: Write) -> None:
    """All files of the lesson are taken; data among them may be of any bytes."""
    lesson = replace(LESSON, hand_in=("sums.py", "lib/parts.py", "data.bin"))
    root = write({"sums.py": CODE, "lib/parts.py": CODE, "data.bin": b"\0\xff", "x.txt": "x"})

    found = take_path(root, lesson, "ann")

    assert found.refused is None
    assert list(found.sources) == ["sums.py", "lib/parts.py", "data.bin"]
    assert "x.txt" in found.ignored


def test_one_of_several_is_missing(write: Write) -> None:
    """The first file that is missing is named."""
    found = take_path(write({"sums.py": CODE}), TWO_FILES, "ann")

    assert (found.sources, found.refused) == (
        {},
        "parts.py was not found: submit a file of exactly this name.",
    )
