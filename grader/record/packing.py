"""Packs a submission's files, and all that judging it came to, into bytes."""

import zlib
from collections.abc import Callable
from typing import TypeVar

import msgspec
from msgspec import Struct

from grader.model.course import MIB, StudentId
from grader.model.report import UNDECODABLE, JudgedSubmission, Verdict
from grader.model.submission import Cell, Submission
from grader.model.text import is_inside

from .tables import DamagedRow

_MOST_BYTES = 256 * MIB  # unpacked, many times what a submission's report comes to
_T = TypeVar("_T")


class _Whole(Struct, frozen=True, array_like=True):
    """Files with why they are refused, and the cells of the notebook that they were made of."""

    sources: dict[str, bytes]
    refused: str | None
    cells: list[tuple[int, int]]  # number and line of each
    refused_as: Verdict = Verdict.UNREADABLE


_judged = msgspec.msgpack.Decoder(JudgedSubmission)
_submission = msgspec.msgpack.Decoder(dict[str, bytes] | _Whole)


def pack_submission(submission: Submission) -> bytes:
    """Pack a submission's files."""
    cells = [(cell.number, cell.line) for cell in submission.cells]
    if cells or submission.refused is not None:
        whole = _Whole(submission.sources, submission.refused, cells, submission.refused_as)
        return _packed(whole)
    return _packed(submission.sources)


def unpack_submission(data: bytes | None, student: str, what: str) -> Submission:
    """Unpack a submission's files; raises DamagedRow that names `what`.

    They are written into folders under their names, and what made the record may be anybody's.
    """
    found = _unpacked(data, _submission.decode, what)
    whole = _Whole(found, None, []) if isinstance(found, dict) else found
    for name in whole.sources:
        if not is_inside(name):
            raise DamagedRow(f"{what}: a file is called {name[:100]!r}")
    places = tuple(Cell(*cell) for cell in whole.cells)
    return Submission(
        StudentId(student), whole.sources, whole.refused, cells=places, refused_as=whole.refused_as
    )


def pack_judged(judged: JudgedSubmission) -> bytes:
    """Pack a report, and all that judging came to."""
    return _packed(judged)


def unpack_judged(data: bytes | None, what: str) -> JudgedSubmission:
    """Unpack a report; raises DamagedRow that names `what`."""
    return _unpacked(data, _judged.decode, what)


def _packed(value: object) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(value))


def _unpacked(data: bytes | None, read: Callable[[bytes], _T], what: str) -> _T:
    inflating = zlib.decompressobj()
    try:
        whole = inflating.decompress(data or b"", _MOST_BYTES)
        if not inflating.eof:
            raise zlib.error("it is cut short, or too large")
        return read(whole)
    except (zlib.error, TypeError, *UNDECODABLE) as error:
        raise DamagedRow(f"{what}: {error}") from error
