"""What is handed out or exported is written into no place that another user has made beforehand."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.authoring.release import _write
from grader.errors import UsageError
from grader.platforms.export_grades import Exported, write_export
from grader.record import store as records
from grader.record.store import open_store
from tests.unit.record.records import NOW

pytestmark = pytest.mark.second_user

STRANGER = 4711
FILES = {"exercises/course.toml": b"x = 1\n"}


def back_up(out: Path) -> None:
    """Copy a record, which lies beside the planted folder."""
    planted = out.parent if out.suffix else out
    store = open_store(str(planted.with_name("record")))
    try:
        records.back_up(store, out, NOW)
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
