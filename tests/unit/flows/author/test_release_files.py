"""A release holds what students may have, and nothing else."""

import tomllib
from pathlib import Path

from grader.course.manifest import load_course
from grader.flows.author.release_files import release_files, released_manifest
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

    assert found.faults == {
        "exercises/one/one.py": (
            "comes by a link from outside of exercises/.",
            "Put the file, or the folder that it lies in, there itself.",
        )
    }
    assert "exercises/one/one.py" not in found.files
    assert found.files["exercises/two/picture.svg"] == b"<svg/>"


def test_a_manifest_of_windows_notepad() -> None:
    """A mark in front and line ends of another kind change nothing of what is released."""
    written = b"\xef\xbb\xbf" + MANIFEST.replace("\n", "\r\n").encode()

    assert released_manifest(written) == released_manifest(MANIFEST.encode())


def test_settings_are_kept_and_comments_are_not() -> None:
    """The manifest reads the same, and what an author wrote beside it is gone."""
    released = released_manifest(MANIFEST.encode())

    assert tomllib.loads(released) == tomllib.loads(MANIFEST)
    assert "SECRET" not in released
