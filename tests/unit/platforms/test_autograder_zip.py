"""Claims about what is packed for platforms that judge by themselves."""

import codecs
from pathlib import Path

import pytest

from grader.course.manifest import load_course
from grader.errors import UsageError
from grader.model.course import Lesson, LessonId
from grader.platforms.autograder_zip import pack, requirements
from tests.integration.judge.tiny_course import write_files

SUMS = Lesson(LessonId("sums"), "Sums")
PIN = f"numpy==2.3.0 \\\n    --hash=sha256:{'0' * 64}\n"
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


@pytest.mark.parametrize(("mark", "encoding"), [(codecs.BOM_UTF8, "utf-8"), (b"", "utf-16")])
def test_requirements_that_windows_wrote(mark: bytes, encoding: str, tmp_path: Path) -> None:
    """Marks of an encoding, and line ends of another kind, are no lines that are not locked."""
    locked = tmp_path / "locked.txt"
    locked.write_bytes(mark + f"# made\n{PIN}".replace("\n", "\r\n").encode(encoding))

    assert requirements(SUMS, locked).endswith(
        b"\nnumpy==2.3.0  --hash=sha256:" + b"0" * 64 + b"\n"
    )


def test_requirements_that_are_no_text(tmp_path: Path) -> None:
    """A file that is no text is refused as such."""
    locked = tmp_path / "locked.txt"
    locked.write_bytes(bytes(range(256)))

    with pytest.raises(UsageError, match=r"locked\.txt is no text\.$"):
        requirements(SUMS, locked)
