"""Has one lesson judged for many hostile peers, and says what each gained or cost."""

import ast
import resource
import struct
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest

from grader.border.client import CONTROL, Client
from grader.border.connection import Frame, encode
from grader.border.contract import Contract
from grader.border.inert import CannotCross, WrongResult
from grader.model.course import MIB
from tests.integration.border.driver import Lesson, Noting, Run, run_over_border

LESSONS = Path(__file__).parents[1] / "material" / "fuzzed_lessons"
NAMES = sorted(path.parent.name for path in LESSONS.glob("*/right.py"))
_PEER = Path(__file__).with_name("peer.py").read_text(encoding="utf-8")
_TELLING_TEXT = 6  # characters; what is shorter stands in any frame
_TELLING_NUMBER = 10_000
_MOST_SECONDS = 40.0  # many times what a conversation takes on a busy machine
_MOST_MIB = 1500
_TOLD = " was told"
_BORDER = "/grader/border/"
# what the border raises to end a case, or has a test see as Python's own objects would
_MEANT = (
    *CONTROL,
    CannotCross,
    WrongResult,
    AssertionError,
    AttributeError,
    TypeError,
    ValueError,
    RuntimeError,
)


@dataclass(frozen=True)
class Material:
    """A lesson to be fuzzed: hidden cases, a right submission and one that is wrong everywhere."""

    name: str

    @property
    def folder(self) -> Path:
        """Where its files lie, of which pytest takes the hidden cases."""
        return LESSONS / self.name

    def submission(self, side: str) -> dict[str, bytes]:
        """Read what is submitted: the side is right or wrong."""
        return {f"{self.name}.py": (self.folder / f"{side}.py").read_bytes()}

    def hostile(self, seed: str) -> dict[str, bytes]:
        """Have the wrong submission take its process over."""
        wrong = (self.folder / "wrong.py").read_text(encoding="utf-8")
        # behind a name of its own: what a lesson defines is no part of the peer
        peer = f"\nexec(compile({_PEER!r}, 'peer', 'exec'), _p := {{'__name__': 'peer'}})"
        return {f"{self.name}.py": f"{wrong}{peer}\n_p['take_over']({seed!r})\n".encode()}


class Watching(Noting):
    """Looks for secrets in what the examiner says, for exceptions of ours, and at the memory."""

    def __init__(self, client: Client, secrets: dict[str, bytes]) -> None:
        super().__init__(client)
        self._secrets = secrets
        self._send = client.connection.send
        client.connection.send = self.look  # type: ignore[method-assign]

    def look(self, frame: Frame) -> None:
        data = (
            b"" if frame.operation == "begin" else encode(frame)
        )  # which tells what was handed in
        self.run.remarks += [
            name + _TOLD for name, written in self._secrets.items() if written in data
        ]
        self._send(frame)

    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[Any]
    ) -> pytest.TestReport:
        """Report without a text, as the judge does; note an exception that nobody meant to raise.

        Errors of the peer's own come out of the border, too: these say so.
        """
        error = None if call.excinfo is None else call.excinfo.value
        if call.excinfo is not None and not isinstance(error, _MEANT):
            place = str(call.excinfo.traceback[-1].path)
            if _BORDER in place and not hasattr(error, "_grader_types"):
                trail = [f"{Path(e.path).name}:{e.lineno + 1}" for e in call.excinfo.traceback[-4:]]
                self.run.remarks.append(f"{type(error).__name__} came from {trail}")
        text = None if error is None else type(error).__name__
        outcome: Literal["passed", "failed"] = "passed" if error is None else "failed"
        when: Any = call.when
        return pytest.TestReport(item.nodeid, item.location, {}, outcome, text, when)

    def pytest_internalerror(self, excrepr: object) -> None:
        self.run.remarks.append(f"pytest broke down: {str(excrepr)[-800:]}")

    def pytest_sessionfinish(self) -> None:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 // MIB
        if peak > _MOST_MIB:
            self.run.remarks.append(f"{peak} MiB were taken")


class Campaign:
    """One lesson, learned, and its conversations."""

    def __init__(self, name: str) -> None:
        self._material = Material(name)
        self._lesson = Lesson(self._material.folder)
        self._secrets = _secrets(self._material.folder / f"test_{name}.py")
        self._contract: Contract | None = None
        right = self._judge(self._material.submission("right"))
        if set(right.outcomes.values()) != {"passed"}:
            raise ValueError(f"The right submission of {name} does not pass: {right.reasons}")
        for remark in right.remarks:  # the reference is told them, so they are none
            self._secrets.pop(remark.removesuffix(_TOLD), None)
        self._contract = right.contract
        self.plain = self._found_in(self._material.submission("wrong"))  # without any peer

    def converse(self, seed: str) -> list[str]:
        """Judge one hostile peer, and say what it gained or cost."""
        hostile = self._found_in(self._material.hostile(seed))
        return [one for one in hostile if one not in self.plain]

    def _judge(self, sources: dict[str, bytes]) -> Run:
        return run_over_border(
            self._lesson, sources, self._contract, lambda client: Watching(client, self._secrets)
        )

    def _found_in(self, sources: dict[str, bytes]) -> list[str]:
        began = time.monotonic()
        run = self._judge(sources)
        found = [f"{case} passes" for case, how in run.outcomes.items() if how == "passed"]
        found += sorted(set(run.remarks))
        if "driver" in run.reasons:
            found.append(f"the examiner ended: {run.reasons['driver'][-800:]}")
        if time.monotonic() - began > _MOST_SECONDS:
            found.append("it took too long")
        return found


def _secrets(hidden: Path) -> dict[str, bytes]:
    """Take every telling constant of the hidden cases, with the bytes that tell it."""
    found = {}
    for node in ast.walk(ast.parse(hidden.read_text(encoding="utf-8"))):
        written = _written(node.value) if isinstance(node, ast.Constant) else b""
        if written:
            found[ast.unparse(node)] = written
    return found


def _written(value: object) -> bytes:
    """Give a constant as frames hold it; nothing for one that stands in any frame."""
    if isinstance(value, float):
        return struct.pack(">d", value)
    if type(value) is int:
        return msgspec.msgpack.encode(value) if value >= _TELLING_NUMBER else b""
    data = value.encode() if isinstance(value, str) else value
    return data if isinstance(data, bytes) and len(data) >= _TELLING_TEXT else b""
