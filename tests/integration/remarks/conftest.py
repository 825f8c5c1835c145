"""A course of two lessons, a student at work in it, and the instructor at the same record."""

import sys
from pathlib import Path

import pytest

from tests.integration.study.children import Child
from tests.integration.study.small_course import write_course
from tests.integration.study.terminal import Terminal, skip_unless_judging

collect_ignore = [] if sys.platform == "linux" else ["."]

PUBLISHED = '@pytest.mark.visibility("after_published")\ndef test_seven'


@pytest.fixture(scope="session")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The second lesson needs the first, whose second case waits for publication."""
    skip_unless_judging()
    root = write_course(
        tmp_path_factory.mktemp("marked") / "course", ("plain", "pass_score = 0.75"), ("next", "")
    )
    hidden = root / "tests" / "hidden" / "plain" / "test_plain_hidden.py"
    text = hidden.read_text(encoding="utf-8").replace("def test_seven", PUBLISHED)
    hidden.write_text("import pytest\n" + text, encoding="utf-8")
    return root


@pytest.fixture
def terminal(course: Path, tmp_path: Path) -> Terminal:
    """Ada has submitted what passes one case of two."""
    made = Child.beside(course, tmp_path).at("2026-09-05T12:00+02:00")
    half = made.write("plain.py", "def add(x):\n    return 1 if x == 0 else 0\n")
    made.type("submit", "plain", half)
    return made
