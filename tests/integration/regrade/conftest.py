"""A class on record: judged once for the whole session, and copied for each test."""

import shutil
import sys
from pathlib import Path

import pytest

from tests.integration.regrade.recorded_class import ClassOnRecord, record_a_class
from tests.integration.study.terminal import skip_unless_judging

collect_ignore = [] if sys.platform == "linux" else ["."]


@pytest.fixture(scope="session")
def judged_class(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course of two lessons, with a class on record."""
    skip_unless_judging()
    return record_a_class(tmp_path_factory.mktemp("regrade"))


@pytest.fixture
def on_record(judged_class: Path, tmp_path: Path) -> ClassOnRecord:
    """The same, for one test to edit."""
    shutil.copytree(judged_class, tmp_path / "desk")
    return ClassOnRecord(tmp_path / "desk" / "course")
