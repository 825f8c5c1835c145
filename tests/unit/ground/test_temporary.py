"""Claims about temporary folders, which are new, ours alone, and removed when nobody holds them."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.ground.temporary import lasting_folder, temporary_folder

PREFIX = "grader-worker-"
STRANGER = 4711


HELD = ExitStack()


def make_folder() -> Path:
    """Make a folder as a worker does, and hold it until the test ends."""
    return HELD.enter_context(lasting_folder(PREFIX))


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Make folders for a while in a place of the test's own."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with HELD:
        yield tmp_path


def test_a_folder_that_is_done_with_is_removed_and_not_held(place: Path) -> None:
    """A command may need a thousand, one after the other."""
    before = sorted(Path("/proc/self/fd").iterdir())

    with lasting_folder(PREFIX) as folder:
        assert folder.is_dir()

    assert not list(place.iterdir())
    assert sorted(Path("/proc/self/fd").iterdir()) == before


def test_what_a_killed_worker_left_is_removed(place: Path) -> None:
    """A folder that nobody holds the lock of is gone afterwards, and a held one is not."""
    (place / f"{PREFIX}dead").mkdir()
    (place / f"{PREFIX}dead" / "lock").touch()

    first, second = make_folder(), make_folder()

    assert sorted(place.iterdir()) == sorted((first, second))
    assert first.stat().st_mode & 0o777 == 0o700


def test_a_pipe_for_a_lock_is_waited_for_by_nobody(place: Path) -> None:
    """A folder whose lock is a pipe that nobody writes costs no time, and stays."""
    (place / f"{PREFIX}trap").mkdir()
    os.mkfifo(place / f"{PREFIX}trap" / "lock")

    folder = make_folder()

    assert folder.is_dir()


@pytest.mark.second_user
def test_folders_of_other_users_are_left_alone(place: Path) -> None:
    """Another user's folder is neither locked nor removed, nor what a link of theirs leads to."""
    theirs, link, kept = place / f"{PREFIX}theirs", place / f"{PREFIX}link", place / "kept"
    for folder in (theirs, kept):
        folder.mkdir()
        (folder / "lock").touch()
    link.symlink_to(kept)
    for path in (theirs, link):
        os.chown(path, STRANGER, STRANGER, follow_symlinks=False)

    make_folder()

    assert (theirs / "lock").exists()
    assert (kept / "lock").exists()


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


def test_a_place_that_everybody_may_change_is_refused(place: Path) -> None:
    """Where others may rename what is ours no folder is made, and it is said what to do."""
    place.chmod(0o777)

    with pytest.raises(UsageError, match=r"may be changed by every user.* Set TMPDIR to a folder"):
        make_folder()
    place.chmod(0o1777)

    with temporary_folder("grader-run-") as folder:
        assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.second_user
def test_a_place_of_somebody_else_is_refused(place: Path) -> None:
    """Its owner may rename what is in it, whatever its mode."""
    os.chown(place, STRANGER, STRANGER)

    with pytest.raises(UsageError, match=f"belongs to user {STRANGER}"):
        make_folder()


@pytest.mark.second_user
@pytest.mark.parametrize("named", ["their link", "theirs/ours", "our link"])
def test_a_place_that_somebody_else_can_exchange_is_refused(
    named: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder of ours is not safe behind another user's link, or below their folder."""
    place.chmod(0o1777)
    (place / "ours").mkdir()
    (place / "theirs" / "ours").mkdir(parents=True)
    (place / "their link").symlink_to(place / "ours")
    (place / "our link").symlink_to(place / "theirs" / "ours")
    for planted in ("theirs", "their link"):
        os.chown(place / planted, STRANGER, STRANGER, follow_symlinks=False)
    monkeypatch.setattr("tempfile.tempdir", str(place / named))

    with pytest.raises(UsageError, match=f"belongs to user {STRANGER}.* Set TMPDIR to a folder"):
        make_folder()
