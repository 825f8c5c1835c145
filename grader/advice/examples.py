"""Chooses which calls a judged submission is asked, and words the one that it answers wrongly."""

from collections.abc import Iterable

import msgspec

from grader.cases.events import CaseResult
from grader.judge.jobs import Run
from grader.judge.sentences import type_to_show
from grader.judge.submission_source import Source
from grader.judge.verdict import settle
from grader.model.report import UNDECODABLE, Example, Reveal
from grader.model.text import cut_pair, mask_run, printable

from .fair_calls import CHANGED, Differs, FairCall, FindDifference, Way, raised_in
from .learning import Learned
from .mistakes import fingerprint, is_unwritten, known_mistake

_MOST_WAYS = 3  # of the first cases, in which an answer may go wrong
_WRONG = frozenset(("failed", "error", "skipped", "xfailed", "xpassed"))  # the reference passes
_STOPPED = frozenset(("timed_out", "out_of_memory"))
_NOTHING = CaseResult("", "error")  # of a case that was never seen


def question_for(learned: Learned, run: Run) -> bytes | None:
    """Write what a submission that was judged is asked; None where that is nothing.

    A known mistake has a sentence of its own, and who passes every case needs no example.
    """
    if not learned.fair or run.verdict is not None or run.whole is not None or run.broken:
        return None
    asked, known = what_to_ask(learned, run), learned.fingerprints
    if not asked.calls:
        return None
    does = fingerprint(run, settle(run, learned.knowledge), known.unstable)
    return None if known_mistake(does, known) else msgspec.msgpack.encode(asked)


def question_of_all(learned: Learned, run: Run) -> bytes | None:
    """Write every fair call, for a submission that passes every case: the cases miss something."""
    if not learned.fair or run.verdict is not None or _not_passed(learned, run, _WRONG | _STOPPED):
        return None
    return msgspec.msgpack.encode(FindDifference(learned.fair))


def what_to_ask(learned: Learned, run: Run) -> FindDifference:
    """Choose the calls for a submission that was judged, and how it is to go wrong in them.

    Asked is what a case calls that is not passed and of which something may be told; not what
    hung, and not what is called by such a case of which nothing may be told.
    """
    wrong, stopped = (_not_passed(learned, run, outcomes) for outcomes in (_WRONG, _STOPPED))
    untold = {case.id for case in learned.knowledge.cases if case.reveal == Reveal.NOTHING}
    secret = [case for case in wrong if case in untold]
    open_to_ask = _called(learned, wrong) - _called(learned, [*secret, *stopped])
    # A call that goes wrong in another way is no example: it would lead away from what stops the
    # cases, a misspelled name for instance.
    ways = dict.fromkeys(_way_of_case(learned, run, case) for case in wrong)
    kept = [way for way in ways if way is not None and way.function in open_to_ask][:_MOST_WAYS]
    calls = [call for call in learned.fair if any(way.may_be_of(call) for way in kept)]
    return FindDifference(calls, kept)


def _not_passed(learned: Learned, run: Run, outcomes: frozenset[str]) -> list[str]:
    knowledge = learned.knowledge
    results = ((case.id, run.results.get(case.id, _NOTHING)) for case in knowledge.cases)
    return [
        case for case, result in results if result.outcome in outcomes and knowledge.counts(case)
    ]


def _called(learned: Learned, cases: Iterable[str]) -> set[str]:
    return {name for case in cases for name in learned.knowledge.callables.get(case, ())}


def _way_of_case(learned: Learned, run: Run, case: str) -> Way | None:
    """Say how a case goes wrong in its last call; None where no call can show it."""
    result = run.results.get(case, _NOTHING)
    failure = result.failure
    function, _, got = result.last_kind.rpartition("|")
    expected = learned.answers.get(case, {}).get(len(result.calls) + result.left_out - 1, "")
    asked, _, due = learned.knowledge.kinds.get(case, "").rpartition("|")
    if failure is None or is_unwritten(result):
        return None
    match failure.kind:
        case "raised":
            raised = raised_in(failure.type_name, failure.file, failure.line)
            return Way(function, expected, raised)
        case "changed":
            return Way(function, "", CHANGED)
        case "wrong_type":
            return Way(function, failure.expected_type, failure.type_name)
        case "asserted" | "unusable" | "object" if asked == function and got != due:
            return Way(function, due, got)
        case "not_raised":
            return Way(function, expected)
        case "wrong_value" | "asserted" | "unusable" | "object":
            return Way(function)
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
    if not asked.ways:
        return said
    wrong = _not_passed(learned, run, _WRONG) if differs.way in asked.ways else []
    behind = tuple(case for case in wrong if _way_of_case(learned, run, case) == differs.way)
    return msgspec.structs.replace(said, cases=behind) if behind else None


def example_of(call: FairCall, differs: Differs, source: Source) -> Example:
    """Word a call that a submission answers otherwise than the reference."""
    text = _line(call.text)
    due, got = cut_pair(_line(differs.expected), _line(differs.got))
    does = "gives"
    if differs.how == "raised":
        does, got = "raises", type_to_show(differs.got, source)
    should = "raise" if call.raised else "give"
    sentence = f"{text} should {should} {due}; your code {does} {got}."
    if differs.how == "changed":
        due = "as it was given"
        sentence = f"{text} should leave what it is given as it is; your code changes it to {got}."
    elif call.has_many_answers and not call.raised:
        sentence = f"A right answer to {text} is {due}; your code {does} {got}."
    return Example(sentence, text, due, got)


def _line(text: str) -> str:
    return printable(mask_run(text), lines=False)
