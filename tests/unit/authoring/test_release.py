"""A release holds what the manifest names, goes where nothing is, and is the same bytes."""

import os
import tomllib
import zipfile
from pathlib import Path

import pytest

from grader.authoring.release import packed, release_course, released_files, released_manifest
from grader.course.manifest import load_course
from grader.errors import ContentError, UsageError
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


def course_of(root: Path) -> Path:
    files = {f"exercises/{name}/{name}.py": "x = 1\n" for name in ("one", "two", "three")}
    more = {"exercises/two/data.csv": "1\n", "exercises/two/lib/words.txt": "a\n"}
    return write_files(root, {"exercises/course.toml": MANIFEST, **files, **more})


def test_some_lessons(tmp_path: Path) -> None:
    """With some lessons only, none requires one that is not there."""
    course = load_course(course_of(tmp_path / "course"))

    found = released_files(course, [course.lessons[1], course.lessons[2]])

    write_files(tmp_path / "out", found)
    lessons = load_course(tmp_path / "out").lessons
    assert [(one.id, one.requires) for one in lessons] == [("two", ()), ("three", ())]
    assert not any(name.startswith("exercises/one") for name in found)


def test_what_is_released(tmp_path: Path) -> None:
    """Files that the manifest names are taken; caches, dotfiles and others are not."""
    root = course_of(tmp_path)
    noise = ["one/__pycache__/one.pyc", "one/.DS_Store", "two/.git/config", "one/notes.txt"]
    write_files(root, {f"exercises/{name}": b"x" for name in noise})
    course = load_course(root)

    assert sorted(released_files(course, course.lessons)) == [
        "exercises/course.toml",
        "exercises/one/one.py",
        "exercises/three/three.py",
        "exercises/two/data.csv",
        "exercises/two/lib/words.txt",
        "exercises/two/two.py",
    ]


def test_a_link_within_the_exercises(tmp_path: Path) -> None:
    """It becomes the file that it leads to."""
    root = course_of(tmp_path / "course")
    write_files(root, {"exercises/shared.svg": "<svg/>"})
    (root / "exercises/two/picture.svg").symlink_to("../shared.svg")
    course = load_course(root)

    assert released_files(course, course.lessons)["exercises/two/picture.svg"] == b"<svg/>"


def test_everything_that_is_refused_is_named(tmp_path: Path) -> None:
    """A link out of the exercises, what is no text, and a copy that was laid out again."""
    root = course_of(tmp_path / "course")
    solution = "def one(n):\n    return n + 1\n"
    files: dict[str, str | bytes] = {
        "solutions/one/one.py": solution,
        "solutions/three/mistakes/odd.py": f'"""Odd."""\n{solution}',
        "tests/hidden/two/test_two.py": f"{solution}    # so\n",
        "exercises/three/three.py": solution.replace("n + 1", "(n  +  1)  # so"),
        "exercises/two/test_more.py": solution,
        "exercises/two/data.csv": b"PK\3\4\xff",
    }
    write_files(root, files)
    (root / "exercises/one/one.py").unlink()
    (root / "exercises/one/one.py").symlink_to("../../solutions/one/one.py")
    course = load_course(root)

    with pytest.raises(ContentError) as caught:
        released_files(course, course.lessons)

    copied = "Put what students begin with there."
    assert sorted(str(caught.value).splitlines()) == [
        "Nothing was written.",
        "exercises/one/one.py comes by a link from outside of exercises/. Put the file there.",
        f"exercises/three/three.py is the program of solutions/three/mistakes/odd.py. {copied}",
        "exercises/two/data.csv is neither text in UTF-8 nor a picture. Save such data as text.",
        f"exercises/two/test_more.py is the program of tests/hidden/two/test_two.py. {copied}",
    ]


def test_settings_are_kept_and_comments_are_not(tmp_path: Path) -> None:
    """The manifest reads the same, and what an author wrote beside it is gone."""
    released = released_manifest(MANIFEST.encode(), load_course(course_of(tmp_path)).lessons)

    assert tomllib.loads(released) == tomllib.loads(MANIFEST)
    assert "SECRET" not in released


def test_the_same_bytes_for_everybody(tmp_path: Path) -> None:
    """Neither order, time nor umask shows in a release."""
    root = course_of(tmp_path / "course")
    before = os.umask(0o077)
    try:
        _, files = release_course(root, tmp_path / "a.zip", ())
        release_course(root, tmp_path / "a", ())
    finally:
        os.umask(before)

    assert (tmp_path / "a.zip").read_bytes() == packed(dict(sorted(files.items(), reverse=True)))
    with zipfile.ZipFile(tmp_path / "a.zip") as found:
        assert found.namelist() == sorted(files)
    paths = [tmp_path / "a.zip", tmp_path / "a", *(tmp_path / "a").rglob("*")]
    modes = {path.stat().st_mode & 0o777 for path in paths if path.is_file()}
    assert (modes, (tmp_path / "a").stat().st_mode & 0o777) == ({0o644}, 0o755)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "a.zip", "course"]


@pytest.mark.parametrize(
    ("name", "files", "said"),
    [
        ("out", {"out/thesis.txt": "mine"}, "is there already"),
        ("out", {"out": "a file"}, "is there already"),
        ("out.zip", {"out.zip": "mine"}, "is there already"),
        ("out.zip", {"out.zip/a": "a folder"}, "is there already"),
        ("exercises/new", {}, "exercises/"),
        ("solutions/new.zip", {}, "solutions/"),
        (".", {}, "is there already"),
    ],
)
def test_nothing_is_replaced(name: str, files: dict[str, str], said: str, tmp_path: Path) -> None:
    """Whatever is there stays as it is."""
    root = course_of(tmp_path)
    write_files(root, {"solutions/one/one.py": "x = 2\n", **files})

    with pytest.raises(UsageError, match=said):
        release_course(root, tmp_path / name, ())

    assert all((tmp_path / one).read_text("utf-8") == text for one, text in files.items())
