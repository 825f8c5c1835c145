"""Writes what a graded class leaves behind.

out/
  results.jsonl      one report a line, by student: the instructor's
  timings.jsonl      how long each took: never the same twice, so apart
  gradebook.csv      points of each case
  index.html         the class at a glance: the instructor's
  feedback/          a page for each student: the student's
  instructor/        a page for each student: the instructor's
  .journal.jsonl     what a killed run has judged already
  .pages.json        which pages need not be rendered again

All of it is the grader's user's alone; what is handed out is copied from here."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Self

import msgspec
from msgspec import Struct

from grader.exchange.gradebook import MoreCells, gradebook_csv
from grader.feedback.course_map import Standing, standing_of_one
from grader.feedback.page_names import FEEDBACK_FOLDER, INSTRUCTOR_FOLDER, page_names
from grader.feedback.renderer import renderer_version
from grader.flows.publication import ByHand
from grader.ground.children import share_out
from grader.ground.folders import private_folder, write_whole
from grader.ground.seal import Seal
from grader.model.course import Course, Lesson
from grader.model.report import JudgedSubmission, Report

NAME = ".pages.json"
_WORTH_A_PROCESS = 40  # pages: they take a few times as long as a fork
_arguments = msgspec.msgpack.Encoder(enc_hook=repr)  # fractions have no form of their own
_marks = msgspec.json.Decoder(dict[str, str])


class Page(Struct, frozen=True):
    """A page that may be there already."""

    made_of: bytes
    render: Callable[[], str]

    @classmethod
    def of(cls, render: Callable[..., str], *arguments: object) -> Self:
        """Describe the page that a renderer makes of these."""
        made_of = _arguments.encode((render.__name__, renderer_version(), arguments))
        return cls(made_of, partial(render, *arguments))


Pages = Mapping[str, Page]  # by the names of their files


def write_pages(
    out: Path,
    folders: Mapping[str, Pages],
    seal: Seal,
    templates: Path | None = None,
    processes: int = 1,
) -> None:
    """Bring the pages of `out` and of folders in it up to date, and remove others from these.

    Compiled templates are kept where one says.
    """
    earlier = _read_marks(out / NAME)
    marks: dict[str, str] = {}
    changed: dict[str, Page] = {}
    for folder, pages in folders.items():
        if folder:
            _remove_others(out / folder, pages)
        for name, page in pages.items():
            place = f"{folder}/{name}" if folder else name
            if _is_there(out / place, page, seal, earlier.get(place)):
                marks[place] = earlier[place]
            else:
                changed[place] = page
    if changed and templates is not None:
        prepare_pages(templates)
    count = min(processes, 1 + len(changed) // _WORTH_A_PROCESS)
    for written in share_out(partial(_write_pages, out, seal), list(changed.items()), count):
        marks |= _marks.decode(written)
    write_whole(out / NAME, msgspec.json.encode(marks))


def _remove_others(folder: Path, pages: Pages) -> None:
    for path in folder.glob("*.html"):
        if path.name not in pages:
            path.unlink()


def prepare_pages(templates: Path) -> None:
    """Load what renders pages, which takes its time; compiled templates are kept in a folder."""
    from grader.feedback.html import keep_compiled_in  # what is up to date needs no Jinja

    keep_compiled_in(templates)


def _write_pages(out: Path, seal: Seal, pages: Sequence[tuple[str, Page]]) -> bytes:
    marks = {place: _write_page(out / place, page, seal) for place, page in pages}
    return msgspec.json.encode(marks)


def _write_page(path: Path, page: Page, seal: Seal) -> str:
    """Render a page; return the mark that it bears now."""
    data = page.render().encode("utf-8")
    write_whole(path, data)
    return seal.mark(_sealed_bytes(page, data))


def _is_there(path: Path, page: Page, seal: Seal, mark: str | None) -> bool:
    try:
        return mark is not None and seal.is_on(_sealed_bytes(page, path.read_bytes()), mark)
    except OSError:
        return False


def _sealed_bytes(page: Page, data: bytes) -> bytes:
    # with its length in front no other division of the same bytes bears the mark
    return b"%d\0%b%b" % (len(page.made_of), page.made_of, data)


def _read_marks(path: Path) -> dict[str, str]:
    try:
        return _marks.decode(path.read_bytes())
    except (OSError, msgspec.MsgspecError):
        return {}


class Beside(Struct, frozen=True):
    """What is known beside the reports."""

    by_hand: ByHand  # its marks are in the reports already
    seal: Seal
    columns: Mapping[str, MoreCells] | None = None  # further cells of the gradebook, by student
    templates: Path | None = None  # where compiled ones are kept
    processes: int = 1  # that render pages side by side


OTHER_OUT = "Have it removed, or name a folder of your own with --out."


def write_outputs(
    out: Path,
    course: Course,
    lesson: Lesson,
    judged: Sequence[JudgedSubmission],
    beside: Beside,
) -> None:
    """Write everything again, each file as a whole, and remove pages of students who are gone."""
    reports = [one.report for one in judged]
    write_whole(out / "results.jsonl", _lines(reports))
    write_whole(out / "timings.jsonl", _lines(map(_timing, judged)))
    write_whole(out / "gradebook.csv", gradebook_csv(reports, beside.columns).encode())
    pages = _pages(course, lesson, judged, beside)
    for folder in pages:
        private_folder(out / folder, OTHER_OUT)
    pages[""] = {"index.html": Page.of(_class_page, judged, lesson, course.title)}
    write_pages(out, pages, beside.seal, beside.templates, beside.processes)


def _pages(
    course: Course, lesson: Lesson, judged: Sequence[JudgedSubmission], beside: Beside
) -> dict[str, dict[str, Page]]:
    feedback, instructor = {}, {}
    names = page_names(one.report.student for one in judged)
    for one in judged:
        name = names[one.report.student]
        shown = beside.by_hand.for_student(one, lesson)
        standing = standing_of_one(shown, course, lesson, beside.by_hand.now)
        feedback[name] = Page.of(_student_page, shown, lesson, course.title, standing)
        instructor[name] = Page.of(_instructor_page, one, lesson, course.title, name)
    return {FEEDBACK_FOLDER: feedback, INSTRUCTOR_FOLDER: instructor}


def _student_page(shown: Report, lesson: Lesson, course_title: str, standing: Standing) -> str:
    from grader.feedback.html import student_page  # as in prepare_pages

    return student_page(shown, lesson, course_title, standing)


def _instructor_page(judged: JudgedSubmission, lesson: Lesson, course_title: str, page: str) -> str:
    from grader.feedback.html import instructor_page  # as in prepare_pages

    return instructor_page(judged, lesson, course_title, page)


def _class_page(judged: Sequence[JudgedSubmission], lesson: Lesson, course_title: str) -> str:
    from grader.feedback.html import index_page  # as in prepare_pages
    from grader.model.summary import summarize

    return index_page(summarize(judged), judged, lesson, course_title)


def _lines(rows: Iterable[object]) -> bytes:
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)


def _timing(judged: JudgedSubmission) -> dict[str, object]:
    cases = {trace.id: trace.seconds for trace in judged.traces}
    return {"student": judged.report.student, "seconds": judged.seconds, "cases": cases}
