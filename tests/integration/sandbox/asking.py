"""Asks a child in a jail to run code: what the tests of this folder have in common."""

import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.model.course import MIB, Limits
from grader.sandbox.child import Child
from grader.sandbox.spec import Isolation, SandboxSpec
from tests.integration.sandbox.probes.jail_probe import packed, read

PROBES = Path(__file__).with_name("probes")
ANSWER_SECONDS = 30.0
LOW = Limits(memory_mib=128, file_bytes=1 * MIB, files_bytes=4 * MIB, files_count=100, threads=8)


@dataclass
class Inside:
    """A child that runs what it is told."""

    child: Child

    def __post_init__(self) -> None:
        self.child.channel.settimeout(ANSWER_SECONDS)

    def tell(self, code: str) -> None:
        """Send code without waiting for an answer."""
        self.child.channel.sendall(packed(code.encode()))

    def reply(self) -> dict[str, Any]:
        """Wait for the answer to what was told."""
        reply: dict[str, Any] = json.loads(read(self.child.channel))
        return reply

    def ask(self, code: str) -> Any:
        """Run code inside and return its variable `answer`."""
        self.tell(code)
        reply = self.reply()
        assert "error" not in reply, reply
        return reply["answer"]

    def error(self, code: str) -> str:
        """Run code that must fail inside; return the error's type."""
        self.tell(code)
        name: str = self.reply().get("error", "no error")
        return name


Open = Callable[[], Inside]


def probe_spec(level: Isolation, scratch: Path, limits: Limits = LOW) -> SandboxSpec:
    """Word a jail whose children run what they are told."""
    return SandboxSpec(level, scratch, limits, packages=("jail_probe",), entry="jail_probe:serve")


def let_probe_be_found() -> None:
    """Let jails find the probe as if it were an installed package."""
    if str(PROBES) not in sys.path:
        sys.path.append(str(PROBES))


def lasts(pid: int, seconds: float = 10.0) -> bool:
    """Tell whether a process outlives the time that the kernel needs to end it."""
    end = time.monotonic() + seconds
    while is_alive(pid) and time.monotonic() < end:
        time.sleep(0.01)
    return is_alive(pid)


def is_alive(pid: int) -> bool:
    """Tell whether a process runs; a zombie does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
