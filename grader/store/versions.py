"""Knows the versions of the record, and brings a database from one to another."""

from pathlib import Path
from typing import TYPE_CHECKING

from .connections import Connection

if TYPE_CHECKING:
    import sqlalchemy

_FOLDER = Path(__file__).with_name("migrations")


def known_versions() -> list[str]:
    """List the versions that this grader can read, the oldest first."""
    return sorted(path.name[:4] for path in _FOLDER.glob("versions/[0-9]*.py"))


def version_of(connection: Connection) -> str | None:
    """Read a database's version; None where it is empty."""
    if "alembic_version" not in connection.tables():
        return None
    found = connection.rows("SELECT version_num FROM alembic_version")
    return str(found[0][0]) if found else None


def migrate(engine: "sqlalchemy.Engine") -> None:
    """Bring a database up to date, as a whole or not at all; does nothing where it is."""
    with engine.begin() as connection:
        migrate_within(connection, known_versions()[-1])


def migrate_within(writing: "sqlalchemy.Connection", version: str) -> None:
    """Bring a database to a version as a part of what else is being written."""
    from alembic import command  # costs a third of a second, and is seldom needed
    from alembic.config import Config

    from .database import ThroughEngine

    if version_of(ThroughEngine(writing)) == version:
        return
    settings = Config()
    settings.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    settings.attributes["connection"] = writing
    command.upgrade(settings, version)
