"""What is seen of files that change."""

import os
from pathlib import Path

from grader.wire.file_states import Opened, look_at


def same_mark(path: Path, text: str) -> None:
    """Write a file so that its size, its time and its place tell nothing."""
    info = path.stat()
    path.write_text(text, encoding="utf-8")
    os.utime(path, ns=(info.st_atime_ns, info.st_mtime_ns))


def test_a_change_within_a_tick_is_seen(tmp_path: Path) -> None:
    """A file that was just written is looked into: a slow clock does not hide a second write."""
    file = tmp_path / "a.txt"
    file.write_text("1", encoding="utf-8")
    look = look_at(str(file))

    same_mark(file, "2")

    assert not look.still_holds(str(file))


def test_a_file_that_is_left_alone_still_holds(tmp_path: Path) -> None:
    """What nobody touches is what it was, a folder too, and so is what is not there."""
    (tmp_path / "a.txt").write_text("1", encoding="utf-8")
    paths = [str(tmp_path / "a.txt"), str(tmp_path), str(tmp_path / "none")]

    assert [look_at(path).still_holds(path) for path in paths] == [True, True, True]


def test_what_is_written_to_an_open_file_is_seen(tmp_path: Path) -> None:
    """Each change after a file was opened is seen once, and so is its end."""
    file = tmp_path / "a.txt"
    file.write_text("", encoding="utf-8")
    opened = Opened()
    opened.note(str(file))

    seen = [opened.have_changed(), opened.have_changed()]
    same_mark(file, "1")
    seen += [opened.have_changed(), opened.have_changed()]
    file.unlink()
    seen += [opened.have_changed(), opened.have_changed()]

    assert seen == [True, False, True, False, True, False]


def test_only_the_latest_files_are_watched(tmp_path: Path) -> None:
    """Who opens thousands of files costs no look at each of them with each answer."""
    opened = Opened()
    for number in range(100):
        opened.note(str(tmp_path / str(number)))
    opened.have_changed()

    (tmp_path / "0").write_text("1", encoding="utf-8")
    assert not opened.have_changed()
    (tmp_path / "99").write_text("1", encoding="utf-8")
    assert opened.have_changed()
