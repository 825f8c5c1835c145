"""No examiner outlives its worker, whatever it is at."""

import os
import signal
from functools import partial
from pathlib import Path

import pytest

from grader.jail.reader import ReaderJail
from grader.judge.examination import Tell, in_fork
from grader.judge.pair_maker import start_examiner
from tests.integration.jail.asking import lasts

pytestmark = [pytest.mark.jail, pytest.mark.timeout(60)]


@pytest.mark.parametrize("in_namespaces", [None, False, True], ids=["none", "reduced", "full"])
def test_a_busy_examiner_ends_with_its_worker(in_namespaces: bool | None, tmp_path: Path) -> None:
    """A worker that is killed tells nobody, and a comparison may go on for hours."""
    said, say = os.pipe()
    worker = os.fork()
    if worker == 0:
        _work(tmp_path, in_namespaces, say)
    os.close(say)
    examiner = int(os.read(said, 20))

    os.kill(worker, signal.SIGKILL)
    os.waitpid(worker, 0)

    is_left = lasts(examiner)
    os.close(said)
    if is_left:
        os.kill(examiner, signal.SIGKILL)
    assert not is_left


def _work(folder: Path, in_namespaces: bool | None, say: int) -> None:
    """Be a worker, whose examiner comes to no end."""
    try:
        jail = None
        if in_namespaces is not None:
            jail = ReaderJail.prepare((), [str(folder)], in_namespaces=in_namespaces)
        work = partial(_never_end, say)
        examiner, _ = start_examiner(partial(in_fork, folder, jail, os.getpid(), work=work))
        os.waitpid(examiner, 0)
    finally:
        os._exit(0)


def _never_end(say: int, _tell: Tell) -> None:
    os.write(say, str(os.getpid()).encode())
    while True:
        pass
