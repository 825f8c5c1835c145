"""A record for every test, once in a folder and once on a server."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.record import database
from grader.record.store import Store, open_store
from tests.unit.record.throwaway_server import ThrowawayServer, binaries

ON_SERVER = pytest.param("postgresql", marks=pytest.mark.database)


@pytest.fixture(scope="module", autouse=True)
def no_waiting_for_disks() -> Iterator[None]:
    """Let the system write when it likes: a killed process loses nothing by it, and time is saved.

    What a power cut would do is not tested; the unit tests hold the setting that counts then.
    """
    slow = database.SETTINGS
    quick = tuple(one.replace("synchronous=FULL", "synchronous=OFF") for one in slow)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "SETTINGS", quick)
        yield


@pytest.fixture(scope="session")
def server() -> Iterator[ThrowawayServer]:
    """A PostgreSQL server; the test is skipped where there is none."""
    pytest.importorskip("psycopg", reason="the package psycopg is not installed")
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL's server is not installed")
    made = ThrowawayServer(programs)
    try:
        yield made
    finally:
        made.stop()


@pytest.fixture(params=["sqlite", ON_SERVER])
def new_address(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], str]:
    """Name a place for a record, another one at each call."""
    if request.param == "postgresql":
        monkeypatch.chdir(tmp_path)  # where backups of a server go
        address: Callable[[], str] = request.getfixturevalue("server").empty_database
        return address
    numbers = iter(range(100))
    return lambda: str(tmp_path / f"record{next(numbers)}")


@pytest.fixture
def address(new_address: Callable[[], str]) -> str:
    """The place for one record."""
    return new_address()


@pytest.fixture(scope="session")
def blank_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty record in a folder, to be copied."""
    folder = tmp_path_factory.mktemp("blank") / "record"
    open_store(str(folder)).close()
    return folder


@pytest.fixture(params=["sqlite", ON_SERVER])
def store(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Store]:
    """An empty record."""
    if request.param == "postgresql":
        monkeypatch.chdir(tmp_path)
        address = request.getfixturevalue("server").empty_database()
    else:
        address = str(tmp_path / "record0")
        shutil.copytree(request.getfixturevalue("blank_folder"), address)
    opened = open_store(address)
    yield opened
    opened.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a record in a file lies."""
    return tmp_path / "record"
