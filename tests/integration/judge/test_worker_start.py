"""A worker is started before it is known what it judges, and ends where that is nothing."""

import pytest

from grader.judge.worker_start import StartedWorker

pytestmark = pytest.mark.process


def test_a_worker_that_nobody_needs_ends_in_silence(capfd: pytest.CaptureFixture[str]) -> None:
    """It is told no stage, and says nothing of that."""
    with StartedWorker() as started:
        started.connection.close()
        code = started.process.wait(20)

    assert (code, capfd.readouterr().err) == (0, "")


def test_a_worker_that_waits_is_ended() -> None:
    """Whoever started it leaves none behind, also where the pool has never had it."""
    with StartedWorker() as started:
        assert started.process.poll() is None

    assert started.process.poll() is not None
