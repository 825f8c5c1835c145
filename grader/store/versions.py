"""Knows the versions of the record, and brings a database from one to another."""

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

_FOLDER = Path(__file__).with_name("migrations")
VERSIONS = tuple(sorted(path.name[:4] for path in _FOLDER.glob("versions/[0-9]*.py")))
NEWEST = VERSIONS[-1]


def version_of(connection: Connection) -> str | None:
    """Read a database's version; None where it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def migrate(engine: Engine, version: str = NEWEST) -> None:
    """Bring a database to a version, as a whole or not at all; does nothing where it is there."""
    with engine.begin() as connection:
        migrate_within(connection, version)


def migrate_within(writing: Connection, version: str = NEWEST) -> None:
    """Bring a database to a version as a part of what else is being written."""
    from alembic import command  # costs a third of a second, and is seldom needed
    from alembic.config import Config

    if version_of(writing) == version:
        return
    settings = Config()
    settings.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    settings.attributes["connection"] = writing
    command.upgrade(settings, version)
