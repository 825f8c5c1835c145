"""A release is the same bytes each time, holds sound settings, and replaces releases only."""

import os
import tomllib
import zipfile
from pathlib import Path

import pytest

from grader.content.handout import without_locks
from grader.content.manifest import load_course
from grader.content.release_files import release_files
from grader.content.release_manifest import released_manifest
from grader.content.release_target import MARK, README, check_target, packed, write_release
from grader.errors import UsageError
from tests.integration.judge.tiny_course import write_files

MANIFEST = '''# SECRET: the answers are in the drawer
format_version = 1
title = "Say \\"hi\\" \\\\ é \\u007f"
time_zone = "Europe/Berlin"

[[lessons]]
id = "one"          # SECRET
title = """Two
lines"""
minutes = 5
seconds_per_case = 1.5
opens = 2026-09-01T08:00:00+02:00
due = 2026-09-02

[[lessons]]
id = "two"
title = "Two"
files = ["data.csv", "lib/words.txt"]
packages = []

[[lessons]]
id = "three"
title = "Three"
requires = ["one"]
late_penalty = 0.25
'''
FILES = {README: f"{MARK}\n# One\n".encode(), "exercises/course.toml": b"x = 1\n"}


def course_of(root: Path, manifest: str = MANIFEST) -> Path:
    files = {f"exercises/{name}/{name}.py": "x = 1\n" for name in ("one", "two", "three")}
    more = {"exercises/two/data.csv": "1\n", "exercises/two/lib/words.txt": "a\n"}
    return write_files(root, {"exercises/course.toml": manifest, **files, **more})


def test_settings_are_kept_and_comments_are_not() -> None:
    """The manifest reads the same, and what an author wrote beside it is gone."""
    released = released_manifest(MANIFEST)

    assert tomllib.loads(released) == tomllib.loads(MANIFEST)
    assert "SECRET" not in released


def test_some_lessons(tmp_path: Path) -> None:
    """With some lessons only, none requires one that is not there."""
    course = load_course(course_of(tmp_path / "course"))
    chosen = [course.lessons[1], course.lessons[2]]

    found = release_files(course, chosen)

    write_files(tmp_path / "out", found.files)
    lessons = load_course(tmp_path / "out").lessons
    assert [(one.id, one.requires) for one in lessons] == [("two", ()), ("three", ())]
    assert not any(name.startswith("exercises/one") for name in found.files)


def test_what_is_released(tmp_path: Path) -> None:
    """Files of the lesson are taken, caches and dotfiles are not spoken of, others are named."""
    root = course_of(tmp_path)
    noise = ["one/__pycache__/one.pyc", "one/.DS_Store", "two/.git/config"]
    write_files(root, {f"exercises/{name}": b"x" for name in [*noise, "one/notes.txt"]})
    course = load_course(root)

    found = release_files(course, course.lessons)

    assert found.faults == {}
    assert found.left_out == ["exercises/one/notes.txt"]
    assert sorted(found.files) == [
        "exercises/course.toml",
        "exercises/one/one.py",
        "exercises/three/three.py",
        "exercises/two/data.csv",
        "exercises/two/lib/words.txt",
        "exercises/two/two.py",
    ]


def test_links(tmp_path: Path) -> None:
    """A link within the exercises becomes a file; one that leads out of them is a fault."""
    root = course_of(tmp_path / "course")
    write_files(root, {"solutions/one/one.py": "answer = 1\n", "exercises/shared.svg": "<svg/>"})
    (root / "exercises/one/one.py").unlink()
    (root / "exercises/one/one.py").symlink_to("../../solutions/one/one.py")
    (root / "exercises/two/picture.svg").symlink_to("../shared.svg")
    course = load_course(root)

    found = release_files(course, course.lessons)

    assert list(found.faults) == ["exercises/one/one.py"]
    assert "exercises/one/one.py" not in found.files
    assert found.files["exercises/two/picture.svg"] == b"<svg/>"


def test_the_same_bytes(tmp_path: Path) -> None:
    """Neither order, time nor umask shows in a release."""
    before = os.umask(0o077)
    try:
        write_release(tmp_path / "a.zip", FILES)
        write_release(tmp_path / "a", FILES)
    finally:
        os.umask(before)

    assert (tmp_path / "a.zip").read_bytes() == packed(dict(reversed(FILES.items())))
    with zipfile.ZipFile(tmp_path / "a.zip") as found:
        assert found.namelist() == sorted(FILES)
    info = (tmp_path / "a" / README).stat()
    assert (info.st_mode & 0o777, int(info.st_mtime)) == (0o644, 315_532_800)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o755
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "a.zip"]


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
    write_files(tmp_path, {"exercises/course.toml": MANIFEST, **files})

    with pytest.raises(UsageError, match=said):
        check_target(tmp_path / name, tmp_path)

    assert all((tmp_path / one).read_text("utf-8") == text for one, text in files.items())


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    """A release does not go where a link leads."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out").symlink_to("elsewhere")

    with pytest.raises(UsageError, match="is a link"):
        check_target(tmp_path / "out", tmp_path / "course")


def test_a_copy_without_hidden_cases_has_no_locks(tmp_path: Path) -> None:
    """Where nothing can be passed nothing waits for it; a whole course keeps its order."""
    root = course_of(tmp_path)
    course = load_course(root)
    assert [one.requires for one in without_locks(course).lessons] == [(), (), ()]

    write_files(root, {"tests/hidden/three/test_three.py": ""})

    assert [one.requires for one in without_locks(course).lessons] == [(), (), ("one",)]
