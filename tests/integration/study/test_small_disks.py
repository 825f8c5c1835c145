"""A disk without room: half a file is never taken for a student's work, nor for a record."""

import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from grader.sandbox.bubblewrap import find_bubblewrap
from grader.sandbox.isolation import best_isolation
from tests.integration.study.children import command, forked
from tests.integration.study.terminal import ROOT, Terminal

pytestmark = [pytest.mark.jail, pytest.mark.slow]

_T = TypeVar("_T")


def limited(work: Callable[[], _T]) -> Callable[[], _T]:
    """Let a child write no file longer than some bytes, as a full disk would."""

    def small() -> _T:
        resource.setrlimit(resource.RLIMIT_FSIZE, (40, 40))
        return work()

    return small


def test_a_start_that_found_no_room_is_made_good(terminal: Terminal) -> None:
    """What could not be written whole is not there, and the next start writes it."""
    assert terminal.type("lessons").code == 0  # so that the record exists
    code = forked(limited(command(terminal, "start", "plain")))
    left = list(terminal.folder.rglob("*.py"))

    again = terminal.type("start", "plain")

    assert code != 0
    assert left == []
    assert "Written to plain: plain.py, run.py, test_plain.py." in again.lines


@pytest.mark.skipif(best_isolation() != "full", reason="this machine can mount no small disk")
def test_a_first_command_that_found_no_room_leaves_no_record(
    terminal: Terminal, tmp_path: Path
) -> None:
    """However much room there was: an error, and with room the same command works."""
    bubblewrap = find_bubblewrap()
    assert bubblewrap is not None
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = ["--dev-bind", "/", "/", "--size", str(4 << 20), "--tmpfs", str(disk)]
    program = [sys.executable, "-m", "tests.integration.study.full_disk"]
    done = subprocess.run(
        [str(bubblewrap.path), *mounted, "--chdir", str(ROOT), *program, disk, terminal.course],
        env={**terminal.environment(), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )

    tries = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    assert {first for _, first, _ in tries} == {0, 3}
    assert [(room, again) for room, _, again in tries if again] == []
