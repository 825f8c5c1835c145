"""Makes records of the first version, and adds made-up versions after the real ones."""

import shutil
from pathlib import Path

import pytest
from sqlalchemy import Engine

from grader.store import versions
from grader.store.database import ThroughEngine, server_engine, sqlite_engine
from grader.store.place import FILE
from grader.store.versions import known_versions, migrate_within, version_of
from tests.unit.store.records import NOW
from tests.unit.store.schema import metadata

OLDEST = known_versions()[0]
LATEST = "9002"
_CHANGES = {
    "9001": 'op.create_table("wishes", sa.Column("student", sa.String(200), primary_key=True))',
    LATEST: 'op.add_column("students", sa.Column("wish", sa.String(32)))',
}
_MODULE = """
import sqlalchemy as sa
from alembic import op

revision = "{version}"
down_revision = "{before}"

def upgrade():
    {change}
"""


def add_later_versions(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Have this process and its forks know two more versions; the folder must be new."""
    before = known_versions()[-1]
    shutil.copytree(versions._FOLDER, folder)
    for version, change in _CHANGES.items():
        module = _MODULE.format(version=version, before=before, change=change)
        (folder / "versions" / f"{version}_made_up.py").write_text(module)
        before = version
    patch.setattr(versions, "_FOLDER", folder)


def older_record(engine: Engine, student: str = "ada") -> None:
    """Make the tables of the first version in an empty database, with a student; close it."""
    rows = {
        "students": {"id": student, "token": "t", "added_at": NOW},
        "hints": {"student": student, "lesson": "sums", "step": 1, "taken_at": NOW},
        "audit": {"at": NOW, "event": "hint", "person": "t", "lesson": "sums", "detail": ""},
    }
    with engine.begin() as writing:
        migrate_within(writing, OLDEST)
        for name, row in rows.items():
            writing.execute(metadata.tables[name].insert(), row)
    engine.dispose()


def older_backup(path: Path, student: str = "ada") -> None:
    """Make a backup as the first grader would have, with a student on record."""
    path.touch()
    older_record(sqlite_engine(path), student)


def engine_at(address: str) -> Engine:
    """Connect to a place as it is, without bringing it up to date."""
    if "://" in address:
        return server_engine(address)
    path = Path(address, FILE)
    if not path.exists():
        path.parent.mkdir(parents=True)
        path.touch()
    return sqlite_engine(path)


def version_at(address: str) -> str | None:
    """Read the version of a record that is not opened, or of a backup."""
    engine = sqlite_engine(Path(address)) if address.endswith(".db") else engine_at(address)
    with engine.execution_options(reads=True).begin() as reading:
        version = version_of(ThroughEngine(reading))
    engine.dispose()
    return version
