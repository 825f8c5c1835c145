"""What a process of ours that reads answers can do to files, by whose user it is."""

import fcntl
import json
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.inside import landlock
from grader.jail import reader
from grader.jail.capabilities import JailUser, can_change_user
from grader.jail.reader import ReaderJail

pytestmark = pytest.mark.jail


def as_reader(folder: Path, act: Callable[[], Any], *, writes: bool = True) -> Any:
    """Act in a fork that is confined to a folder; tell what came of it, or the error's name."""
    said, say = os.pipe()
    jail = ReaderJail.prepare((), [str(folder)] if writes else ())
    pid = os.fork()
    if pid == 0:
        os.chdir(folder)
        jail.put_on()
        try:
            answer = act()
        except BaseException as error:  # noqa: BLE001 - the fork must not become a second pytest
            answer = repr(error)
        os.write(say, json.dumps(answer).encode())
        os._exit(0)
    os.close(say)
    with os.fdopen(said, "rb") as file:
        answer = json.loads(file.read())
    os.waitpid(pid, 0)
    jail.close()
    return answer


def _mode(path: Path | str) -> int:
    return stat.S_IMODE(Path(path).stat().st_mode)


@pytest.fixture
def shared_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a reader be who we are, as where we can change no users."""
    monkeypatch.setattr(reader, "claim_user", JailUser)


@pytest.mark.parametrize("writes", [True, False], ids=["examiner", "room"])
@pytest.mark.usefixtures("shared_user")
def test_modes_and_times_are_feigned_for_a_shared_user(writes: bool, tmp_path: Path) -> None:
    """A process with the grader's own user changes none of that user's files."""
    private, folder = tmp_path / "private", tmp_path / "folder"
    private.touch(0o600)
    folder.mkdir()
    os.utime(private, (1, 1))

    def act() -> str:
        private.chmod(0o777)
        os.utime(private, (2, 2))
        return "done"

    assert as_reader(folder, act, writes=writes) == "done"
    assert (_mode(private), private.stat().st_mtime) == (0o600, 1)


@pytest.mark.usefixtures("shared_user")
def test_files_are_made_and_copied_where_modes_are_feigned(tmp_path: Path) -> None:
    """What is feigned still fails on what is missing, by which touch() makes a file."""

    def act() -> list[str]:
        Path("a").touch()
        shutil.copy2("a", "b")
        shutil.copy("a", "c")
        return sorted(path.name for path in Path().iterdir())

    assert as_reader(tmp_path, act) == ["a", "b", "c"]


@pytest.mark.skipif(
    not (can_change_user() and landlock.version()), reason="no user of its own can be had"
)
def test_a_user_of_its_own_changes_its_own_modes(tmp_path: Path) -> None:
    """Only files that it made itself; none of ours."""
    private = tmp_path / "private"
    private.touch(0o600)

    def act() -> int:
        Path("made").touch()
        Path("made").chmod(0o400)
        private.chmod(0o777)
        return _mode("made")

    assert "PermissionError" in as_reader(tmp_path, act)
    assert (_mode(tmp_path / "made"), _mode(private)) == (0o400, 0o600)


def test_locks_are_feigned(tmp_path: Path) -> None:
    """A lock is said to be had, and no other process finds it."""
    locked = tmp_path / "locked"
    locked.touch()
    with locked.open("r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        fcntl.lockf(file, fcntl.LOCK_EX)

        def act() -> str:
            with locked.open("r+b") as again:
                fcntl.flock(again, fcntl.LOCK_EX | fcntl.LOCK_NB)
                fcntl.lockf(again, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return "had"

        assert as_reader(tmp_path, act) == "had"


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_a_database_works_without_locks(mode: str, tmp_path: Path) -> None:
    """Two connections of a hidden case write and read one file."""

    def act() -> Any:
        one, two = sqlite3.connect("x"), sqlite3.connect("x")
        used = one.execute(f"pragma journal_mode = {mode}").fetchone()[0]
        with one:
            one.execute("create table t (n)")
        with two:
            two.execute("insert into t values (1)")
        return [used, one.execute("select n from t").fetchone()[0]]

    assert as_reader(tmp_path, act) == [mode, 1]
