"""A file of the course is read, or it is said why not."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.course.course_file import read_course_file, read_if_there, read_together
from grader.errors import ContentError
from grader.model.course import MIB

NO_FILE = "it is no file. Put a file there."
UNREADABLE: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (lambda _path: None, "there is no such file."),
    "folder": (Path.mkdir, NO_FILE),
    "dangling link": (lambda path: path.symlink_to("nowhere"), NO_FILE),
    "pipe": (os.mkfifo, NO_FILE),
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_what_cannot_be_read_is_named(kind: str, tmp_path: Path) -> None:
    """The sentence names the file below the course and says what lies there, without waiting."""
    make, sentence = UNREADABLE[kind]
    make(tmp_path / "hints.md")

    with pytest.raises(ContentError) as caught:
        read_course_file(tmp_path, tmp_path / "hints.md")

    assert str(caught.value) == f"hints.md cannot be read: {sentence}"


def test_a_link_to_a_file_is_as_good(tmp_path: Path) -> None:
    """Authors may keep one file and link to it."""
    (tmp_path / "shared.py").write_bytes(b"x = 1")
    (tmp_path / "sums.py").symlink_to("shared.py")

    assert read_course_file(tmp_path, tmp_path / "sums.py") == b"x = 1"


def test_a_file_that_may_be_missing(tmp_path: Path) -> None:
    """Only one that is not there at all is missing."""
    (tmp_path / "run.py").symlink_to("nowhere")

    assert read_if_there(tmp_path, tmp_path / "README.md") is None
    with pytest.raises(ContentError, match="it is no file"):
        read_if_there(tmp_path, tmp_path / "run.py")


def test_files_that_are_too_much_for_a_jail(tmp_path: Path) -> None:
    """The largest of them is named, with the bound."""
    for name, size in (("a.csv", 4), ("b.csv", 9)):
        (tmp_path / name).write_bytes(bytes(size * MIB))

    with pytest.raises(ContentError) as caught:
        read_together(tmp_path, tmp_path, ["a.csv", "b.csv"])

    assert str(caught.value) == (
        "b.csv is too large: a lesson's files are at most 12 MiB together."
    )
    assert len(read_together(tmp_path, tmp_path, ["b.csv"])["b.csv"]) == 9 * MIB
