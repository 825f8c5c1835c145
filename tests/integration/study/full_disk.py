"""Runs first commands on a disk that has hardly any room, then again with room.

Arguments: the disk's folder, the course's. Prints a line for each try: bytes of room, and both
exit codes.
"""

import os
import shutil
import sys
from pathlib import Path

from tests.integration.study.children import command, forked
from tests.integration.study.terminal import Terminal

_STEP = 16 * 1024  # bytes
_TRIES = 24  # then there is room for a new record


def main(disk: Path, course: Path) -> None:
    """Try with more room each time."""
    ballast = disk / "ballast"
    for room in range(0, _TRIES * _STEP, _STEP):
        with ballast.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, _free(disk) - room)
        terminal = Terminal(course, disk, disk / f"record-{room}")
        codes = [forked(command(terminal, "lessons"))]
        ballast.unlink()
        codes.append(forked(command(terminal, "lessons")))
        shutil.rmtree(terminal.data)
        print(room, *codes)  # noqa: T201 # read by the test that starts this


def _free(disk: Path) -> int:
    found = os.statvfs(disk)
    return found.f_bavail * found.f_frsize


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
