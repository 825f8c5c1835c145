"""Decides which fair calls a judged submission is asked, by what became of its cases."""

from collections.abc import Iterable

from grader.model.report import Reveal

from .events import CaseResult
from .fair_calls import FairCall, order_of, spread
from .jobs import Knowledge, Run

_OF_PASSED = 50  # spread over the calls, where every case is passed
_WRONG = frozenset(("failed", "error", "skipped", "xfailed", "xpassed"))  # the reference passes
_STOPPED = frozenset(("timed_out", "out_of_memory"))


def calls_to_ask(knowledge: Knowledge, run: Run, *, thoroughly: bool) -> list[FairCall]:
    """List the calls in the order in which they are asked, smallest first.

    Asked is what a case calls that is not passed and of which something may be told; not what
    hung, and not what is called by such a case of which nothing may be told. Where every case is
    passed it is some of all calls, or every one of them.
    """
    if run.verdict is not None or run.whole is not None or run.broken:
        return []
    wrong = _not_passed(knowledge, run, _WRONG)
    stopped = _not_passed(knowledge, run, _STOPPED)
    if not wrong and not stopped:
        most = len(knowledge.fair) if thoroughly else _OF_PASSED
        return spread(sorted(knowledge.fair, key=order_of), most)
    secret = [case for case in wrong if _level(knowledge, case) is Reveal.NOTHING]
    asked = _called(knowledge, wrong) - _called(knowledge, [*secret, *stopped])
    return sorted((call for call in knowledge.fair if call.function in asked), key=order_of)


def cases_behind(knowledge: Knowledge, run: Run, call: FairCall) -> list[str]:
    """Name the cases that are not passed and that call the function of a call."""
    wrong = _not_passed(knowledge, run, _WRONG)
    return [case for case in wrong if call.function in knowledge.callables.get(case, ())]


def _not_passed(knowledge: Knowledge, run: Run, outcomes: frozenset[str]) -> list[str]:
    nothing = CaseResult("", "error")
    results = ((case.id, run.results.get(case.id, nothing)) for case in knowledge.cases)
    return [
        case for case, result in results if result.outcome in outcomes and knowledge.counts(case)
    ]


def _level(knowledge: Knowledge, case: str) -> Reveal:
    return next(Reveal(known.reveal) for known in knowledge.cases if known.id == case)


def _called(knowledge: Knowledge, cases: Iterable[str]) -> set[str]:
    return {name for case in cases for name in knowledge.callables.get(case, ())}
