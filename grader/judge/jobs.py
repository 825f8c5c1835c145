"""What a pool hands to its workers, and what comes back."""

import os
import socket
import struct

import msgspec

from grader.border.contract import Contract
from grader.border.notebook import mark
from grader.cases.case_info import CaseInfo
from grader.cases.events import CaseResult, Failure
from grader.model.course import Lesson
from grader.model.submission import Submission

from .events import Differs, Drawn, EarlyNames, HiddenParts
from .fair_calls import FairCall

# the fault of a run whose examiner neither told its end nor was killed
ENDED_BY_CASES = "a hidden file ended the process that it runs in, as os._exit() does"


class Knowledge(msgspec.Struct):
    """What the reference's run taught: needed before any other submission is judged."""

    cases: list[CaseInfo]
    contract: Contract
    fixtures: list[str]
    callables: dict[str, list[str]]
    outcomes: dict[str, str]
    early: EarlyNames = msgspec.field(default_factory=EarlyNames)
    kinds: dict[str, str] = {}  # of the last result of each case
    fair: list[FairCall] = []  # what a submission may be asked in public, smallest first

    def counts(self, case: str) -> bool:
        """Whether a case counts: the reference passes it."""
        return self.outcomes.get(case) == "passed"


class Job(msgspec.Struct, tag=True):
    """One submission to judge; without knowledge it is recorded as the reference."""

    number: int
    sources: dict[str, bytes]
    is_recording: bool = False
    until_failure: bool = False  # whether one case that does not pass is all that is asked
    every_case: bool = False  # also those that count for nobody
    gives_up: bool = False  # once two cases have hung: a try, which counts for nothing
    tells: bool = False  # whether somebody waits, who is told which case takes its time
    hidden: HiddenParts | None = None  # the reference is to answer fair calls, and nothing else
    with_example: bool = False  # whether a call is looked for that it answers otherwise


def sources_to_run(lesson: Lesson, submission: Submission) -> dict[str, bytes]:
    """Say of a module that was made of a notebook that it was, and how that is run."""
    sources, module = submission.sources, lesson.module_file
    if not submission.cells:
        return sources
    lines = [cell.line for cell in submission.cells]
    return {**sources, module: mark(sources[module], lesson.notebook, lines)}


class Learn(msgspec.Struct, tag=True):
    """Knowledge for all jobs that follow."""

    knowledge: Knowledge


class Trying(msgspec.Struct, tag=True):
    """A case takes its time; the run is still to come."""

    case: str


class Found(msgspec.Struct):
    """A fair call that a submission answers otherwise than the reference."""

    call: FairCall
    differs: Differs
    cases: list[str]  # not passed, calling the function, and failing as the call does


class Run(msgspec.Struct, tag=True):
    """Everything that happened while one submission was judged."""

    number: int
    results: dict[str, CaseResult] = {}
    cases: list[CaseInfo] = []
    broken: dict[str, Failure] = {}
    whole: Failure | None = None  # what kept every case from running
    verdict: str | None = None  # too_much_output, grader_fault
    printed: str = ""
    fixtures: list[str] = []
    contract: Contract = msgspec.field(default_factory=Contract)
    early: EarlyNames | None = None
    hidden: HiddenParts | None = None
    drawn: Drawn | None = None
    example: Found | None = None
    fault: str | None = None
    isolation: str = ""
    seconds: float = 0.0


Order = Job | Learn
Answer = Trying | Run
_order_decoder = msgspec.msgpack.Decoder(Order)
_answer_decoder = msgspec.msgpack.Decoder(Answer)
_encoder = msgspec.msgpack.Encoder()
_HEADER = struct.Struct("<Q")


def send(connection: socket.socket, message: Order | Answer) -> None:
    """Send one message between pool and worker."""
    data = _encoder.encode(message)
    connection.sendall(_HEADER.pack(len(data)) + data)


def receive_order(connection: socket.socket) -> Order | None:
    """Wait for the next order; None when the pool hung up."""
    data = _receive(connection)
    return None if data is None else _order_decoder.decode(data)


def receive_answer(connection: socket.socket) -> Answer | None:
    """Wait for what a worker says next; None when it is gone."""
    data = _receive(connection)
    return None if data is None else _answer_decoder.decode(data)


def _receive(connection: socket.socket) -> bytes | None:
    header = _read(connection, _HEADER.size)
    return None if header is None else _read(connection, _HEADER.unpack(header)[0])


def _read(connection: socket.socket, size: int) -> bytes | None:
    data = bytearray()
    while len(data) < size:
        try:
            piece = connection.recv(min(size - len(data), 1 << 20))
        except ConnectionError:
            return None
        if not piece:
            return None
        data += piece
    return bytes(data)


def drain(descriptor: int, limit: int = 1 << 16) -> bytes:
    """Read what a pipe holds now; empty at its end."""
    try:
        return os.read(descriptor, limit)
    except (BlockingIOError, OSError):
        return b""
