"""Adds to the report of a run why its cases failed, as far as that can be told."""

from msgspec.structs import replace

from grader.cases.events import CaseResult
from grader.judge.jobs import Run
from grader.judge.reports import Evidence, evidence_of, make_report
from grader.judge.submission_source import Source
from grader.judge.verdict import Judging
from grader.model.report import CaseReport, Example, JudgedSubmission, Place, Reveal, Verdict
from grader.model.submission import Submission

from .examples import example_in
from .learning import Learned
from .mistakes import diagnosed
from .slips import often_meant, slip_of, slip_of_import

_LONGEST_EXAMPLE = 300  # characters: what there is no room for on a screen says nothing


def explained_report(
    submission: Submission, run: Run, judging: Judging, learned: Learned
) -> JudgedSubmission:
    """Write the report of a run, with slips, an example, its group and a known mistake."""
    evidence = evidence_of(submission, run, judging)
    judged = make_report(submission, run, judging, evidence)
    report, source = judged.report, evidence.source
    if report.verdict is Verdict.GRADER_FAULT:
        return judged
    cases = tuple(
        _explained(case, evidence.results[case.id], reveal, source)
        for case, reveal in zip(report.cases, judged.reveals, strict=True)
    )
    message = report.message
    if report.failure is not None and (found := slip_of_import(report.failure, source)):
        message = f"{found.text} {message}"
    example = _example(learned, run, evidence)
    report = replace(report, cases=cases, message=message, example=example)
    report = diagnosed(report, run, evidence.results, learned.fingerprints)
    return replace(judged, report=report)


def _explained(case: CaseReport, result: CaseResult, reveal: Reveal, source: Source) -> CaseReport:
    """Say first what is behind a failure, or last what it often means."""
    failure = case.failure
    if failure is None:
        return case
    behind = slip_of_import(failure, source)
    if reveal is not Reveal.NOTHING and failure.kind != "import":
        behind = slip_of(result, source)
        if behind is None:
            return replace(case, message=f"{case.message} {often_meant(failure)}".rstrip())
    if behind is None:
        return case
    if failure.place is None and behind.line:
        failure = replace(failure, place=Place(source.module, behind.line))
    return replace(case, message=f"{behind.text} {case.message}", failure=failure)


def _example(learned: Learned, run: Run, evidence: Evidence) -> Example | None:
    """Word an example for the cases that do not say more themselves."""
    said = example_in(learned, run, evidence.source)
    if said is None or len(said.sentence) > _LONGEST_EXAMPLE:
        return None
    behind = (evidence.results[case] for case in said.cases)
    cases = tuple(
        case.id
        for case in behind
        if case.failure and case.failure.kind != "unwritten" and not slip_of(case, evidence.source)
    )
    return replace(said, cases=cases) if cases else None
