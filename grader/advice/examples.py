"""Chooses which calls a judged submission is asked, and words the one that it answers wrongly."""

import re
from collections.abc import Iterable

import msgspec

from grader.cases.events import CaseResult
from grader.judge.jobs import FairCall, Run
from grader.judge.reports import settle
from grader.judge.sentences import type_to_show
from grader.judge.submission_source import Source
from grader.model.report import Example, Reveal
from grader.model.text import RAISED, cut_pair, mask_run, printable

from .learning import Learned
from .mistakes import fingerprint, is_unwritten, known_mistake

_MOST_WAYS = 3  # of the first cases, in which an answer may go wrong
_WRONG = ("failed", "error", "skipped", "xfailed", "xpassed")  # where the reference passes
_STOPPED = ("timed_out", "out_of_memory")
# a text is passed over: its digits are what was given
_LONG_NUMBER = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|(\d+\.\d{6,}(?:e[-+]\d+)?)""")
# How a case or a call goes wrong: its function, what the reference does there (an exception behind
# RAISED, "None", or "" for another value), and what the submission does: the kind of its value, or
# an exception with its line.
Way = tuple[str, str, str]


def calls_to_make(learned: Learned, run: Run) -> list[FairCall]:
    """Say which calls a submission that was judged is asked.

    Asked is what a failing case called last, but not what a case calls that hung or reveals
    nothing. A known mistake has a sentence of its own, and who passes every case needs no example.
    """
    if not learned.fair or run.verdict is not None or run.whole is not None or run.broken:
        return []
    ways = _ways(learned, run)
    # what the reference refuses is an example only of what it should have refused
    asked = {(function, due.startswith(RAISED)) for function, due, _ in ways}
    does = fingerprint(run, settle(run, learned.knowledge), learned.fingerprints.unstable)
    if not asked or known_mistake(does, learned.fingerprints):
        return []
    return [
        call for call in learned.fair if (call.function, call.answer.startswith(RAISED)) in asked
    ]


def _ways(learned: Learned, run: Run) -> list[Way]:
    """Say in which ways the first failing cases go wrong that a call may show."""
    wrong, stopped = (_not_passed(learned, run, outcomes) for outcomes in (_WRONG, _STOPPED))
    untold = {case.id for case in learned.knowledge.cases if case.reveal == Reveal.NOTHING}
    secret = [case for case in wrong if case in untold]
    may_be_asked = _called(learned, wrong) - _called(learned, [*secret, *stopped])
    found = dict.fromkeys(_way_of_case(learned, run, case) for case in wrong)
    return [way for way in found if way is not None and way[0] in may_be_asked][:_MOST_WAYS]


def _not_passed(learned: Learned, run: Run, outcomes: Iterable[str]) -> list[str]:
    knowledge = learned.knowledge
    results = ((case.id, run.results.get(case.id)) for case in knowledge.cases)
    return [
        case
        for case, result in results
        if knowledge.counts(case) and (result.outcome if result else "error") in outcomes
    ]


def _called(learned: Learned, cases: Iterable[str]) -> set[str]:
    return {name for case in cases for name in learned.knowledge.callables.get(case, ())}


def _way_of_case(learned: Learned, run: Run, case: str) -> Way | None:
    result = run.results.get(case)
    if result is None or result.failure is None or is_unwritten(result):
        return None
    due = learned.answers.get(case, {}).get(len(result.calls) + result.left_out - 1, "")
    return way_of(result, due)


def way_of(result: CaseResult, due: str) -> Way | None:
    """Say how the last call of a case goes wrong; None where no other call can show it.

    `due` is what the reference does there, empty for a value other than None.
    """
    failure = result.failure
    function, _, kind = result.last_kind.rpartition("|")
    is_none = "None" if due == "None" else ""
    match failure.kind if failure else "wrong_value":
        case "raised" if failure:
            return function, due, f"{failure.type_name} in line {failure.line} of {failure.file}"
        case "not_raised":
            return function, due, ""
        case "wrong_type" if failure:
            is_none = "None" if failure.expected_type == "None" else ""
            return function, is_none, failure.type_name
        case "wrong_value" | "asserted" | "unusable" | "object":
            return function, is_none, kind
    return None


def example_in(learned: Learned, run: Run, source: Source) -> Example | None:
    """Word a call that is answered otherwise, with the cases that fail as it does.

    An examiner that heard a submission may have been talked into any answer.
    """
    wrong = _not_passed(learned, run, _WRONG)
    for way in _ways(learned, run) if run.answers else ():
        for call in learned.fair:
            result = run.answers.get(call.text)
            if result is None or not result.calls or _way_of_call(call, result) != way:
                continue
            if (example := example_of(call, result, source)) is None:
                continue
            behind = tuple(case for case in wrong if _way_of_case(learned, run, case) == way)
            return msgspec.structs.replace(example, cases=behind)
    return None


def _way_of_call(call: FairCall, result: CaseResult) -> Way | None:
    """Say how a call goes wrong; None where it is answered as the reference does."""
    if result.fingerprint == call.fingerprint:
        return None
    is_refused = call.answer.startswith(RAISED)
    due = call.answer if is_refused or call.answer == "None" else ""
    if is_refused and result.failure is None:
        return call.function, due, ""
    return way_of(result, due)


def example_of(call: FairCall, result: CaseResult, source: Source) -> Example | None:
    """Word a call; None where what is due and what came cannot be told apart."""
    failure, text = result.failure, call.text
    got, how = result.calls[-1][1], "gives"
    due = _LONG_NUMBER.sub(_with_six_digits, call.answer.removeprefix(RAISED))
    if failure is not None and failure.kind == "object":
        got = "an object that is no plain data"
    elif failure is not None:
        if due in (name.rpartition(".")[2] for name in failure.type_name.split("|")):
            return None
        got, how = type_to_show(failure.type_name, source), "raises"
    got = _LONG_NUMBER.sub(_with_six_digits, got)
    if due == got:
        return None
    text, due, got = (printable(mask_run(part), lines=False) for part in (text, due, got))
    due, got = cut_pair(due, got)
    should = "raise" if call.answer.startswith(RAISED) else "give"
    return Example(f"{text} should {should} {due}; your code {how} {got}.", text, due, got)


def _with_six_digits(found: re.Match[str]) -> str:
    return found[0] if found[1] is None else repr(float(f"{float(found[1]):.6g}"))
