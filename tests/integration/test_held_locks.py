"""A lock that another process holds is waited for a while, and then it is said who holds it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.flows.student import submit
from grader.flows.student.submit import Claims
from grader.ground.folders import user_named
from grader.ground.locks import SOMEBODY, holder_of

pytestmark = pytest.mark.process

HOLD = """
import fcntl, sys
file = open(sys.argv[1], "wb")
fcntl.lockf(file, fcntl.LOCK_EX, 1, 7)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def held(tmp_path: Path) -> Iterator[tuple[Path, int]]:
    """A file of which another process has locked one byte, and that process."""
    path = tmp_path / "lock"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        yield path, holder.pid
        assert holder.stdin is not None
        holder.stdin.close()


def test_the_process_that_holds_a_lock_is_named(held: tuple[Path, int]) -> None:
    """By its number and user, for the byte that it holds and no other."""
    path, pid = held

    assert holder_of(path, byte=7) == f"process {pid} of {user_named(os.getuid())}"
    assert holder_of(path) == holder_of(path.with_name("none"), path)
    assert holder_of(path, byte=8) == SOMEBODY


def test_a_claim_is_not_waited_for_without_end(
    held: tuple[Path, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An attempt that another process does not let go of gets a sentence; another is taken."""
    path, pid = held
    monkeypatch.setattr(submit, "PATIENCE_SECONDS", 0.3)
    mine = Claims(path)

    with pytest.raises(UsageError, match=rf"held by process {pid} of user .* for over 0\.3 s"):
        mine.wait_for(7)

    mine.wait_for(8)
    mine.close()
