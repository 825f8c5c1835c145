"""A release is the same bytes each time, and replaces releases only."""

import os
import zipfile
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.flows.author.release_target import MARK, README, check_target, packed, write_release
from tests.integration.judge.tiny_course import write_files

FILES = {README: f"{MARK}\n# One\n".encode(), "exercises/course.toml": b"x = 1\n"}


def test_the_same_bytes(tmp_path: Path) -> None:
    """Neither order, time nor umask shows in a release."""
    before = os.umask(0o077)
    try:
        write_release(tmp_path / "a.zip", FILES)
        write_release(tmp_path / "a", FILES)
        write_release(tmp_path / "above" / "below" / "a", FILES)
    finally:
        os.umask(before)

    assert (tmp_path / "a.zip").read_bytes() == packed(dict(reversed(FILES.items())))
    with zipfile.ZipFile(tmp_path / "a.zip") as found:
        assert found.namelist() == sorted(FILES)
    info = (tmp_path / "a" / README).stat()
    assert (info.st_mode & 0o777, int(info.st_mtime)) == (0o644, 315_532_800)
    for name in ("a", "above", "above/below", "above/below/a"):
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o755
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "a.zip", "above"]


@pytest.mark.parametrize("name", ["out", "out.zip"])
def test_an_earlier_release_is_replaced(name: str, tmp_path: Path) -> None:
    """What is in the earlier release and not in this one is gone."""
    out = tmp_path / "below" / name
    write_release(out, {**FILES, "exercises/old/old.py": b""})

    check_target(out, tmp_path / "course")
    write_release(out, FILES)

    if name == "out":
        assert not (out / "exercises" / "old").exists()
        assert (out / README).read_bytes() == FILES[README]
    else:
        assert out.read_bytes() == packed(FILES)
    assert [path.name for path in out.parent.iterdir()] == [name]


@pytest.mark.parametrize(
    ("name", "files", "said"),
    [
        ("out", {"out/thesis.txt": "mine"}, "not empty"),
        ("out", {"out/README.md": "# Mine\n"}, "not empty"),
        ("out", {"out/README.md": f"{MARK}\n", "out/sums/sums.py": "work"}, "more than an earlier"),
        ("out", {"out": "a file"}, "is a file"),
        ("out.zip", {"out.zip": "no zip"}, "no earlier release"),
        ("out.zip", {"out.zip/a": "a folder"}, "no earlier release"),
        ("exercises/new", {}, "exercises/"),
        ("solutions/new.zip", {}, "solutions/"),
        (".", {}, "holds the course"),
    ],
)
def test_nothing_else_is_replaced(
    name: str, files: dict[str, str], said: str, tmp_path: Path
) -> None:
    """Whatever is no earlier release stays as it is."""
    write_files(tmp_path, {"exercises/course.toml": "", **files})

    with pytest.raises(UsageError, match=said):
        check_target(tmp_path / name, tmp_path)

    assert all((tmp_path / one).read_text("utf-8") == text for one, text in files.items())


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    """A release does not go where a link leads."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out").symlink_to("elsewhere")

    with pytest.raises(UsageError, match="is a link"):
        check_target(tmp_path / "out", tmp_path / "course")
