"""What holds of every conversation, however hostile."""

import ast
import resource
import struct
from dataclasses import dataclass
from pathlib import Path

import msgspec

from grader.judge.jobs import Run
from grader.judge.verdict import Judging, settle
from grader.model.course import MIB

_TELLING_TEXT = 6  # characters; what is shorter stands in any frame
_TELLING_NUMBER = 10_000
_MOST_SECONDS = 60.0  # many times what the limits of a conversation come to
_MOST_MIB = 1500  # above what an examiner may take beyond what it starts with


@dataclass(frozen=True)
class Secrets:
    """What stands in hidden cases, as a frame would hold it."""

    written: dict[str, bytes]

    @classmethod
    def of(cls, hidden: Path, heard: list[bytes]) -> "Secrets":
        """Take every telling constant but those that the reference itself was told."""
        told = b"\n".join(heard)
        found: dict[str, bytes] = {}
        for node in ast.walk(ast.parse(hidden.read_text(encoding="utf-8"))):
            written = _written(node.value) if isinstance(node, ast.Constant) else b""
            if written and written not in told:
                found[ast.unparse(node)] = written
        return cls(found)

    def among(self, heard: list[bytes]) -> list[str]:
        """Name the secrets that were told."""
        told = b"\n".join(heard)
        return [name for name, written in self.written.items() if written in told]


def _written(value: object) -> bytes:
    """Give a constant as frames hold it; nothing for one that stands in any frame."""
    if isinstance(value, float):
        return struct.pack(">d", value)
    if type(value) is int:
        return msgspec.msgpack.encode(value) if value >= _TELLING_NUMBER else b""
    data = value.encode() if isinstance(value, str) else value
    return data if isinstance(data, bytes) and len(data) >= _TELLING_TEXT else b""


def passed(run: Run, judging: Judging) -> list[str]:
    """Name the cases that a run passes."""
    settled = settle(run, judging)
    return [case for case, result in settled.items() if result.outcome == "passed"]


def finds_in(run: Run, judging: Judging, heard: list[bytes], secrets: Secrets) -> list[str]:
    """Say what a hostile conversation gained, or cost."""
    found = [f"{case} passes" for case in passed(run, judging)]
    found += [f"{secret} was told" for secret in secrets.among(heard)]
    if run.fault is not None or run.verdict == "grader_fault":
        found.append(f"a fault of the grader: {run.fault}")
    if run.seconds > _MOST_SECONDS:
        found.append(f"{run.seconds:.0f} s were taken")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 // MIB
    if peak > _MOST_MIB:
        found.append(f"{peak} MiB were taken")
    return found
