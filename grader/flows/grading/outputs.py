"""Writes what a graded class leaves behind.

out/
  results.jsonl      one report a line, by student: the instructor's
  timings.jsonl      how long each took: never the same twice, so apart
  gradebook.csv      points of each case
  index.html         the class at a glance: the instructor's
  feedback/          a page for each student: the student's
  instructor/        a page for each student: the instructor's
  .journal.jsonl     each submission as soon as it is judged, so that a killed run can go on

All of it is the grader's user's alone; what is handed out is copied from here. A journal that
belongs to another user, or that every user may write, is not believed.
"""

import hashlib
import os
import stat
import zlib
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Self

import msgspec

from grader.exchange.gradebook import gradebook_csv
from grader.feedback.course_map import standing_of_one
from grader.feedback.page_names import FEEDBACK_FOLDER, INSTRUCTOR_FOLDER, page_names
from grader.flows.publication import ByHand
from grader.ground.folders import open_to_append, private_folder, write_whole
from grader.model.course import Course, Lesson
from grader.model.report import (
    NOT_JUDGED,
    SHARE_PLACES,
    UNDECODABLE,
    CaseReport,
    JudgedSubmission,
    Outcome,
    Verdict,
)

JOURNAL = ".journal.jsonl"
_encoder = msgspec.json.Encoder()
_judged_decoder = msgspec.json.Decoder(JudgedSubmission)


class Entry(msgspec.Struct, frozen=True):
    """One judged submission, under a key of all that its report depends on."""

    key: str
    judged: bytes  # packed, since sources and traces are most of what a class leaves behind

    def unpacked(self) -> JudgedSubmission:
        """Return what was judged."""
        return _judged_decoder.decode(zlib.decompress(self.judged))


_entry_decoder = msgspec.json.Decoder(Entry)


