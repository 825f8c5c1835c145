"""Settles each case of a run, and writes its report, with what only the instructor sees."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain
from pathlib import PurePosixPath
from typing import NamedTuple

import msgspec

from grader import __version__
from grader.cases.comparison import PLAIN_KINDS
from grader.cases.events import CONFTEST, CaseInfo, CaseOutcome, CaseResult, Failure
from grader.model.course import Lesson
from grader.model.report import (
    OUR_FAULT,
    REPORT_VERSION,
    SHARE_PLACES,
    TOGETHER,
    CaseReport,
    CaseTrace,
    Frame,
    JudgedSubmission,
    Outcome,
    Report,
    ReportedFailure,
    Reveal,
    Shown,
    Verdict,
    Visibility,
)
from grader.model.submission import Submission
from grader.model.text import cut_text, mask_run, printable
from grader.sandbox.spec import Isolation

from .jobs import Knowledge, Run
from .sentences import case_message, failed_cell, import_message, reported, with_failed_cell
from .submission_source import Source

# Of a case's points: halves to twentieths and thousandths are exact, and the points of a case, of
# a submission and of a class, however many are added up, are never in smaller parts.
_PARTS = math.lcm(*range(1, 21), 1000)
# failures that say nothing of the case itself, so that its hint would mislead
_NOT_RUN = frozenset(("import", "import_timed_out", "no_file", "missing", "breach", "printed"))


# failures that lie in what a function gives
_FROM_THE_RESULT = frozenset(
    ("wrong_value", "wrong_type", "asserted", "object", "unusable", "not_raised")
)
_OF_WHOLE: dict[str, CaseOutcome] = {
    "import_timed_out": "timed_out",
    "memory": "out_of_memory",
}


class Judging(msgspec.Struct, frozen=True):
    """What stays the same for all submissions of one lesson."""

    lesson: Lesson
    course_version: str
    knowledge: Knowledge
    stub: Mapping[str, bytes] = {}  # with it, a student is told where their file says other than it


class Evidence(NamedTuple):
    """What a report is written from: every known case's result, seen beside the submission."""

    source: Source
    results: dict[str, CaseResult]


def evidence_of(submission: Submission, run: Run, judging: Judging) -> Evidence:
    """Give every known case its result, and see it beside what was submitted."""
    asked = frozenset(chain.from_iterable(judging.knowledge.callables.values()))
    source = Source(
        submission.sources, judging.lesson.module_file, asked, judging.stub, submission.cells
    )
    results = {
        case: _seen_closer(result, judging.knowledge, source)
        for case, result in settle(run, judging.knowledge).items()
    }
    return Evidence(source, results)


def make_report(
    submission: Submission, run: Run, judging: Judging, evidence: Evidence | None = None
) -> JudgedSubmission:
    """Write the report of one run."""
    source, results = evidence or evidence_of(submission, run, judging)
    cases = tuple(
        _case_report(case, results[case.id], judging, source) for case in judging.knowledge.cases
    )
    data, kept = run.printed.encode("utf-8", "replace"), judging.lesson.limits.printed_kept_bytes
    printed = printable(run.printed)
    if len(data) > kept:
        start = printable(data[:kept].decode("utf-8", "ignore"))
        printed = f"{start}\n[cut: {len(data) - kept} bytes more]"
    failure, message = _of_whole(run, judging, source, printed)
    verdict = verdict_of(run, cases)
    points, most = _sum(one.points for one in cases), _sum(one.max_points for one in cases)
    report = _begun(submission, judging)(
        isolation=run.isolation,
        verdict=verdict,
        points=str(points),
        max_points=str(most),
        share=round(float(points / most), SHARE_PLACES) if most else 0.0,
        lesson_passed=is_lesson_passed(points, most, run, judging.lesson),
        cases=cases,
        message=message,
        printed=printed or None,
        has_printed=bool(run.printed),
        failure=failure,
    )
    reveals = tuple(Reveal(case.reveal) for case in judging.knowledge.cases)
    traces = tuple(_trace(results[case.id]) for case in judging.knowledge.cases)
    return JudgedSubmission(report, traces, reveals, module_text(submission, judging), run.seconds)


def _sum(points: Iterable[str]) -> Fraction:
    """Add up points; of those that are equal one is read, and taken so many times."""
    counts = Counter(points).items()
    return sum((_read_points(one) * times for one, times in counts), Fraction(0))


@lru_cache(maxsize=256)  # a lesson has few amounts, and a class has each hundreds of times
def _read_points(text: str) -> Fraction:
    return Fraction(text)


