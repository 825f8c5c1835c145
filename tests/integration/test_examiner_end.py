"""No examiner outlives the process that it was forked from, whatever it is at."""

import os
import signal
from pathlib import Path

import pytest

from grader.sandbox.isolation import why_not
from grader.sandbox.sandbox import Sandbox
from grader.sandbox.spec import Isolation, SandboxSpec
from tests.integration.sandbox.asking import lasts
from tests.integration.sandbox.probes.jail_probe import packed

pytestmark = [pytest.mark.jail, pytest.mark.timeout(60)]

PROBE = "tests.integration.sandbox.probes.jail_probe:serve"


@pytest.mark.parametrize("level", ["none", "reduced", "full"])
def test_a_busy_examiner_ends_with_its_parent(level: Isolation, tmp_path: Path) -> None:
    """A process that is killed tells nobody, and a comparison may go on for hours."""
    if level != "none" and (problem := why_not(level)):
        pytest.skip(problem)
    spec = SandboxSpec(level, kind="examiner", entry=PROBE, writable=(str(tmp_path),))
    with Sandbox(spec) as sandbox:
        examiner = sandbox.fork()
        examiner.channel.sendall(packed(b"while True: pass"))
        stat = Path(f"/proc/{examiner.pid}/stat").read_text(encoding="ascii")

        os.kill(int(stat.rpartition(")")[2].split()[1]), signal.SIGKILL)

        is_left = lasts(examiner.pid)
        if is_left:
            examiner.kill()
        examiner.close()
    assert not is_left
