"""From what happened in the cases to one report: outcomes, points, verdict."""

import dataclasses
import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain
from pathlib import PurePosixPath

from grader import __version__
from grader.cases.case_info import CONFTEST, CaseInfo
from grader.cases.value_kinds import PLAIN_KINDS
from grader.jail.spec import Isolation
from grader.model.course import Lesson, Limits
from grader.model.report import (
    REPORT_VERSION,
    SHARE_PLACES,
    TOGETHER,
    CaseReport,
    CaseTrace,
    Frame,
    JudgedSubmission,
    Outcome,
    Place,
    Report,
    Reveal,
    Shown,
    Verdict,
    Visibility,
)
from grader.model.submission import Cell, Submission
from grader.model.text import cut_text, mask_addresses, printable

from .events import CaseResult, Failure
from .jobs import Knowledge, Run
from .sentences import case_message, example_of, import_message, with_failed_cell
from .slips import slip, unwritten
from .submission_source import Source

_PARTS = 1_000_000  # of a case's points: whoever adds up a class's has no large numbers to add
# failures that say nothing of the case itself, so that its hint would mislead
_NOT_RUN = frozenset(("import", "import_timed_out", "no_file", "missing", "breach", "printed"))


# the numbers of mocks, and the folder in which a worker happens to keep the cases' files
_OF_THE_RUN = re.compile(r" id='\d+'|/[^\s'\"]*/grader-worker-\w+/scratch")


class Judging:
    """What stays the same for all submissions of one lesson."""

    def __init__(
        self,
        lesson: Lesson,
        course_version: str,
        knowledge: Knowledge,
        stub: Mapping[str, bytes] | None = None,
    ) -> None:
        """With the stub, a student is told where their file says other than it."""
        self.lesson = lesson
        self.stub = stub
        self.course_version = course_version
        self.knowledge = knowledge
        self.limits: Limits = lesson.limits

    def counted(self, case: CaseInfo) -> bool:
        """Whether a case counts: the reference passes it."""
        return self.knowledge.counts(case.id)


def settle(run: Run, judging: Judging) -> dict[str, CaseResult]:
    """Give every known case its result, whatever the run left open."""
    settled = {}
    for case in judging.knowledge.cases:
        settled[case.id] = _settle_case(case, run, judging)
    return settled


def _settle_case(case: CaseInfo, run: Run, judging: Judging) -> CaseResult:
    if not judging.counted(case):
        return CaseResult(case.id, "skipped")
    if run.whole is not None and case.id not in run.results:
        kind = {"import_timed_out": "timed_out", "memory": "out_of_memory"}
        return CaseResult(case.id, kind.get(run.whole.kind, "error"), run.whole)
    failure = _broken(case.file, run)
    if failure is not None:
        is_memory = failure.type_name.startswith("builtins.MemoryError")
        return CaseResult(case.id, "out_of_memory" if is_memory else "error", failure)
    result = run.results.get(case.id)
    if result is None:
        return CaseResult(case.id, "error", Failure("missing"))
    if result.outcome in ("skipped", "xfailed", "xpassed"):
        result.outcome, result.failure = "error", Failure("skipped")
    return result


def _broken(file: str, run: Run) -> Failure | None:
    """Say why a hidden file could not be imported, be it for a conftest.py above it."""
    if not run.broken:
        return None
    above = [str(folder / CONFTEST) for folder in PurePosixPath(file).parents]
    return next((run.broken[name] for name in (file, *above) if name in run.broken), None)


