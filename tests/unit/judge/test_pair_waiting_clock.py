"""Waiting for a core is read from what the kernel counts for each thread."""

import time
from pathlib import Path

from grader.judge.pair import WaitingClock

CHILD, EXAMINER = 10, 20
NANOSECOND = 1e-9


def waits(processes: Path, pid: int, thread: int, nanoseconds: int) -> None:
    """Write what the kernel would say of a thread: run, waited, slices."""
    folder = processes / str(pid) / "task" / str(thread)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "schedstat").write_text(f"7000 {nanoseconds} 3\n", encoding="ascii")


def test_processes_take_turns_and_threads_wait_side_by_side(tmp_path: Path) -> None:
    """Of the threads of a process the longest wait counts, of processes each."""
    waits(tmp_path, CHILD, 10, 500)
    waits(tmp_path, EXAMINER, 20, 100)
    clock = WaitingClock((CHILD, EXAMINER), tmp_path)
    waits(tmp_path, CHILD, 10, 520)
    waits(tmp_path, CHILD, 11, 30)
    waits(tmp_path, EXAMINER, 20, 108)

    assert round(clock.read() / NANOSECOND) == 38
    waits(tmp_path, CHILD, 11, 35)
    assert round(clock.read() / NANOSECOND) == 43


def test_no_more_is_counted_than_went_by(tmp_path: Path) -> None:
    """What a kernel counts never makes the clock run backwards."""
    waits(tmp_path, CHILD, 10, 0)
    began = time.monotonic()
    clock = WaitingClock((CHILD,), tmp_path)
    waits(tmp_path, CHILD, 10, 10**15)

    waited = clock.read()

    assert 0 < waited <= time.monotonic() - began


def test_what_has_ended_waits_no_more(tmp_path: Path) -> None:
    """A process that is gone, or a kernel that does not tell, adds nothing."""
    clock = WaitingClock((CHILD, EXAMINER), tmp_path)

    assert clock.read() == 0
