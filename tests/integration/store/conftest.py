"""The records of the unit tests, for claims about files, processes and kills."""

from pathlib import Path

import pytest

from tests.integration.store.older_records import add_later_versions
from tests.unit.store.conftest import (
    address,
    blank_folder,
    folder,
    new_address,
    no_waiting_for_disks,
    server,
    store,
)

__all__ = [
    "address",
    "blank_folder",
    "folder",
    "new_address",
    "no_waiting_for_disks",
    "server",
    "store",
]


@pytest.fixture
def later_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every record of a real version an older one."""
    add_later_versions(tmp_path / "migrations", monkeypatch)
