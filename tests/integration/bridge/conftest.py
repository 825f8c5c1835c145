"""A submission in a process of its own, across a socket, and the session that asks it."""

import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.bridge.contract import Contract, Learned
from grader.bridge.session import Session
from grader.inside.tiers import serve
from grader.wire.channel import Channel

Open = Callable[..., Session]
MIB = 1024 * 1024


@pytest.fixture
def open_session(tmp_path: Path) -> Iterator[Open]:
    """Serve a module named `lesson`, not confined; recording where no contract is given."""
    children: list[tuple[int, Session]] = []

    def opened(source: str, contract: Contract | None = None) -> Session:
        ours, theirs = socket.socketpair()
        pid = os.fork()
        if pid == 0:
            ours.close()
            os.chdir(tmp_path)
            serve(theirs.detach())
            os._exit(0)
        theirs.close()
        learned = Learned(contract or Contract(), contract is None)
        session = Session(Channel(ours), learned, str(Path(__file__).parent), MIB)
        children.append((pid, session))
        session.sources = {"lesson.py": source.encode()}
        session.ask("begin", (session.sources, "seed", ""))
        session.start_case("case")
        return session

    yield opened
    for pid, session in children:
        session.channel.close()
        os.kill(pid, signal.SIGKILL)  # a later fork holds the other end of its socket
        os.waitpid(pid, 0)
    sys.modules.pop("lesson", None)
