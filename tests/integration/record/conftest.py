"""The records of the unit tests, for claims about files, processes and kills."""

from tests.unit.record.conftest import (
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
