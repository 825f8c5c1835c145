"""Learns from two runs of the reference solution what judging others needs."""

import msgspec

from grader.border.contract import CaseContract
from grader.cases.events import CaseResult
from grader.course.lesson_files import LessonFiles
from grader.errors import ContentError, JailError
from grader.model.course import Lesson
from grader.model.report import Reveal, Visibility

from .jobs import ENDED_BY_CASES, EarlyNames, Job, Knowledge, Run

_FINE = ("passed", "skipped", "xfailed")
STOPPED = "Let them do less when they are imported, or raise the limit."
# how a sentence ends that says why no hidden file could be imported
_NO_CASE = "gives no case with the reference solution."
_NO_TEST = "Write a function there whose name begins with test_."
_IMPORT = "The import of the solution and the cases"
_ENDED_AT_IMPORT = {
    "import_timed_out": f"{_IMPORT} was stopped at a time limit. {STOPPED}",
    "memory": f"{_IMPORT} was stopped at the memory limit. {STOPPED}",
    "printed": f"{_IMPORT} printed too much and was stopped. {STOPPED}",
    "signal": "The system ended the import of the solution with signal {}.",
    "exited": "The solution ended its process with exit status {} as it was imported.",
}


class Reference(msgspec.Struct):
    """What two runs of the reference solution taught."""

    knowledge: Knowledge
    left_out: list[str]  # sentences for the author: what counts for nobody
    differing: list[str]  # and what gives the reference another outcome in each run


def record_reference(files: LessonFiles) -> list[Job]:
    """Say what is to be run for `learn_reference`."""
    return [Job(number, files.reference, is_recording=True) for number in (-1, -2)]


def learn_reference(first: Run, second: Run, lesson: Lesson, files: LessonFiles) -> Reference:
    """Learn from two runs; raises ContentError where the lesson cannot be judged by it."""
    for run in (first, second):
        _refuse_unfinished(run, files)
    if not first.cases:
        failures = [first.whole] if first.whole is not None else list(first.broken.values())
        reasons = [
            _ENDED_AT_IMPORT[failure.kind].format(failure.text)
            if failure.kind in _ENDED_AT_IMPORT
            else f"{failure.for_author()}."
            for failure in failures
        ]
        raise ContentError(" ".join((f"{files.cases_place} {_NO_CASE}", *(reasons or [_NO_TEST]))))
    for case, terms in second.contract.cases.items():
        first.contract.cases.setdefault(case, CaseContract()).add(terms)
    knowledge = Knowledge(
        cases=first.cases,
        contract=first.contract,
        fixtures=first.fixtures,
        early=first.early or EarlyNames(can_wait=False),
        kinds={case: result.last_kind for case, result in first.results.items()},
        callables={case: result.callables for case, result in first.results.items()},
        outcomes={case: result.outcome for case, result in first.results.items()},
    )
    _check_marks(files, knowledge)
    left_out = _left_out(files, knowledge, first)
    differing = [
        f"{case} gives the reference another outcome in each run."
        for case, outcome in knowledge.outcomes.items()
        if outcome in _FINE and case in second.results and second.results[case].outcome != outcome
    ]
    if not any(knowledge.counts(case.id) for case in knowledge.cases):
        told = [f"No hidden case of {lesson.id} can be used.", *left_out, *differing]
        raise ContentError("\n".join(told))
    return Reference(knowledge, left_out, differing)


def _check_marks(files: LessonFiles, knowledge: Knowledge) -> None:
    faults = [
        f"{files.cases_place}/{case.id}: {mark}({value!r}) is unknown; it is one of "
        f"{', '.join(known)}."
        for case in knowledge.cases
        for mark, value, known in (
            ("reveal", case.reveal, tuple(Reveal)),
            ("visibility", case.visibility, tuple(Visibility)),
        )
        if value not in known
    ]
    if faults:
        raise ContentError("\n".join(faults))


def _refuse_unfinished(run: Run, files: LessonFiles) -> None:
    if run.fault == ENDED_BY_CASES:
        raise ContentError(f"{files.cases_place} {_NO_CASE} {ENDED_BY_CASES.capitalize()}.")
    if run.verdict == "too_much_output":
        raise ContentError(
            f"{files.cases_place} {_NO_CASE} It prints too much and is stopped. Take the print out."
        )
    if run.verdict == "grader_fault":
        raise JailError(f"The reference could not be judged: {run.fault}.")


def _left_out(files: LessonFiles, knowledge: Knowledge, first: Run) -> list[str]:
    broken = [
        f"{files.cases_place}/{file} cannot be imported with the reference solution: "
        f"{failure.for_author()}."
        for file, failure in sorted(first.broken.items())
    ]
    return broken + [
        f"{case.id} is left out: the reference solution does not pass it "
        f"({_reason(first.results.get(case.id), knowledge.outcomes.get(case.id, 'error'))})."
        for case in knowledge.cases
        if knowledge.outcomes.get(case.id) not in _FINE
    ]


def _reason(result: CaseResult | None, outcome: str) -> str:
    if result is None:
        return outcome
    text = (result.text or outcome).partition("\n")[0][:200].rstrip(".")
    call, expected, got = result.shown
    if expected is None or got is None:
        return text
    return f"{call or 'it'} gave {got}, expected was {expected}; {text}"