def _of_whole(
    run: Run, judging: Judging, source: Source, printed: str
) -> tuple[ReportedFailure | None, str | None]:
    """Say what went wrong with the submission as a whole, as data and in words."""
    if run.verdict == "grader_fault":
        return None, OUR_FAULT
    heard = failure_of_whole(run, judging.knowledge)
    failure = None if heard is None else reported(heard, source)
    message = None if failure is None else import_message(failure, source, judging.lesson.limits)
    cell = failed_cell(printed, source)
    if cell is None:
        return failure, message
    return failure or cell, with_failed_cell(message, cell, source)


def _case_report(
    case: CaseInfo, result: CaseResult, judging: Judging, source: Source
) -> CaseReport:
    most = _read_points("0" if result.outcome == "skipped" else case.points)
    passed = result.outcome == "passed"
    points = most if passed else Fraction(0)
    if result.share is not None and result.outcome in ("passed", "failed"):
        points = most * _partial(result.share)
    message, failure = _told(case, result, judging, source)
    was_run = result.failure is None or result.failure.kind not in _NOT_RUN
    return CaseReport(
        id=case.id,
        sentence=printable(case.sentence, lines=False),
        outcome=Outcome(result.outcome),
        points=str(points),
        max_points=str(most),
        visibility=Visibility(case.visibility),
        message=message,
        hint=case.hint if was_run and not passed else None,
        shown=_shown(result),
        failure=failure,
    )


def _partial(share: float) -> Fraction:
    """Bound what a submission may have made: a share from 0 to 1, in whole parts."""
    bounded = min(max(share, 0.0), 1.0) if math.isfinite(share) else 0.0
    return Fraction(round(Fraction(bounded) * _PARTS), _PARTS)


def _seen_closer(result: CaseResult, knowledge: Knowledge, source: Source) -> CaseResult:
    """See where a function is not written yet, and by its last result what an assert is about."""
    failure = result.failure
    asked, _, expected = knowledge.kinds.get(result.id, "").rpartition("|")
    called, _, got = result.last_kind.rpartition("|")
    if empty := unwritten(result, source):
        failure = empty
    elif result.outcome == "out_of_memory":
        failure = Failure("memory", file=failure.file, line=failure.line) if failure else None
    elif (
        failure is not None
        and failure.kind in ("asserted", "unusable")
        and called == asked
        and got != expected != "None"  # where None is right it is hardly what was asked for
        and {got, expected} <= PLAIN_KINDS
    ):
        failure = Failure("wrong_type", got, expected)
    return msgspec.structs.replace(result, failure=failure)


def unwritten(result: CaseResult, source: Source) -> Failure | None:
    """Find that the function of a case is missing, has nothing in it yet, or what the stub has."""
    name, failure = result.last_kind.partition("|")[0], result.failure
    if failure is None:
        return None
    written, stub = source.function(name), source.stub_of(name)
    if written is None:
        is_missing = failure.type_name.startswith("builtins.NotImplementedError")
        is_told = source.is_written(name) and is_missing and not failure.file
        return Failure("unwritten", text=name) if is_told else None
    is_empty = written.is_empty() or (stub is not None and written.does_as(stub))
    if not is_empty or failure.kind not in _FROM_THE_RESULT:
        return None
    return Failure("unwritten", text=name, file=source.module, line=written.line)


def _told(
    case: CaseInfo, result: CaseResult, judging: Judging, source: Source
) -> tuple[str | None, ReportedFailure | None]:
    """Say what happened in a case, in words at its reveal level and as data."""
    limits, reveal = judging.lesson.limits, Reveal(case.reveal)
    if result.outcome in ("passed", "skipped"):
        return None, None
    failure = reported(result.failure or Failure("unknown"), source)
    if case.seconds is not None:
        limits = msgspec.structs.replace(limits, seconds_per_case=case.seconds)
    if failure.kind == "import":
        reveal = Reveal.SENTENCE
    return case_message(failure, reveal, source, limits), failure


def _shown(result: CaseResult) -> Shown | None:
    call, expected, got = (None if v is None else _steady(v) for v in result.shown)
    if result.outcome == "passed" or (call is None and expected is None and got is None):
        return None
    return Shown(None if call is None else cut_text(call, 300), expected, got)


def _steady(text: str) -> str:
    return printable(mask_run(text))