def make_report(
    student: str,
    sources: dict[str, bytes],
    run: Run,
    judging: Judging,
    cells: Sequence[Cell] = (),
) -> JudgedSubmission:
    """Write the report of one run, with what only the instructor sees.

    `cells` are those of the notebook that the module was made of.
    """
    settled = settle(run, judging)
    asked = frozenset(chain.from_iterable(judging.knowledge.callables.values()))
    source = Source(sources, judging.lesson.module_file, asked, judging.stub, cells)
    for result in settled.values():
        result.failure = unwritten(result, source) or result.failure
    cases = tuple(
        _case_report(case, settled[case.id], judging, source) for case in judging.knowledge.cases
    )
    points = sum((Fraction(c.points) for c in cases), Fraction(0))
    most = sum((Fraction(c.max_points) for c in cases), Fraction(0))
    share = round(float(points / most), SHARE_PLACES) if most else 0.0
    printed = _printed(run.printed, judging.limits)
    verdict = _verdict(run, cases)
    fault, breached = verdict is Verdict.GRADER_FAULT, _has_breached(run)
    report = Report(
        report_version=REPORT_VERSION,
        student=student,
        lesson=judging.lesson.id,
        submission_sha256=None,
        grader_version=__version__,
        course_version=judging.course_version,
        isolation=run.isolation,
        verdict=verdict,
        points=str(points),
        max_points=str(most),
        share=share,
        lesson_passed=_is_passed(points, most, judging.lesson) and not fault and not breached,
        cases=cases,
        message=with_failed_cell(_message(run, judging, source), printed, source),
        printed=printed or None,
        has_printed=bool(run.printed),
        example=None if run.example is None else example_of(run.example, source),
        caveat=TOGETHER if judging.lesson.cases == "together" else None,
    )
    reveals = tuple(Reveal(case.reveal) for case in judging.knowledge.cases)
    traces = tuple(_trace(settled[case.id]) for case in judging.knowledge.cases)
    return JudgedSubmission(report, traces, reveals, module_text(sources, judging), run.seconds)


def _is_passed(points: Fraction, most: Fraction, lesson: Lesson) -> bool:
    return bool(most) and points / most >= Fraction(str(lesson.pass_score))


def _has_breached(run: Run) -> bool:
    failures = [run.whole, *(result.failure for result in run.results.values())]
    return any(failure is not None and failure.kind == "breach" for failure in failures)


def _case_report(
    case: CaseInfo, result: CaseResult, judging: Judging, source: Source
) -> CaseReport:
    most = Fraction(case.points) if judging.counted(case) else Fraction(0)
    passed = result.outcome == "passed"
    share = Fraction(1 if passed else 0)
    if result.share is not None and result.outcome in ("passed", "failed"):
        share = _partial(result.share)
    message, place = _told(case, result, judging, source)
    return CaseReport(
        id=case.id,
        sentence=printable(case.sentence, lines=False),
        outcome=Outcome(result.outcome),
        points=str(most * share),
        max_points=str(most),
        visibility=Visibility(case.visibility),
        message=message,
        hint=None if passed or _was_not_run(result) else case.hint,
        shown=_shown(result),
        place=place,
    )


def _partial(share: float) -> Fraction:
    """Bound what a submission may have made: a share from 0 to 1, in few digits."""
    if not math.isfinite(share):
        return Fraction(0)
    bounded = Fraction(min(max(share, 0.0), 1.0))
    return bounded.limit_denominator(_PARTS)


def _was_not_run(result: CaseResult) -> bool:
    return result.failure is not None and result.failure.kind in _NOT_RUN


def _by_kind(case: CaseInfo, result: CaseResult, knowledge: Knowledge) -> Failure | None:
    # an assert that compares nothing: the kind of the last result may say what is wrong
    failure = result.failure
    asked, _, expected = knowledge.kinds.get(case.id, "").rpartition("|")
    called, _, got = result.last_kind.rpartition("|")
    if failure is None or failure.kind not in ("asserted", "unusable") or called != asked:
        return failure
    # where None is right it is hardly the result that was asked for
    if got != expected != "None" and {got, expected} <= PLAIN_KINDS:
        return Failure("wrong_type", got, expected)
    return failure


def _told(
    case: CaseInfo, result: CaseResult, judging: Judging, source: Source
) -> tuple[str | None, Place | None]:
    """Word what happened, and say which line of the student's the words name."""
    limits, reveal = judging.limits, Reveal(case.reveal)
    if result.outcome in ("passed", "skipped"):
        return None, None
    failure = _by_kind(case, result, judging.knowledge)
    if result.outcome == "out_of_memory":
        failure = Failure("memory")
    place = None if failure is None else source.place_of(failure)
    if failure is not None and failure.kind == "import":
        return import_message(failure, source, limits).partition("\n")[0], place
    if case.seconds is not None:
        limits = dataclasses.replace(limits, seconds_per_case=case.seconds)
    said = _masked(case_message(failure, reveal, source, limits))
    if reveal is Reveal.NOTHING:
        return said, None
    beside = slip(result, failure, source)
    if place is None and beside.line:
        place = Place(source.module, beside.line)
    return f"{said} {beside.text}".rstrip(), place


