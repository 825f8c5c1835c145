"""Remembers each judged submission as soon as it is judged, so that a killed run can go on.

Each line bears a seal: only what this user's grader wrote is believed."""

import hashlib
import os
import zlib
from fractions import Fraction
from pathlib import Path
from typing import Self

import msgspec

from grader.ground.folders import open_to_append, write_whole
from grader.ground.seal import Seal
from grader.model.course import Lesson
from grader.model.report import (
    NOT_JUDGED,
    SHARE_PLACES,
    CaseReport,
    JudgedSubmission,
    Outcome,
    Report,
    Verdict,
)
from grader.model.report_versions import read_judged

NAME = ".journal.jsonl"
_encoder = msgspec.json.Encoder()


class Entry(msgspec.Struct, frozen=True):
    """One judged submission, under a key of all that its report depends on."""

    key: str
    judged: bytes  # packed, since sources and traces are most of what a class leaves behind
    seal: str

    def sealed_bytes(self) -> bytes:
        """Return what the seal is on."""
        return self.key.encode("utf-8", "surrogatepass") + b"\0" + self.judged

    def unpacked(self) -> JudgedSubmission:
        """Return what was judged; to be asked where the seal has been looked at."""
        return read_judged(zlib.decompress(self.judged))


_entry_decoder = msgspec.json.Decoder(Entry)


class Journal:
    """Appends entries to a file; a line that a kill cut short is left out when read."""

    def __init__(self, folder: Path, seal: Seal, known: dict[str, JudgedSubmission]) -> None:
        """Open a folder's journal; `known` is what `read_journal` has just read of it."""
        self._path = folder / NAME
        self._seal = seal
        self._known = known
        # append mode with one write a line: two runs at once cannot mix their lines
        self._file = open_to_append(self._path)

    def find(self, key: str) -> JudgedSubmission | None:
        """Give back what was judged under a key."""
        return self._known.get(key)

    def forget(self, keys: list[str]) -> None:
        """Know nothing of these any more."""
        for key in keys:
            self._known.pop(key, None)

    def add(self, key: str, judged: JudgedSubmission) -> None:
        """Write one entry down before anything else is done with it."""
        os.write(self._file, b"\n" + self._line(key, judged) + b"\n")
        self._known[key] = judged

    def keep(self, keys: list[str]) -> None:
        """Write the journal again with these entries only."""
        lines = [self._line(k, self._known[k]) for k in keys if k in self._known]
        write_whole(self._path, b"\n".join(lines) + b"\n")

    def _line(self, key: str, judged: JudgedSubmission) -> bytes:
        entry = Entry(key, zlib.compress(_encoder.encode(judged)), "")
        sealed = msgspec.structs.replace(entry, seal=self._seal.mark(entry.sealed_bytes()))
        return _encoder.encode(sealed)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        os.close(self._file)


def read_journal(folder: Path, seal: Seal) -> dict[str, JudgedSubmission]:
    """Read by their keys the submissions that a folder's journal holds, where it has one."""
    path = folder / NAME
    known: dict[str, JudgedSubmission] = {}
    for line in path.read_bytes().split(b"\n") if path.is_file() else ():
        try:
            entry = _entry_decoder.decode(line)
            if seal.is_on(entry.sealed_bytes(), entry.seal):
                known[entry.key] = entry.unpacked()
        except msgspec.MsgspecError:
            continue
    return known


def entry_key(*parts: str | None) -> str:
    """Digest everything that a report depends on."""
    return hashlib.sha256(
        "\0".join(str(part) for part in parts).encode("utf-8", "surrogatepass")
    ).hexdigest()


_ORDER = tuple(Verdict)  # the worst first
_EARNING = (Outcome.PASSED, Outcome.FAILED)  # a failed case may have earned a part
# What a run as a whole came to, whatever became of its cases.
_OF_A_RUN = (Verdict.GRADER_FAULT, Verdict.TOO_MUCH_OUTPUT, Verdict.ERROR)


def is_coherent(judged: JudgedSubmission, student: str, lesson: Lesson) -> bool:
    """Whether it could be what judging gave for this student and lesson."""
    report = judged.report
    try:
        return (
            (report.student, report.lesson) == (student, lesson.id)
            and len(judged.reveals) == len(report.cases)
            and (_is_empty(report) if report.verdict in NOT_JUDGED else _adds_up(report, lesson))
        )
    except (ValueError, ZeroDivisionError):  # points that are no fraction
        return False


def _is_empty(report: Report) -> bool:
    is_worthless = (report.points, report.share) == ("0", 0.0) and not report.lesson_passed
    return is_worthless and not report.cases


def _adds_up(report: Report, lesson: Lesson) -> bool:
    return (
        _has_its_points(report) and _has_its_verdict(report) and _is_rightly_passed(report, lesson)
    )


def _has_its_points(report: Report) -> bool:
    points = sum((Fraction(case.points) for case in report.cases), Fraction(0))
    most = sum((Fraction(case.max_points) for case in report.cases), Fraction(0))
    share = round(float(points / most), SHARE_PLACES) if most else 0.0
    return (
        all(map(_is_possible, report.cases))
        and (Fraction(report.points), Fraction(report.max_points)) == (points, most)
        and report.share == share
    )


def _is_possible(case: CaseReport) -> bool:
    points = Fraction(case.points)
    if case.outcome not in _EARNING:
        return points == 0
    return 0 <= points <= Fraction(case.max_points)


def _has_its_verdict(report: Report) -> bool:
    found = [Verdict(case.outcome) for case in report.cases if case.outcome != Outcome.SKIPPED]
    worst = min(found, key=_ORDER.index, default=Verdict.ERROR)
    is_worse = _ORDER.index(report.verdict) < _ORDER.index(worst)
    return report.verdict == worst or (is_worse and report.verdict in _OF_A_RUN)


def _is_rightly_passed(report: Report, lesson: Lesson) -> bool:
    most = Fraction(report.max_points)
    is_enough = bool(most) and Fraction(report.points) / most >= Fraction(str(lesson.pass_score))
    if report.lesson_passed:
        return is_enough and report.verdict is not Verdict.GRADER_FAULT
    # who broke the rules of the wire passes with no points
    return not is_enough or _ORDER.index(report.verdict) <= _ORDER.index(Verdict.ERROR)
