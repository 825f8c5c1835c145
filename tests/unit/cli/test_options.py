"""What was learned of lessons is kept where nobody else can read or exchange it."""

import os
from pathlib import Path

import pytest

from grader.cli.options import cache_folder
from grader.errors import UsageError

STRANGER = 4711


@pytest.fixture(autouse=True)
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have the cache in a place of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def test_it_is_made_before_another_user_can(base: Path) -> None:
    """What is looked at and kept later lies in a folder of ours, wherever that is."""
    assert cache_folder() == base / "grader"
    assert (base / "grader").stat().st_mode & 0o777 == 0o700


def test_a_place_that_cannot_be_written(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that keeps nothing works all the same."""
    (base / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(base / "file"))

    assert cache_folder() == base / "file" / "grader"


def test_one_that_all_could_read_is_closed(base: Path) -> None:
    """An earlier version let all users read what the reference gives."""
    (base / "grader").mkdir(mode=0o755)

    assert cache_folder().stat().st_mode & 0o777 == 0o700


@pytest.mark.second_user
def test_one_of_another_user_is_refused(base: Path) -> None:
    """What it holds would be believed."""
    (base / "grader").mkdir()
    os.chown(base / "grader", STRANGER, STRANGER)

    with pytest.raises(UsageError, match=r"belongs to user 4711.*Set XDG_CACHE_HOME"):
        cache_folder()
