"""Waiting for the end of a process."""

import subprocess
import sys

import pytest

from grader.ground.children import has_ended

pytestmark = pytest.mark.process


def test_a_process_that_ends() -> None:
    """The end is seen, and leaves the exit code."""
    process = subprocess.Popen([sys.executable, "-S", "-c", "raise SystemExit(7)"])

    ended = has_ended(process, 60)

    assert ended
    assert process.returncode == 7


def test_a_process_that_goes_on() -> None:
    """Who does not end in time is left as it is."""
    process = subprocess.Popen(
        [sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL
    )

    ended = has_ended(process, 0.01)
    is_there = process.poll() is None
    process.communicate()

    assert not ended
    assert is_there


def test_a_process_that_was_seen_to_end() -> None:
    """Who has ended before has ended."""
    process = subprocess.Popen([sys.executable, "-S", "-c", ""])
    process.wait()

    assert has_ended(process, 0)


def test_a_system_that_cannot_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the kernel's word, the process is asked at intervals."""
    monkeypatch.delattr("os.pidfd_open", raising=False)
    process = subprocess.Popen([sys.executable, "-S", "-c", ""])

    assert has_ended(process, 60)
