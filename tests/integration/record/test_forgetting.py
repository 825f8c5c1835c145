"""Who is forgotten is in no byte of the record's files, and the trail knows only that it was."""

import contextlib
import os
import random
import shutil
from pathlib import Path

import pytest
from sqlalchemy import select

from grader.errors import StoreError
from grader.record import backups, database
from grader.record.backups import back_up
from grader.record.forgetting import (
    export_person,
    forget_everywhere,
    forget_person,
)
from grader.record.people import is_known
from grader.record.place import BACKUPS, FILE
from grader.record.store import PART, Store, open_store
from grader.record.tables import attempts
from tests.integration.record.children import in_children, killed_at
from tests.unit.record.records import NOW, everything, fill, read_audit, record, rows_at, settle

pytestmark = pytest.mark.process

NAME = "Wilhelmina-Xanthippe"


def traces(folder: Path, *what: bytes) -> list[str]:
    """List the files that hold a name, or other bytes."""
    return sorted(
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and any(one in path.read_bytes() for one in what or [NAME.encode()])
    )


def files_of(store: Store) -> list[bytes]:
    """Cut a piece out of every file that the student submitted, as it lies in the record."""
    with store.engine.begin() as reading:
        mine = select(attempts.c.sources).where(attempts.c.student == NAME)
        return [blob[-40:] for blob in reading.execute(mine).scalars()]


@pytest.fixture
def store(folder: Path) -> Store:
    """A record in a file, with two students."""
    opened = open_store(str(folder))
    fill(opened, NAME)
    fill(opened, "bob")
    return opened


def test_no_byte_is_left_in_any_file(folder: Path, store: Store) -> None:
    """Record, log and backups are cleaned alike."""
    backup = back_up(store, store.backups, NOW)
    back_up(store, store.backups, NOW)
    fill(store, NAME, rounds=9)
    before, handed_in = traces(folder), files_of(store)
    bob = export_person(store, "bob")

    erased = forget_everywhere(store, NAME, NOW)

    assert len(before) >= 3
    assert traces(folder) == []
    assert traces(folder, *handed_in) == []
    assert erased > 9
    with store.reading() as reading:
        assert export_person(store, "bob") == bob
        assert not is_known(reading, NAME)
        assert [entry.event for entry in read_audit(reading)][-1] == "forgotten"
        assert {entry.student for entry in read_audit(reading)} == {None, "bob"}
    assert rows_at(folder)["students"][0][0] == "bob"
    store.close()
    shutil.copyfile(backup, folder / FILE)
    assert [row[0] for row in rows_at(folder)["students"]] == ["bob"]


def test_no_byte_is_left_however_the_pages_were_moved(folder: Path, store: Store) -> None:
    """Rows of all sizes, mixed with those of others and changed later, leave nothing behind."""
    chance = random.Random(4)
    waiting = []
    for number in range(120):
        student = chance.choice([NAME, "bob", "eve", "ada"])
        waiting.append(record(store, student, f"{number} {student}\n" * chance.randrange(400)))
        chance.shuffle(waiting)
        if chance.random() < 0.6:
            settle(store, waiting.pop())

    handed_in = files_of(store)
    assert traces(folder, *handed_in)

    forget_everywhere(store, NAME, NOW)

    assert traces(folder) == []
    assert traces(folder, *handed_in) == []
    assert traces(folder, b"bob") != []
    store.close()


def test_what_a_kill_left_half_made_is_removed(folder: Path, store: Store) -> None:
    """An unfinished copy holds people too."""
    store.close()

    def back_up_again() -> None:
        store = open_store(str(folder))
        back_up(store, store.backups, NOW)

    killed_at(backups, "_blocks", 3, back_up_again)
    assert list(folder.rglob(f"{PART}*"))
    again = open_store(str(folder))

    forget_everywhere(again, NAME, NOW)

    assert list(folder.rglob(f"{PART}*")) == []
    assert traces(folder) == []
    again.close()


