"""No examiner outlives the process that it was forked from, whatever it is at."""

import os
import signal
from pathlib import Path
from typing import NoReturn

import pytest

from grader.jail.reader import ReaderJail
from grader.judge.examination import confine_examiner
from tests.integration.jail.asking import lasts

pytestmark = [pytest.mark.jail, pytest.mark.timeout(60)]


@pytest.mark.parametrize("in_namespaces", [None, False, True], ids=["none", "reduced", "full"])
def test_a_busy_examiner_ends_with_its_parent(in_namespaces: bool | None, tmp_path: Path) -> None:
    """A process that is killed tells nobody, and a comparison may go on for hours."""
    said, say = os.pipe()
    parent = os.fork()
    if parent == 0:
        _fork_examiner(tmp_path, in_namespaces, say)
    os.close(say)
    examiner = int(os.read(said, 20))

    os.kill(parent, signal.SIGKILL)
    os.waitpid(parent, 0)

    is_left = lasts(examiner)
    os.close(said)
    if is_left:
        os.kill(examiner, signal.SIGKILL)
    assert not is_left


def _fork_examiner(folder: Path, in_namespaces: bool | None, say: int) -> NoReturn:
    """Be the process of an examiner that comes to no end."""
    try:
        jail = None
        if in_namespaces is not None:
            if in_namespaces:
                ReaderJail.leave_machine()
            jail = ReaderJail.prepare((), [str(folder)])
        parent = os.getpid()
        examiner = os.fork()
        if examiner == 0:
            confine_examiner(jail, parent, [say])
            os.write(say, str(os.getpid()).encode())
            while True:
                pass
        os.waitpid(examiner, 0)
    finally:
        os._exit(0)
