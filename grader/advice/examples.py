"""Chooses which calls a judged submission is asked, and words the one that it answers wrongly."""

import re
from collections.abc import Iterable

import msgspec

from grader.judge.jobs import Run
from grader.judge.sentences import type_to_show
from grader.judge.submission_source import Source
from grader.judge.verdict import settle
from grader.model.report import UNDECODABLE, Example, Reveal
from grader.model.text import cut_pair, mask_run, printable

from .fair_calls import COMPARISONS, Differs, FairCall, FindDifference, Way, raised_in
from .learning import Learned
from .mistakes import fingerprint, is_unwritten, known_mistake

_MOST_WAYS = 3  # of the first cases, in which an answer may go wrong
_WRONG = ("failed", "error", "skipped", "xfailed", "xpassed")  # where the reference passes
_STOPPED = ("timed_out", "out_of_memory")
# a text is passed over: its digits are what was given
_LONG_NUMBER = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|(\d+\.\d{6,}(?:e[-+]\d+)?)""")


def question_for(learned: Learned, run: Run) -> bytes | None:
    """Write what a submission that was judged is asked; None where that is nothing.

    Asked is what a failing case called last, but not what a case calls that hung or reveals
    nothing. A known mistake has a sentence of its own, and who passes every case needs no example.
    """
    if not learned.fair or run.verdict is not None or run.whole is not None or run.broken:
        return None
    wrong, stopped = (_not_passed(learned, run, outcomes) for outcomes in (_WRONG, _STOPPED))
    untold = {case.id for case in learned.knowledge.cases if case.reveal == Reveal.NOTHING}
    secret = [case for case in wrong if case in untold]
    may_be_asked = _called(learned, wrong) - _called(learned, [*secret, *stopped])
    found = dict.fromkeys(way_of_case(learned, run, case) for case in wrong)
    ways = [way for way in found if way is not None and way[0] in may_be_asked][:_MOST_WAYS]
    # what the reference refuses is an example only of what it should have refused
    asked = {(function, due.startswith("!")) for function, due, _ in ways}
    calls = [call for call in learned.fair if (call.function, bool(call.raised)) in asked]
    known = learned.fingerprints
    does = fingerprint(run, settle(run, learned.knowledge), known.unstable)
    if not calls or known_mistake(does, known):
        return None
    return msgspec.msgpack.encode(FindDifference(calls, ways))


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


def way_of_case(learned: Learned, run: Run, case: str) -> Way | None:
    """Say how a case goes wrong in its last call; None where no call can show it."""
    result = run.results.get(case)
    failure = None if result is None else result.failure
    if result is None or failure is None or is_unwritten(result):
        return None
    function, _, kind = result.last_kind.rpartition("|")
    due = learned.answers.get(case, {}).get(len(result.calls) + result.left_out - 1, "")
    match failure.kind:
        case "raised":
            return function, due, raised_in(failure.type_name, failure.file, failure.line)
        case "not_raised":
            return function, due, ""
        case "changed":
            return function, "", "changed"
        case "wrong_type":
            return function, "None" if failure.expected_type == "None" else "", failure.type_name
        case "wrong_value" | "asserted" | "unusable" | "object":
            return function, "None" if due == "None" else "", kind
    return None


def example_in(learned: Learned, run: Run, source: Source) -> Example | None:
    """Word a call that is answered otherwise, with the cases that fail as it does.

    An examiner that heard a submission may have been talked into any reply.
    """
    if run.question is None or run.reply is None:
        return None
    asked = msgspec.msgpack.decode(run.question, type=FindDifference)
    try:
        differs = msgspec.msgpack.decode(run.reply, type=Differs)
    except UNDECODABLE:
        return None
    if not 0 <= differs.number < len(asked.calls):
        return None
    said = example_of(asked.calls[differs.number], differs, source)
    wrong = _not_passed(learned, run, _WRONG) if differs.way in asked.ways else []
    behind = tuple(case for case in wrong if way_of_case(learned, run, case) == differs.way)
    return msgspec.structs.replace(said, cases=behind) if behind else None


def example_of(call: FairCall, differs: Differs, source: Source) -> Example:
    """Word a call that a submission answers otherwise than the reference."""
    due, got = (_LONG_NUMBER.sub(_with_six_digits, text) for text in (call.due, differs.got))
    if due == got:
        due, got = call.due, differs.got
    if differs.how == "raises":
        got = type_to_show(differs.got, source)
    text, due, got = (printable(mask_run(part), lines=False) for part in (call.text, due, got))
    due, got = cut_pair(due, got)
    should = f"should {'raise' if call.raised else 'give'} {due}"
    said = f"{text} {should}; your code {differs.how} {got}."
    if differs.how == "changes":
        due = "as it was given"
        said = f"{text} should leave what it is given as it is; your code changes it to {got}."
    elif call.compared not in COMPARISONS and not call.raised:
        said = f"A right answer to {text} is {due}; your code {differs.how} {got}."
    return Example(said, text, due, got)


def _with_six_digits(found: re.Match[str]) -> str:
    return found[0] if found[1] is None else repr(float(f"{float(found[1]):.6g}"))
