"""`grader grade`: a class at once, for one lesson or for each that was submitted."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from grader.cli.course_options import clock, course_options, course_root, open_record, record_place
from grader.cli.judge_options import (
    cache_folder,
    isolation_option,
    jobs_option,
    left_out_option,
)
from grader.cli.screen import Tell, console, note, say, say_json, shown_progress
from grader.course.manifest import find_lesson, load_course
from grader.errors import UsageError
from grader.flows.isolation import choose_isolation
from grader.model.phrases import FIRST, count, first_of, listed
from grader.model.report import NOT_JUDGED, Verdict, caveats

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from grader.flows.grading.grade_class import GradedClass, GradeRequest
    from grader.flows.publication import ByHand
    from grader.store.attempts import ClassRecorded
    from grader.store.store import Store

_PATH = click.Path(path_type=Path)
_TABLES = ("roster", "groups", "submitted_at")


class _Layout(click.ParamType[str, Any]):
    """One of the layouts that are known; what reads submissions is loaded to name them."""

    name = "layout"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return self._choice().convert(value, param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        return self._choice().get_metavar(param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        return self._choice().shell_complete(ctx, param, incomplete)

    @staticmethod
    def _choice() -> "click.Choice[str]":
        from grader.intake.class_intake import ONE
        from grader.intake.layouts import LAYOUTS

        return click.Choice((ONE, *LAYOUTS))


@click.command("grade")
@click.argument("submissions", type=_PATH)
@click.option(
    "--lesson",
    "lesson_id",
    help="The lesson of the submissions. Without it SUBMISSIONS holds a folder for each lesson.",
)
@course_options
@click.option("--out", type=_PATH, help="Default: grades/<lesson>.")
@click.option("--roster", type=_PATH, help="A CSV file with id, name and email: who is who.")
@click.option("--groups", type=_PATH, help="A CSV file with group and id: who works together.")
@click.option("--submitted-at", type=_PATH, help="A CSV file with id and time: when it came.")
@jobs_option
@isolation_option
@click.option("--student", help="The student of a single submission.")
@click.option(
    "--layout",
    type=_Layout(),
    help="The layout of SUBMISSIONS. Default: what most entries of SUBMISSIONS fit.",
)
@click.option(
    "--accept-renamed",
    is_flag=True,
    help="Take `sums (1).py`, `Sums.py`, the only .py, and say so.",
)
@click.option("--record", "is_recorded", is_flag=True, help="Also record each as an attempt.")
@click.option(
    "--published", "is_published", is_flag=True, help="Show students what waits for publication."
)
@left_out_option
@click.option("--json", "as_json", is_flag=True, help="Print the reports and nothing more.")
def command(submissions: Path, lesson_id: str | None, as_json: bool, **options: Any) -> int:
    """Judge SUBMISSIONS: a file, a folder, an archive, or a learning platform's download.

    A folder or an archive (zip, tar, tar.gz) may hold a module, a notebook, a folder or an archive
    for each student, or be what Moodle, Canvas, Blackboard or Gradescope
    gives.

    The first line says as what it was read: "Moodle download, 300 of 300 entries". An entry that is
    unlike the others, or whose student is not clear, is named as undecided and not judged.

    Writes gradebook.csv, results.jsonl, a feedback page and an instructor page for each
    student, and index.html. Run it again to judge only what has changed.

    Ends with 0 when the whole class is graded, 1 when a submission is undecided or the course
    cannot be used, 2 for wrong use, 3 when the grader itself failed, 130 when interrupted.
    A course whose reference fails a hidden case cannot be used without --allow-left-out.
    """
    root = _course(options["course"])
    tables = [path for name in _TABLES if (path := options[name]) is not None]
    # what was mistyped is told at once: to try the isolation takes seconds
    find_named(root, lesson_id, (submissions, *tables))
    level = choose_isolation(options["isolation"])
    out = options["out"] or Path("grades") / (lesson_id or "")
    with ExitStack() as stack:
        from grader.flows.grading.grade_class import GradeRequest
        from grader.intake.class_people import PeopleFiles

        record = stack.enter_context(_record(root, options))
        request = GradeRequest(
            course_root=root,
            lesson_id=lesson_id or "",
            submissions=submissions,
            out=out,
            cache=cache_folder(),
            isolation=level.name,
            jobs=options["jobs"] or os.cpu_count() or 1,
            by_hand=_by_hand(root, record, options),
            student=options["student"],
            people=PeopleFiles(*(options[name] for name in _TABLES)),
            record=record,
            allows_left_out=options["allow_left_out"],
            layout=options["layout"] or "",
            accepts_renamed=options["accept_renamed"],
        )
        return _grade_all(request, level.notice, as_json=as_json)


def find_named(root: Path, lesson_id: str | None, paths: Iterable[Path]) -> None:
    """Raise GraderError for a lesson or a path that is named and not there."""
    course = load_course(root)
    if lesson_id:
        find_lesson(course, lesson_id)
    for path in paths:
        try:
            path.lstat()
        except OSError as error:
            raise UsageError(f"{path} cannot be read: {error.strerror}.") from error


def _grade_all(request: "GradeRequest", notice: str, *, as_json: bool) -> int:
    requests, left_out = _requests(request)
    codes: list[int] = []
    for one in requests:
        codes.append(_grade(one, "" if codes else notice, as_json=as_json))
    _tell_left_out(left_out)
    return max([*codes, int(bool(left_out))])


@contextmanager
def _record(root: Path, options: dict[str, Any]) -> "Iterator[Store | None]":
    """Open the record before anything is judged, where it is asked for."""
    if options["is_recorded"]:
        with open_record(root, options["data"]) as store:
            yield store
    else:
        yield None


def _by_hand(root: Path, record: "Store | None", options: dict[str, Any]) -> "ByHand":
    """Read remarks and publications, where there is a record; none is made."""
    from grader.flows.publication import by_hand_at, read_by_hand

    if record is not None:
        found = read_by_hand(record, clock())
    else:
        found = by_hand_at(record_place(root, options["data"]), clock())
    if options["is_published"]:
        lessons = frozenset(str(lesson.id) for lesson in load_course(root).lessons)
        found = msgspec.structs.replace(found, published=lessons)
    return found


def _requests(request: "GradeRequest") -> "tuple[Sequence[GradeRequest], Sequence[str]]":
    """Make a request of each lesson, where none is named, and name what is none."""
    if request.lesson_id:
        return [request], ()
    from grader.flows.grading.class_folders import lesson_folders
    from grader.intake.class_intake import Source

    source = Source(request.submissions, tables=request.people.tables)
    found = lesson_folders(request.course_root, source, request.out)
    requests = [
        msgspec.structs.replace(request, lesson_id=name, inside=name, out=request.out / name)
        for name in found.lessons
    ]
    return requests, found.others


def _tell_left_out(names: Sequence[str]) -> None:
    for name in names:
        note(f"Undecided: {name}: it is no lesson of the course.")


def _grade(request: "GradeRequest", notice: str, *, as_json: bool) -> int:
    from grader.flows.grading.grade_class import grade_class

    def tell_shape(shape: str) -> None:
        of_lesson = f"{request.lesson_id}: " if request.inside else ""
        note(f"{of_lesson}{shape}.")
        if notice:
            note(notice)

    with _progress(request) as tell:
        graded = grade_class(request, tell, tell_shape)
    _warn(graded)
    if as_json:
        for one in graded.judged:
            say_json(one.report)
    else:
        _summarize(graded, request.out)
    if graded.recorded is not None and request.record is not None:
        _tell_recorded(graded.recorded, request.record)
    for each in graded.unplaced:
        note(f"Undecided: {each.origin}: {each.why}.")
    if any(one.report.verdict is Verdict.GRADER_FAULT for one in graded.judged):
        return 3
    return 1 if graded.unplaced else 0


def _course(named: Path | None) -> Path:
    found = course_root(named)
    return Path() if found == Path.cwd() else found  # short in messages


@contextmanager
def _progress(request: "GradeRequest") -> Iterator[Tell]:
    seen = [0, 0]
    with shown_progress(console(errors=True), request.lesson_id) as show:

        def tell(done: int, total: int) -> None:
            seen[:] = [done, total]
            show(done, total)

        try:
            yield tell
        except KeyboardInterrupt:
            note(
                f"Stopped after {seen[0]} of {seen[1]}. What is judged is kept in "
                f"{request.out}: the same command goes on from there.",
            )
            raise


def _warn(graded: "GradedClass") -> None:
    for warning in graded.warnings:
        note(f"Warning: {warning}")
    if graded.ignored:
        named = [f"{listed(names, FIRST)} of {whose}" for whose, names in graded.ignored.items()]
        shown, more = first_of(named)
        note(f"Ignored: {'; '.join([*shown, *([more] if more else [])])}.", style="dim")


def _tell_recorded(counts: "ClassRecorded", record: "Store") -> None:
    known = f", {counts.known} known from before" if counts.known else ""
    lines = [f"Recorded in {record.where}: {count(counts.added, 'new attempt')}{known}."]
    if counts.outdated:
        lines.append(
            f"{count(counts.outdated, 'attempt')} on record, judged under an earlier version of "
            "the lesson, kept that verdict: `grader regrade` shows what would change."
        )
    for line in lines:
        note(line)


def _counts(verdicts: Mapping[Verdict, int], which: Sequence[Verdict]) -> str:
    named = {verdict: verdict.value.replace("_", " ") for verdict in which if verdicts[verdict]}
    return ", ".join(f"{verdicts[verdict]} {name}" for verdict, name in named.items())


def _summarize(graded: "GradedClass", out: Path) -> None:
    verdicts = Counter(one.report.verdict for one in graded.judged)
    left = sum(verdicts[verdict] for verdict in NOT_JUDGED)
    judged = len(graded.judged) - left
    known = judged - graded.judged_now
    again = f" ({known} known from before)" if known else ""
    counts = _counts(verdicts, [one for one in reversed(Verdict) if one not in NOT_JUDGED])
    not_judged = _counts(verdicts, [one for one in reversed(Verdict) if one in NOT_JUDGED])
    lines = [
        f"{count(judged, 'submission')} to {graded.lesson.id}{again}: {counts or 'none judged'}.",
        *([f"Not judged: {not_judged}."] if not_judged else []),
        *caveats(one.report for one in graded.judged),
        f"  class       {out / 'index.html'}",
        f"  gradebook   {out / 'gradebook.csv'}",
        f"  students    {out / 'feedback'}",
        f"  instructor  {out / 'instructor'}",
    ]
    for line in lines:
        say(line)
