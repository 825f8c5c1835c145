"""A course that is handed out without its hidden cases has no locks."""

from pathlib import Path

from grader.course.handout import without_locks
from grader.course.manifest import load_course
from tests.integration.judge.tiny_course import write_files

MANIFEST = """
format_version = 1
title = "Two lessons"
lessons = [{ id = "one", title = "One" }, { id = "two", title = "Two" }]
"""


def test_a_copy_without_hidden_cases_has_no_locks(tmp_path: Path) -> None:
    """Where nothing can be passed nothing waits for it; a whole course keeps its order."""
    files = {f"exercises/{name}/{name}.py": "x = 1\n" for name in ("one", "two")}
    root = write_files(tmp_path, {"exercises/course.toml": MANIFEST, **files})
    course = load_course(root)
    assert [one.requires for one in without_locks(course).lessons] == [(), ()]

    write_files(root, {"tests/hidden/two/test_two.py": ""})

    assert [one.requires for one in without_locks(course).lessons] == [(), ("one",)]
