"""Claims about what is packed for platforms that judge by themselves."""

from pathlib import Path

from grader.course.manifest import load_course
from grader.model.course import Lesson, LessonId
from grader.platforms.autograder_zip import pack
from tests.integration.judge.tiny_course import write_files

SUMS = Lesson(LessonId("sums"), "Sums")
FILES = {
    "exercises/course.toml": "format_version = 1\ntitle = 'T'\n[[lessons]]\nid = 'sums'\n"
    "title = 'Sums'\nfiles = ['.words.txt']\n",
    "exercises/sums/sums.py": "x = 1\n",
    "exercises/sums/.words.txt": "a\n",
    "exercises/sums/.DS_Store": "",
    "solutions/sums/sums.py": "x = 1\n",
    "tests/hidden/sums/test_sums.py": "def test_x():\n    assert True\n",
    "tests/hidden/sums/.pytest_cache/x": "",
    "tests/hidden/sums/__pycache__/x.pyc": "",
}


def test_all_that_judging_reads_is_packed(tmp_path: Path) -> None:
    """A lesson's file whose name begins with a dot is there; what programs leave is not."""
    course = load_course(write_files(tmp_path, FILES))

    packed = pack(course, course.lessons[0], None)

    assert sorted(name for name in packed if name.startswith("course/")) == [
        f"course/{name}" for name in sorted(FILES) if "cache" not in name and "DS" not in name
    ]
