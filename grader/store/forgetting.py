"""Erases a person from a record's file and its backups, to the last byte that lies in them."""

from datetime import datetime
from pathlib import Path

from sqlalchemy import Engine, MetaData, text

from grader.errors import StoreError

from .database import BUSY_SECONDS, explained, run_alone, sqlite_engine
from .fresh import drop_parts
from .people import erase_person, forget_person
from .store import Store
from .versions import version_of

_FILES = ("grader-*.db", "replaced-*.db")  # backups, and what a restore set aside


def forget_everywhere(store: Store, student: str, now: datetime) -> int:
    """Erase a student from the record and all files in its backups; return how many rows.

    Asked again, it cleans what it could not clean before: the record need not know the student.
    Raises StoreError, after all else has been erased, that names the files that may still hold
    something.
    """
    folders = {store.backups, store.backups.parent}
    with store.writing() as writing:
        erased = forget_person(writing, student, now)
        _drop_all(folders)
    _drop_all(folders)  # and copies that were begun before the line above was written down
    more, left = _clean(store, student)
    if left:
        raise StoreError(
            f"{student} has been erased, except perhaps from what follows. {' '.join(left)}"
        )
    return erased + more


def forget_in_backup(path: Path, student: str) -> int:
    """Erase a student from a backup, of whatever version."""
    engine = sqlite_engine(path)
    try:
        with engine.begin() as writing:
            verdict = writing.execute(text("PRAGMA quick_check(1)")).scalar()
            if verdict != "ok":
                raise StoreError(f"{path} is damaged ({verdict}). Delete it.")
            if version_of(writing) is None:
                raise StoreError(f"{path} is no record of a grader's.")
            tables = MetaData()
            tables.reflect(writing)
            erased = erase_person(writing, student, tables)
        if erased:
            fold_log(engine)
        return erased
    finally:
        engine.dispose()


def fold_log(engine: Engine) -> None:
    """Write a file anew and empty its log, so that nothing erased is left in either."""
    if engine.dialect.name == "sqlite":
        run_alone(engine, "VACUUM")
        if run_alone(engine, "PRAGMA wal_checkpoint(TRUNCATE)")[0]:
            raise StoreError(
                f"Another process has been reading for over {BUSY_SECONDS} s: the log still holds "
                "what was erased. Run the command again."
            )


def _drop_all(folders: set[Path]) -> None:
    for folder in folders:
        drop_parts(folder)


def _clean(store: Store, student: str) -> tuple[int, list[str]]:
    erased, left = 0, []
    try:
        with store.explained():
            fold_log(store.engine)
    except StoreError as error:
        left.append(str(error))
    for path in sorted(path for what in _FILES for path in store.backups.glob(what)):
        try:
            with explained(str(path), "Delete it."):
                erased += forget_in_backup(path, student)
        except StoreError as error:
            left.append(str(error))
    return erased, left
