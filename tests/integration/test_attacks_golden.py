"""A golden file does not come back as a submission's work, however its name is written."""

from pathlib import Path

import pytest

from tests.integration.attack_course import LESSON, Course, grade, needs

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(120)]

# of two paths that lead to the same file nothing is opened
HIDDEN = f"""
import filecmp
import os
from pathlib import Path
from {LESSON} import write_all

GOLDEN = Path(__file__).parent / "golden.txt"

def test_it(tmp_path):
    for name in write_all(str(tmp_path), str(GOLDEN)):
        assert filecmp.cmp(os.path.join(os.fsencode(tmp_path), os.fsencode(name)), GOLDEN)
"""
RIGHT = """
import os

def write_all(folder, golden):
    for name in "ab":
        with open(os.path.join(folder, name), "w") as file:
            file.write("the right text")
    return ["a", "b"]
"""
NAMES = {
    "text": "[golden, golden]",
    "bytes": "[golden.encode()]",
    "several bytes": "[golden.encode(), golden.encode()]",
    "tuple of bytes": "(golden.encode(), golden.encode())",
    "key": "{golden.encode(): 1, golden: 2}",
    "relative": "[os.path.relpath(golden, folder)]",
    "relative bytes": "[os.path.relpath(golden, folder).encode()] * 2",
    "relative path": "[pathlib.Path(os.path.relpath(golden, folder))]",
    "roundabout": "['a/../' + os.path.relpath(golden, folder)]",
    "array": "numpy.array([golden, golden])",
    "array of bytes": "numpy.array([golden.encode()])",
    "table of texts": "numpy.array([[golden]])[0]",
    "text of a library": "[numpy.str_(golden)]",
}


def test_no_name_of_it_passes(tmp_path: Path) -> None:
    """As text, bytes or an array, whole or from another folder."""
    needs("reduced")
    hidden = {"test_hidden.py": HIDDEN, "golden.txt": "the right text"}
    course = Course.build(tmp_path / "course", hidden, RIGHT)
    manifest = course.root / "exercises" / "course.toml"
    manifest.write_text(manifest.read_text() + 'packages = ["numpy"]\n')
    (tmp_path / "in").mkdir()
    imports = "import os, pathlib, numpy\n\n"
    for name, given in NAMES.items():
        text = f"{imports}def write_all(folder, golden):\n    return {given}\n"
        (tmp_path / "in" / f"{name.replace(' ', '_')}.py").write_text(text, encoding="utf-8")
    (tmp_path / "in" / "right.py").write_text(RIGHT, encoding="utf-8")

    graded = grade(course, tmp_path / "in", tmp_path / "out", "reduced")

    passed = [name for name, report in graded.reports.items() if report["verdict"] == "passed"]
    assert passed == ["right"], graded.said
    assert len(graded.reports) == len(NAMES) + 1
