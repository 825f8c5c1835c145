"""What is handed out or exported is written into no place that another user has made beforehand."""

import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from grader.authoring.release import _write
from grader.errors import StoreError, UsageError
from grader.platforms.export_grades import Exported, write_export
from grader.record import backups
from grader.record.forgetting import forget_everywhere
from grader.record.store import open_store
from tests.unit.record.records import NOW, filled

pytestmark = pytest.mark.second_user

STRANGER = 4711
FILES = {"exercises/course.toml": b"x = 1\n"}


def back_up(out: Path) -> None:
    """Copy a record, which lies beside the planted folder."""
    planted = out.parent if out.suffix else out
    store = open_store(str(planted.with_name("record")))
    try:
        backups.back_up(store, out, NOW)
    finally:
        store.close()


WRITERS: dict[str, Callable[[Path], None]] = {
    "a release": lambda out: _write(out, FILES),
    "a release as a zip": lambda out: _write(out / "course.zip", FILES),
    "a folder of files": lambda out: write_export(Exported(files=FILES), out, overwrite=True),
    "a backup": back_up,
    "a backup as a file": lambda out: back_up(out / "copy.db"),
    "one file": lambda out: write_export(Exported(b"x"), out / "new" / "file", overwrite=True),
}


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("is_link", [False, True])
def test_a_planted_place_is_refused(is_link: bool, writer: str, tmp_path: Path) -> None:
    """Neither a folder of another user nor what a link of theirs leads to is written."""
    tmp_path.chmod(0o1777)
    meant, planted = tmp_path / "meant", tmp_path / "planted"
    meant.mkdir()
    if is_link:
        planted.symlink_to(meant)
    else:
        planted.mkdir()
    os.chown(planted, STRANGER, STRANGER, follow_symlinks=False)

    with pytest.raises(UsageError, match=r"belongs to user 4711|is a link"):
        WRITERS[writer](planted)

    assert [*meant.iterdir(), *planted.iterdir()] == []


def test_forgetting_opens_no_planted_backup(tmp_path: Path) -> None:
    """What another user put where backups would be is named, and left as it is."""
    tmp_path.chmod(0o1777)
    planted = tmp_path / "backups"
    planted.mkdir()
    filled(tmp_path / "record", "ada")
    theirs = planted / "grader-1.db"
    theirs.write_bytes((tmp_path / "record" / "grader.db").read_bytes())
    before = theirs.read_bytes()
    for path in (planted, theirs):
        os.chown(path, STRANGER, STRANGER)
    store = open_store(str(tmp_path / "record"))

    with pytest.raises(StoreError, match=r"ada has been erased.*belongs to user 4711"):
        forget_everywhere(msgspec.structs.replace(store, backups=planted), "ada", NOW)

    store.close()
    assert theirs.read_bytes() == before
