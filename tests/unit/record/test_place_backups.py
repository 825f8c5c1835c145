"""The newest backup is found by its name, among whatever else lies there."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

from grader.record.place import newest_backup, timed_name

NOON = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)


def test_no_folder_has_no_backup(tmp_path: Path) -> None:
    """A folder that is not there, or empty, has none."""
    assert newest_backup(tmp_path / "nowhere") is None
    assert newest_backup(tmp_path) is None


def test_the_latest_moment_wins(tmp_path: Path) -> None:
    """Names are in UTC, wherever they were made, and other files do not count."""
    there = timezone(timedelta(hours=9))
    earlier, later = NOON.replace(tzinfo=there), NOON
    for moment in (later, earlier):
        timed_name(tmp_path, moment).touch()
    for name in ("grader-old.db", "older-29990101T000000000000Z.db", "grader-3.txt"):
        (tmp_path / name).touch()

    assert newest_backup(tmp_path) == tmp_path / "grader-20270301T120000000000Z.db"


def test_a_name_that_is_taken_is_not_given_again(tmp_path: Path) -> None:
    """Two files of one moment have two names, in order."""
    first = timed_name(tmp_path, NOON)
    first.touch()

    second = timed_name(tmp_path, NOON)

    assert second.name > first.name
