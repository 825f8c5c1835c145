"""From what happened in the cases of a run to an outcome for each and one verdict."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import PurePosixPath

import msgspec

from grader.cases.events import CONFTEST, CaseInfo, CaseOutcome, CaseResult, Failure
from grader.model.course import Lesson
from grader.model.report import CaseReport, Outcome, Verdict

from .jobs import Knowledge, Run

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
