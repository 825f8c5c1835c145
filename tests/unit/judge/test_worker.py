"""Claims about the folder that a worker makes for itself."""

import fcntl
import shutil
from pathlib import Path

import pytest

from grader.judge.worker import make_folder


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make folders for a while in a place of the test's own."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_what_a_killed_worker_left_is_removed(place: Path) -> None:
    """A folder that nobody holds the lock of is gone afterwards, and a held one is not."""
    (place / "grader-worker-dead").mkdir()
    (place / "grader-worker-dead" / "lock").touch()

    first, second = make_folder(), make_folder()

    assert sorted(place.iterdir()) == sorted((first, second))
    assert first.stat().st_mode & 0o777 == 0o755


def test_a_folder_taken_for_a_stale_one(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where another worker removes a folder before it is locked, a new one is made."""
    lock, removed = fcntl.flock, list[Path]()

    def too_late(descriptor: int, operation: int) -> None:
        if not removed:
            removed.append(Path(f"/proc/self/fd/{descriptor}").readlink().parent)
            shutil.rmtree(removed[0])
        lock(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", too_late)

    folder = make_folder()

    assert folder not in removed
    assert list(place.iterdir()) == [folder]
