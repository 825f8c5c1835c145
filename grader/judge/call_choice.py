"""Decides which fair calls a judged submission is asked, and which cases an answer explains."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from grader.model.report import Reveal

from .events import CaseResult, Differs
from .fair_calls import FairCall, order_of, spread
from .jobs import Found, Knowledge, Run

_OF_PASSED = 50  # spread over the calls, where every case is passed
_WRONG = frozenset(("failed", "error", "skipped", "xfailed", "xpassed"))  # the reference passes
_STOPPED = frozenset(("timed_out", "out_of_memory"))
_NOTHING = CaseResult("", "error")  # of a case that was never seen


class Asked(Struct, frozen=True):
    """What a submission is asked, and what an answer must be like to be told."""

    calls: Sequence[FairCall]
    ways_to_fail: Mapping[str, Collection[str]]  # of each function: what is raised, or ""

    def allows(self, call: FairCall, raised: Iterable[str]) -> bool:
        """Whether a wrong answer goes wrong as a case of the function does, if any case does."""
        ways = self.ways_to_fail
        return not ways or "|".join(raised) in ways.get(call.function, ())


def what_to_ask(knowledge: Knowledge, run: Run, *, thoroughly: bool) -> Asked:
    """Choose the calls for a submission that was judged, in the order asked, smallest first.

    Asked is what a case calls that is not passed and of which something may be told; not what
    hung, and not what is called by such a case of which nothing may be told. Where every case is
    passed it is some of all calls, or every one of them.
    """
    if run.verdict is not None or run.whole is not None or run.broken:
        return Asked([], {})
    wrong = _not_passed(knowledge, run, _WRONG)
    stopped = _not_passed(knowledge, run, _STOPPED)
    if not wrong and not stopped:
        most = len(knowledge.fair) if thoroughly else _OF_PASSED
        return Asked(spread(sorted(knowledge.fair, key=order_of), most), {})
    untold = {case.id for case in knowledge.cases if case.reveal == Reveal.NOTHING}
    secret = [case for case in wrong if case in untold]
    asked = _called(knowledge, wrong) - _called(knowledge, [*secret, *stopped])
    calls = sorted((call for call in knowledge.fair if call.function in asked), key=order_of)
    return Asked(calls, _ways_to_fail(knowledge, run))


def _ways_to_fail(knowledge: Knowledge, run: Run) -> dict[str, list[str]]:
    """Say of each function what its cases that are not passed raise; "" where they raise nothing.

    Empty where no case fails. A call that goes wrong in another way is no example: it would lead
    away from what stops the cases, a misspelled name for instance.
    """
    ways: dict[str, list[str]] = {}
    for case in _not_passed(knowledge, run, _WRONG):
        for function in knowledge.callables.get(case, ()):
            ways.setdefault(function, []).append(_raised(run, case))
    return ways


def found_in(knowledge: Knowledge, run: Run, asked: Asked, differs: Differs | None) -> Found | None:
    """Pair a call that is answered otherwise with its function's cases that fail as it does."""
    if differs is None or not 0 <= differs.number < len(asked.calls):
        return None
    call = asked.calls[differs.number]
    raised = differs.got if differs.how == "raised" else ""
    behind = [
        case
        for case in _not_passed(knowledge, run, _WRONG)
        if call.function in knowledge.callables.get(case, ()) and _raised(run, case) == raised
    ]
    return Found(call, differs, behind)


def _raised(run: Run, case: str) -> str:
    failure = run.results.get(case, _NOTHING).failure
    return failure.type_name if failure is not None and failure.kind == "raised" else ""


def _not_passed(knowledge: Knowledge, run: Run, outcomes: frozenset[str]) -> list[str]:
    results = ((case.id, run.results.get(case.id, _NOTHING)) for case in knowledge.cases)
    return [
        case for case, result in results if result.outcome in outcomes and knowledge.counts(case)
    ]


def _called(knowledge: Knowledge, cases: Iterable[str]) -> set[str]:
    return {name for case in cases for name in knowledge.callables.get(case, ())}
