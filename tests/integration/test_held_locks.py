"""A lock that another process holds is waited for a while, and then it is said."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.record import claims
from grader.record.claims import FileClaims

pytestmark = pytest.mark.process

HOLD = """
import fcntl, sys
file = open(sys.argv[1], "wb")
fcntl.lockf(file, fcntl.LOCK_EX, 1, 7)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Path]:
    """A file of which another process has locked one byte."""
    path = tmp_path / "lock"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        yield path
        assert holder.stdin is not None
        holder.stdin.close()


def test_a_claim_is_not_waited_for_without_end(held: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An attempt that another process does not let go of gets a sentence; another is taken."""
    monkeypatch.setattr(claims, "PATIENCE_SECONDS", 0.3)
    mine = FileClaims(held)

    with pytest.raises(UsageError, match=r"held by another process for over 0\.3 s"):
        mine.wait_for(7)

    mine.wait_for(8)
    mine.close()
