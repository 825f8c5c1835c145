"""A backup that somebody else made is read, and neither carried out nor believed."""

import re
import shutil
import sqlite3
import struct
from contextlib import closing
from pathlib import Path

import pytest

from grader.errors import StoreError
from grader.store.backups import restore
from grader.store.place import FILE
from tests.unit.store.records import NOW, filled

pytestmark = pytest.mark.process


def plant_journal(database: Path, victim: Path) -> None:
    """Put beside a database what tells SQLite to undo a change of several files, the victim too."""
    page, sector, magic = 4096, 512, bytes.fromhex("d9d505f920a163d7")
    head = magic + struct.pack(">5I", 0, 0, database.stat().st_size // page, sector, page)
    name = bytes(victim)
    tail = struct.pack(">I", (1 << 30) // page + 1) + name
    tail += struct.pack(">2I", len(name), sum(name)) + magic
    database.with_name(f"{database.name}-journal").write_bytes(head.ljust(sector, b"\0") + tail)
    database.with_name(f"{database.name}-wal").write_bytes(b"x")


def test_a_backup_removes_no_file_of_ours(folder: Path, tmp_path: Path) -> None:
    """What lies beside a backup that somebody else made is not carried out."""
    filled(folder, "ada")
    backup, victim = tmp_path / "theirs.db", tmp_path / "victim"
    shutil.copyfile(folder / FILE, backup)
    victim.write_text("grades", encoding="utf-8")
    plant_journal(backup, victim)

    with pytest.raises(StoreError, match=re.escape(str(backup))):
        restore(str(tmp_path / "new"), backup, NOW)

    assert victim.read_text(encoding="utf-8") == "grades"
    assert backup.with_name("theirs.db-journal").exists()


@pytest.mark.parametrize(
    ("declared", "value"),
    [("DATETIME", "soon"), ("DATE", 7), ("NUMERIC", "soon"), ("JSON", "{")],
)
def test_a_backup_with_values_of_another_type(
    folder: Path, tmp_path: Path, declared: str, value: object
) -> None:
    """Whatever type a column says to be of, the sentence is about the backup."""
    filled(folder, "ada")
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as harmed:
        harmed.execute("PRAGMA journal_mode=DELETE")
        harmed.execute(f"ALTER TABLE hints ADD COLUMN at {declared}")
        harmed.execute("UPDATE hints SET at = ?", (value,))
        harmed.execute("ALTER TABLE hints DROP COLUMN taken_at")
        harmed.execute("ALTER TABLE hints RENAME COLUMN at TO taken_at")

    with pytest.raises(StoreError, match=re.escape(f"{folder / FILE} is damaged (hints: ")):
        restore(str(tmp_path / "new"), folder / FILE, NOW)


@pytest.mark.parametrize("added", ["TABLE evil (x)", "VIRTUAL TABLE e USING fts5(x)"])
def test_a_backup_with_what_no_record_has(folder: Path, tmp_path: Path, added: str) -> None:
    """Other tables and columns are named, and not read."""
    filled(folder, "ada")
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as harmed:
        harmed.execute("PRAGMA journal_mode=DELETE")
        harmed.execute(f"CREATE {added}")
        harmed.execute("ALTER TABLE hints ADD COLUMN x AS (zeroblob(900000000))")

    said = re.escape(f"{folder / FILE} is damaged (no record has e")
    with pytest.raises(StoreError, match=said):
        restore(str(tmp_path / "new"), folder / FILE, NOW)
