"""The audit trail is only ever added to, whoever holds the connection."""

import sqlite3

import pytest

from grader.errors import StoreError
from grader.record.backups import back_up
from grader.record.place import BACKUPS
from grader.record.store import Store
from tests.unit.record.records import NOW, everything, fill

CHANGES = (
    "UPDATE audit SET event = 'nothing'",
    "UPDATE audit SET person = NULL WHERE id = 1",
    "DELETE FROM audit",
    "DELETE FROM audit WHERE id = (SELECT max(id) FROM audit)",
    "INSERT INTO audit VALUES (1, '', '', '', '', '') ON CONFLICT (id) DO UPDATE SET event = ''",
)
ON_SQLITE = "INSERT OR REPLACE INTO audit VALUES (1, '', 'nothing', NULL, NULL, '')"
ON_SERVER = "TRUNCATE audit"


def test_the_trail_cannot_be_changed(store: Store) -> None:
    """Every statement that would change or remove a line is refused by the database itself."""
    fill(store, "ada")
    before = everything(store)

    for change in (*CHANGES, ON_SQLITE if store.engine.dialect.name == "sqlite" else ON_SERVER):
        with pytest.raises(StoreError, match="only added to"), store.writing() as writing:
            writing.exec_driver_sql(change)

    assert everything(store) == before


def test_the_trail_of_a_backup_cannot_be_changed(store: Store) -> None:
    """A copy has the same guards."""
    fill(store, "ada")
    backup = back_up(store, store.backups, NOW)

    connection = sqlite3.connect(backup)
    for statement in (*CHANGES, ON_SQLITE):
        with pytest.raises(sqlite3.IntegrityError, match="only added to"):
            connection.execute(statement)
    connection.close()

    assert backup.parent.name == BACKUPS