class Journal:
    """Appends entries to a file; a line that a kill cut short is left out when read."""

    def __init__(self, folder: Path, known: dict[str, JudgedSubmission]) -> None:
        """Open a folder's journal; `known` is what `read_journal` has just read of it."""
        self._path = folder / JOURNAL
        self._known = known
        # append mode with one write a line: two runs at once cannot mix their lines
        self._file = open_to_append(self._path)

    def find(self, key: str) -> JudgedSubmission | None:
        """Give back what was judged under a key."""
        return self._known.get(key)

    def add(self, key: str, judged: JudgedSubmission) -> None:
        """Write one entry down before anything else is done with it."""
        os.write(self._file, b"\n" + _line(key, judged) + b"\n")
        self._known[key] = judged

    def keep(self, keys: list[str]) -> None:
        """Write the journal again with these entries only."""
        lines = [_line(k, self._known[k]) for k in keys if k in self._known]
        write_whole(self._path, b"\n".join(lines) + b"\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        os.close(self._file)


def _line(key: str, judged: JudgedSubmission) -> bytes:
    return _encoder.encode(Entry(key, zlib.compress(_encoder.encode(judged))))


def read_journal(folder: Path) -> dict[str, JudgedSubmission]:
    """Read by their keys the submissions that a journal holds, where a folder has one of ours."""
    path = folder / JOURNAL
    known: dict[str, JudgedSubmission] = {}
    for line in path.read_bytes().split(b"\n") if _is_ours(path) else ():
        try:
            entry = _entry_decoder.decode(line)
            known[entry.key] = entry.unpacked()
        except UNDECODABLE:
            continue
    return known


def _is_ours(path: Path) -> bool:
    try:
        found = path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    is_own = os.name != "posix" or (found.st_uid, found.st_mode & stat.S_IWOTH) == (os.geteuid(), 0)
    return stat.S_ISREG(found.st_mode) and is_own


def entry_key(*parts: str | None) -> str:
    """Digest everything that a report depends on."""
    return hashlib.sha256(
        "\0".join(str(part) for part in parts).encode("utf-8", "surrogatepass")
    ).hexdigest()


# What a run as a whole came to, whatever became of its cases.
_OF_A_RUN = (Verdict.GRADER_FAULT, Verdict.TOO_MUCH_OUTPUT, Verdict.ERROR)


def is_coherent(judged: JudgedSubmission, student: str, lesson: Lesson) -> bool:
    """Whether it could be what judging gave for this student and lesson."""
    report, cases = judged.report, judged.report.cases
    if (report.student, report.lesson) != (student, lesson.id) or len(judged.reveals) != len(cases):
        return False
    if report.verdict in NOT_JUDGED:
        is_worthless = (report.points, report.share) == ("0", 0.0)
        return is_worthless and not report.lesson_passed and not cases
    rank = tuple(Verdict).index  # the worst first
    worst = min(
        (Verdict(case.outcome) for case in cases if case.outcome != Outcome.SKIPPED),
        key=rank,
        default=Verdict.ERROR,
    )
    is_worse = report.verdict in _OF_A_RUN and rank(report.verdict) < rank(worst)
    try:
        points = sum((Fraction(case.points) for case in cases), Fraction(0))
        most = sum((Fraction(case.max_points) for case in cases), Fraction(0))
        share = points / most if most else Fraction(0)
        adds_up = (Fraction(report.points), Fraction(report.max_points)) == (points, most)
        adds_up = adds_up and all(map(_is_possible, cases))
    except (ValueError, ZeroDivisionError):  # points that are no fraction
        return False
    is_enough = bool(most) and share >= Fraction(str(lesson.pass_score))
    if report.lesson_passed:
        is_right = is_enough and report.verdict is not Verdict.GRADER_FAULT
    else:  # who broke the rules of the border passes with no points
        is_right = not is_enough or rank(report.verdict) <= rank(Verdict.ERROR)
    adds_up = adds_up and report.share == round(float(share), SHARE_PLACES)
    return adds_up and is_right and (report.verdict == worst or is_worse)


def _is_possible(case: CaseReport) -> bool:
    points = Fraction(case.points)
    if case.outcome not in (Outcome.PASSED, Outcome.FAILED):  # a failed one may earn a part
        return points == 0
    return 0 <= points <= Fraction(case.max_points)


OTHER_OUT = "Have it removed, or name a folder of your own with --out."


def write_outputs(
    out: Path,
    course: Course,
    lesson: Lesson,
    judged: Sequence[JudgedSubmission],
    by_hand: ByHand,
) -> None:
    """Write everything again, each file as a whole, and remove pages of students who are gone.

    The marks of `by_hand` are in the reports already.
    """
    from grader.feedback import html  # a class that is refused needs no Jinja
    from grader.model.summary import summarize

    reports = [one.report for one in judged]
    write_whole(out / "results.jsonl", _lines(reports))
    write_whole(out / "timings.jsonl", _lines(map(_timing, judged)))
    write_whole(out / "gradebook.csv", gradebook_csv(reports).encode())
    names = page_names(report.student for report in reports)
    pages = set(names.values())
    for folder in (FEEDBACK_FOLDER, INSTRUCTOR_FOLDER):
        private_folder(out / folder, OTHER_OUT)
        for path in (out / folder).glob("*.html"):
            if path.name not in pages:
                path.unlink()
    for one in judged:
        name = names[one.report.student]
        shown = by_hand.for_student(one, lesson)
        standing = standing_of_one(shown, course, lesson, by_hand.now)
        page = html.student_page(shown, lesson, course.title, standing)
        write_whole(out / FEEDBACK_FOLDER / name, page.encode())
        page = html.instructor_page(one, lesson, course.title, name)
        write_whole(out / INSTRUCTOR_FOLDER / name, page.encode())
    index = html.index_page(summarize(judged), judged, lesson, course.title)
    write_whole(out / "index.html", index.encode())


def _lines(rows: Iterable[object]) -> bytes:
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)


def _timing(judged: JudgedSubmission) -> dict[str, object]:
    cases = {trace.id: trace.seconds for trace in judged.traces}
    return {"student": judged.report.student, "seconds": judged.seconds, "cases": cases}