def test_a_file_that_cannot_be_cleaned_is_named(folder: Path, store: Store) -> None:
    """All else is erased, and the sentence says which file to delete."""
    good = back_up(store, store.backups, NOW)
    damaged = folder / BACKUPS / "grader-20270102T000000000000Z.db"
    data = bytearray(good.read_bytes())
    data[-4096:] = bytes(4096)
    damaged.write_bytes(data)
    text = folder / BACKUPS / "grader-20270101T000000000000Z.db"
    text.write_text(f"{NAME} wrote this")

    with pytest.raises(StoreError) as caught:
        forget_everywhere(store, NAME, NOW)

    assert str(damaged) in str(caught.value)
    assert str(text) in str(caught.value)
    assert str(good) not in str(caught.value)
    assert set(traces(folder)) <= {str(path.relative_to(folder)) for path in (damaged, text)}
    store.close()


def test_a_reader_that_holds_the_log_is_named(
    folder: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While another still reads what was, the log cannot be emptied; asked again, it is."""
    store.close()
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.2)
    ours, reader = open_store(str(folder)), open_store(str(folder))

    with reader.reading() as reading:
        known = is_known(reading, NAME)
        with pytest.raises(StoreError, match="Run the command again"):
            forget_everywhere(ours, NAME, NOW)
    forget_everywhere(ours, NAME, NOW)

    assert known
    assert traces(folder) == []
    ours.close()
    reader.close()


def test_forgetting_nobody_erases_nothing(folder: Path, store: Store) -> None:
    """A name that is not on record changes no row, and leaves no line in the trail."""
    before = everything(store)

    erased = forget_everywhere(store, "nobody", NOW)

    assert erased == 0
    assert everything(store) == before
    store.close()


def test_who_is_in_a_backup_only_is_forgotten_there(folder: Path, store: Store) -> None:
    """What could not be cleaned the first time is cleaned when it is asked for again."""
    backup = back_up(store, store.backups, NOW)
    forget_everywhere(store, NAME, NOW)
    fill(store, NAME)
    again = back_up(store, store.backups, NOW)
    with store.engine.begin() as writing:
        forget_person(writing, NAME, NOW)
    known = set(traces(folder))

    erased = forget_everywhere(store, NAME, NOW)

    assert str(again.relative_to(folder)) in known
    assert str(backup.relative_to(folder)) not in known
    assert erased > 0
    assert traces(folder) == []
    store.close()


def back_up_often(folder: str, done: Path) -> None:
    """Make backups until there is a file."""
    store = open_store(folder)
    while not done.exists():
        with contextlib.suppress(StoreError):  # one that forgetting took away
            back_up(store, store.backups, NOW)
    store.close()


def forget_now(folder: str, done: Path) -> None:
    """Forget while others make backups."""
    store = open_store(folder)
    try:
        forget_everywhere(store, NAME, NOW)
    finally:
        done.touch()
    store.close()


@pytest.mark.slow  # tries until the two meet
def test_a_backup_that_is_being_made_does_not_keep_a_person(
    folder: Path, store: Store, tmp_path: Path
) -> None:
    """A copy begun before somebody is forgotten never stands in its place with them in it."""
    for number in range(4):
        fill(store, NAME)
        done = tmp_path / f"done{number}"

        told = in_children((back_up_often, (str(folder), done)), (forget_now, (str(folder), done)))

        assert told == [None, None]
        assert traces(folder) == []
    store.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_backup_that_is_read_only_is_named(folder: Path, store: Store) -> None:
    """What cannot be written cannot be cleaned, and is said."""
    backup = back_up(store, store.backups, NOW)
    backup.chmod(0o400)

    with pytest.raises(StoreError, match=backup.name):
        forget_everywhere(store, NAME, NOW)
    store.close()


def test_a_file_is_smaller_when_most_is_gone(folder: Path, store: Store) -> None:
    """The file is written again, so room is given back."""
    for number in range(60):
        record(store, NAME, os.urandom(3000).hex() + str(number))
    store.close()
    before = (folder / FILE).stat().st_size
    again = open_store(str(folder))

    forget_everywhere(again, NAME, NOW)

    again.close()
    assert (folder / FILE).stat().st_size < before / 2
