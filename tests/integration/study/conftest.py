"""One small course for the whole session: what is learned of it is learned once."""

import sys
from pathlib import Path

import pytest

from tests.integration.study.children import Child
from tests.integration.study.small_course import write_course
from tests.integration.study.terminal import Terminal, skip_unless_judging

collect_ignore = [] if sys.platform == "linux" else ["."]

DUE = "2026-09-10T18:00:00"


@pytest.fixture(scope="session")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lessons that require nothing, each with rules of its own, and one that is locked."""
    skip_unless_judging()
    return write_course(
        tmp_path_factory.mktemp("small") / "course",
        ("plain", "seconds_per_case = 0.5"),
        ("locked", ""),
        ("once", "requires = []\nattempts = 1"),
        ("early", "requires = []\nopens = 2026-09-01T08:00:00"),
        ("strict", f"requires = []\ndue = {DUE}\ngrace_minutes = 10"),
        ("late", f"requires = []\ndue = {DUE}\nlate_penalty = 0.25"),
    )


@pytest.fixture
def terminal(course: Path, tmp_path: Path) -> Terminal:
    """A student who has not begun yet, at noon some days before anything is due."""
    return Child.beside(course, tmp_path).at("2026-09-05T12:00+02:00")
