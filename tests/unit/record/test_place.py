"""Nobody but its owner reads a record and its backups, and nobody else's is taken for one."""

import os
import stat
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.record.backups import back_up
from grader.record.place import BACKUPS, FILE
from grader.record.store import open_store
from tests.unit.record.records import NOW, filled, record

STRANGER = 4711


def readable(folder: Path) -> list[str]:
    """Name the files and folders of a record that others may read or enter."""
    places = [path for path in (folder, *folder.rglob("*")) if path.name != ".gitignore"]
    return [str(path) for path in places if stat.S_IMODE(path.stat().st_mode) & 0o077]


def test_a_record_is_made_for_us_alone(tmp_path: Path) -> None:
    """Its file, the logs beside it while it is open, and its backups."""
    store = open_store(str(tmp_path / "record"))
    record(store, "ada")
    back_up(store, store.backups, NOW)

    assert (tmp_path / "record" / f"{FILE}-wal").exists()
    assert readable(tmp_path / "record") == []
    store.close()


def test_a_record_that_all_could_read_is_closed(tmp_path: Path) -> None:
    """What was left open is closed when it is opened."""
    folder = tmp_path / "record"
    filled(folder, "ada")
    (folder / BACKUPS).mkdir()
    for path, mode in ((folder / FILE, 0o644), (folder / BACKUPS, 0o755)):
        path.chmod(mode)

    open_store(str(folder)).close()

    assert readable(folder) == []


@pytest.mark.parametrize("name", [FILE, BACKUPS])
def test_a_link_in_a_record_is_refused(name: str, tmp_path: Path) -> None:
    """Neither a record nor its backups are written where a link leads."""
    folder, kept = tmp_path / "record", tmp_path / "kept"
    filled(folder, "ada")
    store = open_store(str(folder))
    back_up(store, store.backups, NOW)
    store.close()
    (folder / name).rename(kept)
    (folder / name).symlink_to(kept)

    with pytest.raises(UsageError, match=rf"{name} is a link"):
        open_store(str(folder))


@pytest.mark.second_user
@pytest.mark.parametrize("name", ["", FILE, BACKUPS])
def test_a_record_of_another_user_is_refused(name: str, tmp_path: Path) -> None:
    """Its owner could put any attempt into it."""
    folder = tmp_path / "record"
    filled(folder, "ada")
    (folder / BACKUPS).mkdir()
    os.chown(folder / name, STRANGER, STRANGER)

    with pytest.raises(UsageError, match=r"belongs to user 4711.*--data"):
        open_store(str(folder))
