"""What a record asks of its database, and how it names one."""

import os
from pathlib import Path

import pytest
from sqlalchemy import text

from grader.errors import UsageError
from grader.record.database import server_engine, server_name, sqlite_engine
from grader.record.forgetting import is_known
from grader.record.in_progress import take_hint
from grader.record.store import open_store
from tests.unit.record.records import NOW, filled


@pytest.fixture(scope="module", autouse=True)
def no_waiting_for_disks() -> None:
    """Leave the settings as they are: they are what is tested here."""


HELD = {
    "synchronous": 2,  # FULL: what is committed outlives a power cut
    "secure_delete": 1,
}


def test_a_file_is_opened_with_the_settings_that_keep_it(tmp_path: Path) -> None:
    """What is committed is on the disk, and what is erased is overwritten."""
    path = tmp_path / "some.db"
    path.touch()
    engine = sqlite_engine(path)

    with engine.connect() as connection:
        found = {name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in HELD}

    engine.dispose()
    assert found == HELD


NAMES = {
    "postgresql://ada:secret@db.example/grades": "db.example/grades",
    "postgresql+psycopg://db.example:5433/grades?password=secret": "db.example/grades",
    "postgresql://ada@/grades?host=/run/pg": "/run/pg/grades",
    "postgresql:///grades": "localhost/grades",
}


@pytest.mark.parametrize("address", NAMES)
def test_a_server_is_named_without_user_and_password(address: str) -> None:
    """Messages hold host and database."""
    pytest.importorskip("psycopg", reason="the package psycopg is not installed")
    engine = server_engine(address)

    name = server_name(engine)

    engine.dispose()
    assert name == NAMES[address]


ADDRESSES = {
    "mysql://user:secret@host/x": "mysql is not among",
    "sqlite:///record.db": "sqlite is not among",
    "postgresql+asyncpg://user:secret@host/x": "is not among",
    "nonsense://": "cannot be used",
    "postgresql://user:secret@host:port/x": "cannot be used",
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_that_is_none_is_refused_without_its_password(address: str) -> None:
    """The sentence says what an address looks like, and repeats no password."""
    with pytest.raises(UsageError, match=ADDRESSES[address]) as caught:
        server_engine(address)

    assert "secret" not in str(caught.value)


def test_a_folder_whose_name_is_no_text(tmp_path: Path) -> None:
    """A record lies wherever the system has a folder, and is asked for whatever was typed."""
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    filled(folder, "ada")
    store = open_store(str(folder))

    with store.writing() as writing:
        is_there = is_known(writing, "\udcff")
        take_hint(writing, "b\udcff", "sums", 1, NOW)
        kept = writing.execute(text("SELECT student FROM hints ORDER BY student")).all()

    assert not is_there
    assert kept == [("ada",), (r"b\udcff",)]
    store.close()
