"""A record that cannot be read or written says so, names its newest backup, and is left alone."""

import contextlib
import hashlib
import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.sql.ddl import SchemaGenerator

from grader.errors import GraderError, StoreError
from grader.record import store as store_module
from grader.record.attempts import list_attempts, read_judged, read_submission
from grader.record.backups import back_up
from grader.record.forgetting import export_person, forget_everywhere
from grader.record.place import BACKUPS, FILE
from grader.record.store import Store, open_store
from grader.record.tables import attempts
from tests.integration.record.children import in_child, killed_at
from tests.unit.record.records import NOW, everything, fill, filled, read_audit, record

pytestmark = pytest.mark.process

PAGE = 4096
NOBODY = 65534


def damage_text(path: Path) -> None:
    path.write_text("students: ada, bob\n" * 400)


def damage_emptied(path: Path) -> None:
    path.write_bytes(b"")


def damage_zeroed(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def damage_first_page(path: Path) -> None:
    path.write_bytes(bytes(PAGE) + path.read_bytes()[PAGE:])


def damage_shorter(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def damage_header_only(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:100])


def damage_gone(path: Path) -> None:
    path.unlink()


def damage_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGES = {name[7:]: made for name, made in globals().items() if name.startswith("damage_")}


def digest(folder: Path) -> dict[str, str]:
    """Digest every file below a folder, but SQLite's own notes of who is reading."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith("-shm")
    }


@pytest.fixture(scope="session")
def backed_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a record of two students and two backups, to be copied."""
    folder = tmp_path_factory.mktemp("backed_up") / "record"
    filled(folder, "ada")
    store = open_store(str(folder))
    back_up(store, store.backups, NOW)
    fill(store, "bob")
    back_up(store, store.backups, NOW)
    store.close()
    return folder


@pytest.fixture
def backup(folder: Path, backed_up: Path) -> Path:
    """The newest backup of a record with two students, closed."""
    shutil.copytree(backed_up, folder)
    return max(folder.glob(f"{BACKUPS}/*.db"))


def read_all(store: Store) -> list[object]:
    """Read everything that a command could ask for."""
    found: list[object] = [everything(store)]
    with store.reading() as reading:
        for row in list_attempts(reading):
            found += [row, read_submission(reading, row), read_judged(reading, row)]
        found += read_audit(reading)
    return found


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_record_is_never_begun_anew(
    folder: Path, backup: Path, damage: Callable[[Path], None]
) -> None:
    """Opening says which file is wrong and which backup is the newest, and changes nothing."""
    damage(folder / FILE)
    before = digest(folder)

    with pytest.raises(StoreError) as caught:
        open_store(str(folder))

    assert str(folder / FILE) in str(caught.value)
    assert f"The newest backup is {backup}: docs/operations.md says" in str(caught.value)
    assert digest(folder) == before


@pytest.mark.parametrize("damage", [damage_text, damage_emptied, damage_folder])
def test_damage_without_a_backup_says_that(folder: Path, damage: Callable[[Path], None]) -> None:
    """Where no backup was ever made, the sentence says so."""
    filled(folder, "ada")
    damage(folder / FILE)

    with pytest.raises(StoreError, match=r"There is no backup of it in .*Nothing has"):
        open_store(str(folder))


def test_a_log_without_its_file_is_a_record_that_is_gone(folder: Path) -> None:
    """A new file beside another's log would take that log for its own."""
    filled(folder, "ada")
    (folder / FILE).rename(folder / f"{FILE}-wal")

    with pytest.raises(StoreError, match=r"grader\.db is gone"):
        open_store(str(folder))


def test_a_backup_proves_that_there_was_a_record(folder: Path) -> None:
    """A file that was removed and not yet put back is not followed by a fresh start."""
    filled(folder, "ada")
    (folder / BACKUPS).mkdir()
    (folder / FILE).rename(folder / BACKUPS / "grader-20270301T000000000000Z.db")

    with pytest.raises(StoreError, match=r"grader\.db is gone"):
        open_store(str(folder))


def told_or_whole(folder: Path, whole: list[object], backup: Path) -> str | None:
    """Open and read all: it is whole, or the sentence names file and backup."""
    store = None
    try:
        store = open_store(str(folder))
        found = read_all(store)
    except StoreError as error:
        return None if str(backup) in str(error) and FILE in str(error) else str(error)
    finally:
        if store is not None:
            store.close()
    return None if found == whole else "read something else"


def test_no_page_can_be_lost_unnoticed(folder: Path, backup: Path) -> None:
    """With any one page of zeros, or cut off at any page, all is read or the damage is told."""
    store = open_store(str(folder))
    whole = read_all(store)
    store.close()
    path, good = folder / FILE, (folder / FILE).read_bytes()
    wrong = {}

    for start in range(0, len(good), PAGE):
        path.write_bytes(good[:start] + bytes(PAGE) + good[start + PAGE :])
        wrong[f"zeroed at {start}"] = told_or_whole(folder, whole, backup)
        path.write_bytes(good[: start or PAGE // 2])
        wrong[f"cut at {start}"] = told_or_whole(folder, whole, backup)
        for leftover in folder.glob(f"{FILE}-*"):
            leftover.unlink()

    assert {place: said for place, said in wrong.items() if said} == {}
    assert len(wrong) >= 40


def test_a_damaged_blob_names_file_and_backup(folder: Path, backup: Path) -> None:
    """A byte changed inside a submission is found when it is read, and whose it is is said."""
    store = open_store(str(folder))
    with store.reading() as reading:
        row = list_attempts(reading, "ada")[0]
        sources = everything(store)["attempts"][0][-3]
    path = folder / FILE
    store.close()
    good = path.read_bytes()
    assert good.count(sources) == 1
    middle = good.index(sources) + len(sources) // 2
    path.write_bytes(good[:middle] + bytes([good[middle] ^ 1]) + good[middle + 1 :])

    store = open_store(str(folder))
    with pytest.raises(StoreError) as caught, store.reading() as reading:
        read_submission(reading, row)

    store.close()
    assert "ada's attempt 1 at sums" in str(caught.value)
    assert str(path) in str(caught.value)
    assert str(backup) in str(caught.value)


@pytest.mark.parametrize("table", ["audit", "students"])
@pytest.mark.parametrize("ask", [export_person, partial(forget_everywhere, now=NOW)])
def test_a_lost_table_names_file_and_backup(
    folder: Path, backup: Path, table: str, ask: Callable[[Store, str], object]
) -> None:
    """Whoever is to be handed over or erased is so whole, or not at all."""
    store = open_store(str(folder))
    with contextlib.closing(sqlite3.connect(folder / FILE)) as damaging:
        damaging.execute(f"DROP TABLE {table}")
    kept = rows_of_attempts(store)

    with pytest.raises(StoreError, match=f"no such table: {table}") as caught:
        ask(store, "ada")

    assert kept == rows_of_attempts(store) != []
    store.close()
    assert str(folder / FILE) in str(caught.value)
    assert str(backup) in str(caught.value)


def rows_of_attempts(store: Store) -> list[object]:
    with store.engine.begin() as reading:
        return list(reading.execute(select(attempts)))


def test_a_record_removed_while_it_is_open_is_not_made_again(folder: Path, backup: Path) -> None:
    """A process that goes on says that its file is gone, and makes no empty one."""
    store = open_store(str(folder))
    for path in folder.glob(f"{FILE}*"):
        path.unlink()

    with pytest.raises(StoreError, match=r"grader\.db is gone.*" + backup.name):
        record(store, "ada")

    store.close()
    assert not (folder / FILE).exists()


@pytest.mark.parametrize("call", [1, 2, 3, 4])
def test_a_kill_while_a_record_is_made_leaves_none(folder: Path, call: int) -> None:
    """After a kill at any table there is no record, and the next call makes a whole one."""
    assert killed_at(SchemaGenerator, "visit_table", call, open_store, str(folder))

    assert not (folder / FILE).exists()
    filled(folder, "ada")
    assert [path.name for path in folder.glob("[!.]*")] == [FILE]


def test_a_kill_just_before_a_record_stands_leaves_none(folder: Path) -> None:
    """A record appears whole, by one step."""
    assert killed_at(os, "link", 1, open_store, str(folder))

    assert not (folder / FILE).exists()
    filled(folder, "ada")


def test_what_a_kill_left_is_swept_away_later(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unfinished files go when a next one is made, an hour later."""
    killed_at(os, "link", 1, open_store, str(folder))
    assert list(folder.glob(f"{store_module.PART}*"))
    monkeypatch.setattr(store_module, "_LEFT_BEHIND_SECONDS", -1)

    open_store(str(folder)).close()

    assert list(folder.glob(f"{store_module.PART}*")) == []


def test_a_file_system_without_links_will_do(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stick or a phone knows no hard links; the record is made all the same."""

    def no_link(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_link)

    filled(folder, "ada")

    assert sorted(path.name for path in folder.iterdir()) == [".gitignore", FILE]


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    """In a folder that was there before, nothing is hidden from its owner's git."""
    (tmp_path / ".gitignore").write_text("build/\n")

    open_store(str(tmp_path)).close()

    assert (tmp_path / ".gitignore").read_text() == "build/\n"


def test_a_folder_with_odd_characters_will_do(tmp_path: Path) -> None:
    """A name that means something in an address is only a name."""
    folder = tmp_path / "50%25 of? Ada's #1 & räder"

    filled(folder, "ada")

    assert (folder / FILE).exists()


def refused_as_nobody(data: str) -> str:
    """Open and write as a user who owns nothing; return the sentence."""

    def attempt() -> str:
        os.setuid(NOBODY)
        try:
            store = open_store(data)
            record(store, "ada")
        except GraderError as error:
            return str(error)
        return "it was written"

    return str(in_child(attempt))


@pytest.mark.second_user
def test_a_folder_that_cannot_be_written_says_so() -> None:
    """A stranger's folder is refused with a sentence, with and without a record in it."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        nowhere = refused_as_nobody(f"{name}/record")
        filled(Path(name, "record"), "ada")
        not_theirs = refused_as_nobody(f"{name}/record")

    assert nowhere.startswith(f"{name}/record cannot be written: Permission denied.")
    assert not_theirs.startswith(f"{name}/record belongs to user root, who could read and forge")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte."""
    mount = shutil.which("mount")
    if os.geteuid() != 0 or mount is None:
        pytest.skip("only root can make a small disk")
    disk = tmp_path / "disk"
    disk.mkdir()
    command = [mount, "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("this machine cannot mount a small disk")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_full_disk_loses_nothing_on_record(small_disk: Path) -> None:
    """What was on record stays, and with room again the next attempt is recorded."""
    folder = small_disk / "record"
    store = open_store(str(folder))
    record(store, "ada")
    ballast = small_disk / "ballast"
    with contextlib.suppress(OSError), ballast.open("wb") as file:
        while True:
            file.write(os.urandom(PAGE))

    with pytest.raises(StoreError, match=r"The disk that holds .*grader\.db is full"):
        record_until_full(store)
    with pytest.raises(StoreError, match=r"grader-\d{8}T.* (is full|No space)"):
        back_up(store, store.backups, NOW)

    assert list((folder / BACKUPS).glob("*")) == []
    with store.reading() as reading:
        known = len(list_attempts(reading))
    ballast.unlink()
    assert record(store, "ada", "new").number == known + 1
    store.close()


def record_until_full(store: Store) -> None:
    """Record what cannot be made smaller."""
    for number in range(1000):
        record(store, "ada", os.urandom(PAGE).hex() + str(number))


def test_a_server_that_is_not_there_is_named_without_its_password() -> None:
    """The sentence is one line and holds host and database only."""
    pytest.importorskip("psycopg", reason="the package psycopg is not installed")

    with pytest.raises(StoreError) as caught:
        open_store("postgresql://ada:secret@127.0.0.1:1/grades?connect_timeout=2")

    assert str(caught.value).startswith("127.0.0.1/grades cannot be used: ")
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)
