"""A course that is handed out without its hidden cases has no locks."""

from pathlib import Path

from grader.course.handout import without_locks
from grader.course.manifest import load_course
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


def course_of(root: Path, manifest: str = MANIFEST) -> Path:
    files = {f"exercises/{name}/{name}.py": "x = 1\n" for name in ("one", "two", "three")}
    more = {"exercises/two/data.csv": "1\n", "exercises/two/lib/words.txt": "a\n"}
    return write_files(root, {"exercises/course.toml": manifest, **files, **more})


def test_a_copy_without_hidden_cases_has_no_locks(tmp_path: Path) -> None:
    """Where nothing can be passed nothing waits for it; a whole course keeps its order."""
    root = course_of(tmp_path)
    course = load_course(root)
    assert [one.requires for one in without_locks(course).lessons] == [(), (), ()]

    write_files(root, {"tests/hidden/three/test_three.py": ""})

    assert [one.requires for one in without_locks(course).lessons] == [(), (), ("one",)]
