"""Hands over everything about a person, or erases it from a record's file and its backups."""

from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, Table, delete, select, text

from grader.errors import StoreError, UsageError
from grader.ground.folders import refuse_above

from . import database
from .database import change, explained, run_alone, sqlite_engine
from .people import is_known, write_audit
from .place import FILE
from .store import Store, drop_parts, version_of
from .tables import VERSION, audit, metadata, students


def export_person(store: Store, student: str) -> dict[str, Any]:
    """Collect everything on record about a student, ready for JSON; bytes as base64."""
    with store.reading() as reading:
        token = select(students.c.token).where(students.c.id == student).scalar_subquery()
        found = [(table, about == student) for table, about in _tables_of_people()]
        return {
            table.name: [
                msgspec.to_builtins(dict(row))
                for row in reading.execute(select(table).where(theirs)).mappings()
            ]
            for table, theirs in (*found, (audit, audit.c.person == token))
        }


def forget_everywhere(store: Store, student: str, now: datetime) -> int:
    """Erase a student from the record and all files in its backups; return how many rows.

    Asked again, it cleans what it could not clean before: the record need not know the student.
    Raises StoreError, after all else has been erased, that names the files that may still hold
    something.
    """
    folders = {store.backups, store.backups.parent}
    with store.writing() as writing:
        erased = forget_person(writing, student, now)
        for folder in folders:
            drop_parts(folder)
    for folder in folders:  # and copies that were begun before the line above was written down
        drop_parts(folder)
    more, left = _clean(store, student)
    if left:
        raise StoreError(
            f"{student} has been erased, except perhaps from what follows. {' '.join(left)}"
        )
    return erased + more


def forget_in_backup(path: Path, student: str) -> int:
    """Erase a student from a backup; raises StoreError for any other file."""
    engine = sqlite_engine(path)
    try:
        with engine.begin() as writing:
            verdict = writing.execute(text("PRAGMA quick_check(1)")).scalar()
            if verdict != "ok":
                raise StoreError(f"{path} is damaged ({verdict}). Delete it.")
            if version_of(writing) != VERSION:
                raise StoreError(f"{path} is no backup that this grader reads. Delete it.")
            erased = _erase(writing, student)
        if erased:
            fold_log(engine)
        return erased
    finally:
        engine.dispose()


def forget_person(writing: Connection, student: str, now: datetime) -> int:
    """Erase everything about a student; return how many rows. That it happened stays on record."""
    if is_known(writing, student):
        write_audit(writing, "forgotten", now, student=student)
    return _erase(writing, student)


def _erase(writing: Connection, student: str) -> int:
    tables = reversed(_tables_of_people())
    return sum(change(writing, delete(table).where(about == student)) for table, about in tables)


def _tables_of_people() -> list[tuple[Table, Any]]:
    about = ("student", "account")  # the column that says whom a row is about
    tables = metadata.sorted_tables
    found = [(one, one.c[name]) for one in tables for name in about if name in one.c]
    return [(students, students.c.id), *found]


def fold_log(engine: Engine) -> None:
    """Write a file again and empty its log, so that nothing erased is left in either."""
    if engine.dialect.name == "sqlite":
        run_alone(engine, "VACUUM")
        if run_alone(engine, "PRAGMA wal_checkpoint(TRUNCATE)")[0]:
            raise StoreError(
                f"Another process has been reading for over {database.BUSY_SECONDS} s: "
                "the log still holds what was erased. Run the command again."
            )


def _clean(store: Store, student: str) -> tuple[int, list[str]]:
    erased, left = 0, []
    try:
        with store.explained():
            fold_log(store.engine)
    except StoreError as error:
        left.append(str(error))
    try:
        # of a server's record they lie where the command runs, which may be anywhere
        refuse_above(store.backups / FILE, "Look there yourself.")
    except UsageError as error:
        return erased, [*left, str(error)]
    for path in sorted(store.backups.glob("grader-*.db")):
        try:
            with explained(str(path), "Delete it."):
                erased += forget_in_backup(path, student)
        except StoreError as error:
            left.append(str(error))
    return erased, left
