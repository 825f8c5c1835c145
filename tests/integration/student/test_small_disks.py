"""A disk without room: half a file is never taken for a student's work."""

import resource
from collections.abc import Callable

import pytest

from tests.integration.student.children import command, forked
from tests.integration.student.terminal import Terminal

pytestmark = [pytest.mark.jail, pytest.mark.slow]


def limited(work: Callable[[], int]) -> Callable[[], int]:
    """Let a child write no file longer than some bytes, as a full disk would."""

    def small() -> int:
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
