"""A record that cannot be read or written says so, names its newest backup, and is left alone."""

import contextlib
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy.sql.ddl import SchemaGenerator

from grader.errors import GraderError, StoreError
from grader.record.attempts import list_attempts, read_judged, read_submission
from grader.record.store import BACKUPS, FILE, Store, back_up, open_store
from tests.integration.record.children import in_child, killed_at
from tests.unit.record.records import NOW, everything, fill, filled, record

pytestmark = pytest.mark.process

PAGE = 4096
NOBODY = 65534


DAMAGES: dict[str, Callable[[Path], object]] = {
    "text": lambda path: path.write_text("students: ada, bob\n" * 400),
    "emptied": lambda path: path.write_bytes(b""),
    "zeroed": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "first page": lambda path: path.write_bytes(bytes(PAGE) + path.read_bytes()[PAGE:]),
    "shorter": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "header only": lambda path: path.write_bytes(path.read_bytes()[:100]),
    "gone": lambda path: path.unlink(),
}


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
    back_up(store, None, NOW)
    fill(store, "bob")
    back_up(store, None, NOW.replace(hour=23))
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
    return found


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_record_is_never_begun_anew(
    folder: Path, backup: Path, damage: Callable[[Path], object]
) -> None:
    """Opening says which file is wrong and which backup is the newest, and changes nothing."""
    damage(folder / FILE)
    before = digest(folder)

    with pytest.raises(StoreError) as caught:
        open_store(str(folder))

    assert str(folder / FILE) in str(caught.value)
    assert f"The newest backup is {backup}: docs/operations.md says" in str(caught.value)
    assert digest(folder) == before


def test_damage_without_a_backup_says_that(folder: Path) -> None:
    """Where no backup was ever made, the sentence says so; a log alone proves a record too."""
    filled(folder, "ada")
    (folder / FILE).rename(folder / f"{FILE}-wal")

    with pytest.raises(StoreError, match=r"grader\.db is gone.* There is no backup of it in"):
        open_store(str(folder))


def told_or_whole(folder: Path, whole: list[object], backup: Path) -> str | None:
    """Open and read all: it is whole, or the sentence names file and backup."""
    store = None
    try:
        store = open_store(str(folder))
        found = read_all(store)
    except StoreError as error:
        return None if FILE in str(error) else str(error)
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


@pytest.mark.parametrize("call", [1, 4])
def test_a_kill_while_a_record_is_made_leaves_none(folder: Path, call: int) -> None:
    """After a kill at any table the next call makes a whole one."""
    assert killed_at(SchemaGenerator, "visit_table", call, open_store, str(folder))

    filled(folder, "ada")
    assert [path.name for path in folder.glob("[!.]*")] == [FILE]


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
            record(open_store(data), "ada")
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

    with pytest.raises(StoreError, match=r"its disk is full, or gone. Nothing on record is lost"):
        record_until_full(store)
    with pytest.raises(StoreError, match=r"grader-\d{8}T.* (is full|No space)"):
        back_up(store, None, NOW)

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