def _trace(result: CaseResult) -> CaseTrace:
    text, failure = result.text, result.failure
    if text is None and failure is not None and failure.text:
        text = f"{failure.kind}: {failure.text}"
    return CaseTrace(
        id=result.id,
        calls=tuple((_steady(a), _steady(b)) for a, b in result.calls),
        calls_left_out=result.left_out,
        frames=tuple(
            Frame(printable(file), line, printable(function), printable(source))
            for file, line, function, source in result.frames
        ),
        text=None if text is None else _steady(text),
        seconds=result.seconds,
    )


def module_text(submission: Submission, judging: Judging) -> str | None:
    """Return the module as it can be shown; None where none was submitted."""
    data = submission.sources.get(judging.lesson.module_file)
    return None if data is None else printable(data.decode("utf-8-sig", "replace"))


def report_unjudged(
    submission: Submission, isolation: Isolation, judging: Judging
) -> JudgedSubmission:
    """Write the report of a submission that was refused as it was taken in."""
    counted = (case for case in judging.knowledge.cases if judging.knowledge.counts(case.id))
    most = _sum(case.points for case in counted)
    report = _begun(submission, judging)(
        isolation=isolation,
        verdict=submission.refused_as,
        points="0",
        max_points=str(most),
        share=0.0,
        lesson_passed=False,
        cases=(),
        message=submission.refused,
    )
    return JudgedSubmission(report, source=module_text(submission, judging))


def _begun(submission: Submission, judging: Judging) -> partial[Report]:
    """Fill in what a report says of a submission before anything is known of its cases."""
    return partial(
        Report,
        report_version=REPORT_VERSION,
        student=submission.student,
        lesson=judging.lesson.id,
        submission_sha256=submission.sha256(),
        grader_version=__version__,
        course_version=judging.course_version,
        caveat=TOGETHER if judging.lesson.cases == "together" else None,
    )


def settle(run: Run, knowledge: Knowledge) -> dict[str, CaseResult]:
    """Give every known case its result, whatever the run left open; the run stays as it is."""
    return {
        case.id: _settle_case(case, run)
        if knowledge.counts(case.id)
        else CaseResult(case.id, "skipped")
        for case in knowledge.cases
    }


def _settle_case(case: CaseInfo, run: Run) -> CaseResult:
    if run.whole is not None and case.id not in run.results:
        return CaseResult(case.id, _OF_WHOLE.get(run.whole.kind, "error"), run.whole)
    failure = _broken(case.file, run)
    if failure is not None:
        is_memory = failure.type_name.startswith("builtins.MemoryError")
        return CaseResult(case.id, "out_of_memory" if is_memory else "error", failure)
    result = run.results.get(case.id)
    if result is None:
        return CaseResult(case.id, "error", Failure("missing"))
    if result.outcome in ("skipped", "xfailed", "xpassed"):
        return msgspec.structs.replace(result, outcome="error", failure=Failure("skipped"))
    return result


def _broken(file: str, run: Run) -> Failure | None:
    """Say why a hidden file could not be imported, be it for a conftest.py above it."""
    if not run.broken:
        return None
    above = [str(folder / CONFTEST) for folder in PurePosixPath(file).parents]
    return next((run.broken[name] for name in (file, *above) if name in run.broken), None)


def failure_of_whole(run: Run, knowledge: Knowledge) -> Failure | None:
    """Say why no case, or none of a hidden file, could be run."""
    if run.whole is not None:
        return run.whole
    files = sorted({case.file for case in knowledge.cases})
    return next((failure for file in files if (failure := _broken(file, run))), None)


def is_lesson_passed(points: Fraction, most: Fraction, run: Run, lesson: Lesson) -> bool:
    """Whether the points are enough; never after a fault of ours or a breach of the border."""
    failures = [run.whole, *(result.failure for result in run.results.values())]
    has_breached = any(failure is not None and failure.kind == "breach" for failure in failures)
    if run.verdict == "grader_fault" or has_breached:
        return False
    return bool(most) and points / most >= Fraction(str(lesson.pass_score))


def verdict_of(run: Run, cases: Iterable[CaseReport]) -> Verdict:
    """Name the worst that a run or one of its cases came to."""
    outcomes = {case.outcome for case in cases}
    if run.verdict == "grader_fault":
        return Verdict.GRADER_FAULT
    found = {Verdict(run.verdict)} if run.verdict is not None else set()
    found |= {Verdict(o.value) for o in outcomes if o is not Outcome.SKIPPED}
    if run.whole is not None and run.whole.kind == "breach":
        found.add(Verdict.ERROR)
    worst = next((verdict for verdict in Verdict if verdict in found), Verdict.ERROR)
    counted = bool(outcomes - {Outcome.SKIPPED})
    return worst if counted or worst is not Verdict.PASSED else Verdict.ERROR