def _shown(result: CaseResult) -> Shown | None:
    call, expected, got = (None if v is None else _steady(v) for v in result.shown)
    if result.outcome == "passed" or (call is None and expected is None and got is None):
        return None
    return Shown(None if call is None else cut_text(call, 300), expected, got)


def _verdict(run: Run, cases: tuple[CaseReport, ...]) -> Verdict:
    outcomes = {case.outcome for case in cases}
    if run.verdict == "grader_fault":
        return Verdict.GRADER_FAULT
    found = {Verdict(run.verdict)} if run.verdict is not None else set()
    found |= {Verdict(o.value) for o in outcomes if o is not Outcome.SKIPPED}
    if run.whole is not None and run.whole.kind == "breach":
        found.add(Verdict.ERROR)
    worst = next((verdict for verdict in Verdict if verdict in found), Verdict.ERROR)
    counted = any(case.outcome is not Outcome.SKIPPED for case in cases)
    return worst if counted or worst is not Verdict.PASSED else Verdict.ERROR


def _message(run: Run, judging: Judging, source: Source) -> str | None:
    limits = judging.limits
    files = sorted({case.file for case in judging.knowledge.cases})
    broken = next((failure for file in files if (failure := _broken(file, run))), None)
    if run.verdict == "grader_fault":
        return "The grader failed, not you. This attempt does not count."
    if run.whole is not None:
        return import_message(run.whole, source, limits)
    if broken is not None:
        return import_message(broken, source, limits)
    return None


def _printed(text: str, limits: Limits) -> str:
    data = text.encode("utf-8", "replace")
    if len(data) <= limits.printed_kept_bytes:
        return printable(text)
    kept = data[: limits.printed_kept_bytes].decode("utf-8", "ignore")
    return printable(kept) + f"\n[cut: {len(data) - limits.printed_kept_bytes} bytes more]"


def _steady(text: str) -> str:
    return printable(_masked(text))


def _masked(text: str) -> str:
    """Take out what differs from run to run though the behaviour does not."""
    return _OF_THE_RUN.sub("", mask_addresses(text))


def _trace(result: CaseResult) -> CaseTrace:
    return CaseTrace(
        id=result.id,
        calls=tuple((_steady(a), _steady(b)) for a, b in result.calls),
        calls_left_out=result.left_out,
        frames=tuple(Frame(*frame) for frame in result.frames),
        text=_trace_text(result),
        seconds=result.seconds,
    )


def _trace_text(result: CaseResult) -> str | None:
    if result.text is not None:
        return _steady(result.text)
    failure = result.failure
    return _steady(f"{failure.kind}: {failure.text}") if failure and failure.text else None


def module_text(sources: dict[str, bytes], judging: Judging) -> str | None:
    """Return the module as it can be shown; None where none was submitted."""
    data = sources.get(judging.lesson.module_file)
    return None if data is None else printable(data.decode("utf-8-sig", "replace"))


def report_unjudged(
    submission: Submission, isolation: Isolation, judging: Judging
) -> JudgedSubmission:
    """Write the report of a submission that was refused as it was taken in."""
    counted = (case for case in judging.knowledge.cases if judging.counted(case))
    most = sum((Fraction(case.points) for case in counted), Fraction(0))
    report = Report(
        report_version=REPORT_VERSION,
        student=submission.student,
        lesson=judging.lesson.id,
        submission_sha256=submission.sha256(),
        grader_version=__version__,
        course_version=judging.course_version,
        isolation=isolation,
        verdict=submission.refused_as,
        points="0",
        max_points=str(most),
        share=0.0,
        lesson_passed=False,
        cases=(),
        message=submission.refused,
        caveat=TOGETHER if judging.lesson.cases == "together" else None,
    )
    return JudgedSubmission(report, source=module_text(submission.sources, judging))
