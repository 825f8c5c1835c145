"""Has hostile conversations in real jails, by submissions that take their process over."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from grader.jail.spec import Isolation
from grader.judge.jobs import Job, Run
from grader.judge.pool import Pool
from grader.judge.verdict import Judging
from grader.model.course import Limits

from .campaign import Transcript
from .grammar import WIRE
from .house import Material, learn, stage_of

_SUBMISSION = """
import os, socket, sys

SAID = {said!r}

def take_over():
    frame = sys._getframe()
    while not hasattr(frame.f_locals.get("self"), "channel"):
        frame = frame.f_back
    return frame.f_locals["self"].channel._connection

def play(connection):
    for said in SAID:
        connection.sendall(said)
        size = int.from_bytes(connection.recv(4, socket.MSG_WAITALL), "little")
        connection.recv(size, socket.MSG_WAITALL)
    os._exit(0)

play(take_over())
"""


def hostile_source(transcript: Transcript) -> bytes:
    """Write a submission that says the same from its import on."""
    messages = map(WIRE.read, transcript.heard)
    first = next(i for i, m in enumerate(messages) if m is not None and m.op == "import")
    return _SUBMISSION.format(said=transcript.said[first:]).encode()


def judge_in_jail(
    material: Material, transcripts: list[Transcript], isolation: Isolation, folder: Path
) -> Iterator[tuple[Run, Run, Judging]]:
    """Judge each hostile submission, and after it the right one in the same jail."""
    stage = msgspec.structs.replace(stage_of(material, folder, isolation), limits=Limits())
    with Pool(stage, 1) as pool:
        judging = learn(material, pool, folder)
        for transcript in transcripts:
            hostile = {f"{material.name}.py": hostile_source(transcript)}
            [run] = pool.judge([Job(0, hostile)])
            [after] = pool.judge([Job(1, material.submission("right"))])
            yield run, after, judging
