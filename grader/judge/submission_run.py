"""Judges one submission pair by pair: a case that breaks its pair costs only itself."""

import time
from collections import Counter
from collections.abc import Callable

import msgspec
from msgspec import Struct

from grader.cases.events import CaseResult, Failure
from grader.model.course import Limits

from .jobs import Knowledge, Run
from .supervision import PairOutcome

OpenPair = Callable[[list[str] | None, float], PairOutcome]

_NEW_PAIR = frozenset(("ended", "memory", "timed_out", "files", "died"))
_GIVE_UP = 2  # cases in a row that did not end: the others that call the function are not run
_NOT_OF_THE_SUBMISSION = 70  # exit status of a jail whose own end of the border failed


class Chosen(Struct, frozen=True):
    """Which cases a submission is to go through."""

    every_case: bool = False  # also those that count for nobody
    until_failure: bool = False  # what comes after the first that does not pass has no result
    gives_up: bool = False  # whether no case is run any more once two have hung

    def first(self, knowledge: Knowledge | None) -> list[str] | None:
        """Name the cases to begin with, in order; None where they are not known yet.

        To meet a failure soon it begins with the last, since authors go from the plain to the
        thorough.
        """
        if knowledge is None:
            return None
        named = self.named(knowledge)
        return named[::-1] if self.until_failure else named

    def named(self, knowledge: Knowledge) -> list[str]:
        """Name the cases, as written."""
        ids = [case.id for case in knowledge.cases]
        return ids if self.every_case else [case for case in ids if knowledge.counts(case)]


class Hangs:
    """Which functions hung, by what each case of the reference's run called."""

    def __init__(self, knowledge: Knowledge | None, *, gives_up: bool = False) -> None:
        self._called = {} if knowledge is None else knowledge.callables
        self._left = _GIVE_UP if gives_up else None
        self._in_a_row: Counter[str] = Counter()
        self._suspects: set[str] = set()

    def note(self, outcome: PairOutcome, cut: str) -> None:
        """Take in one pair: a case that ends clears the functions that it called."""
        for result in outcome.results:
            for name in self._called.get(result.id, ()):
                self._in_a_row[name] = 0
        if outcome.why == "timed_out":
            if self._left:
                self._left -= 1
            hung = self._called.get(cut, ())
            self._in_a_row.update(hung)
            self._suspects.update(hung)

    def is_suspect(self, case: str) -> bool:
        """Whether a case calls what hung, and waits until others are judged."""
        return bool(self._suspects.intersection(self._called.get(case, ())))

    def given_up(self, case: str) -> Failure | None:
        """Say that a case is not to be run, and which function of it hung several times on end."""
        called = self._called.get(case, ())
        function = next((name for name in called if self._in_a_row[name] >= _GIVE_UP), "")
        return Failure("hung", text=function) if function or self._left == 0 else None


def judge_in_pairs(
    open_pair: OpenPair,
    knowledge: Knowledge | None,
    limits: Limits,
    chosen: Chosen,
) -> Run:
    """Open pairs until every case has a result; `open_pair` takes what is still to do.

    Where only a failure is looked for, one pair must do.
    """
    run = Run(0)
    deadline = time.monotonic() + limits.seconds_in_all
    todo = chosen.first(knowledge)
    hangs = Hangs(knowledge, gives_up=chosen.gives_up)
    while True:
        outcome = open_pair(todo, deadline)
        deadline += outcome.waited_seconds
        _take(run, outcome)
        if run.whole is not None or run.verdict is not None or run.fault is not None:
            return run
        if outcome.why == "done":
            return run
        cut = outcome.running
        if cut is None and outcome.results and outcome.why == "memory":
            cut = outcome.results[-1].id
        if cut is None:
            run.whole = _before_any_case(outcome)
            return run
        if outcome.running is not None:
            run.results[cut] = _cut_short(outcome, cut)
        known = [c.id for c in run.cases] if knowledge is None else chosen.named(knowledge)
        todo = [case for case in known if case not in run.results]
        if time.monotonic() > deadline:
            for case in todo:
                run.results[case] = CaseResult(case, "timed_out", Failure("no_time_left"))
            return run
        hangs.note(outcome, cut)
        for case in todo:
            if failure := hangs.given_up(case):
                run.results[case] = CaseResult(case, "timed_out", failure)
        todo = sorted((c for c in todo if c not in run.results), key=hangs.is_suspect)
        if not todo or chosen.until_failure or outcome.why not in _NEW_PAIR:
            return run


def _take(run: Run, outcome: PairOutcome) -> None:
    if outcome.collected is not None and not run.cases:
        run.cases = outcome.collected.cases
        run.broken = outcome.collected.broken
        run.fixtures = outcome.collected.fixtures
    for result in outcome.results:
        # a case that was seen before must not be seen again
        if result.id in run.results:
            run.whole = Failure("breach")
        run.results[result.id] = result
    run.contract.cases.update(outcome.contract.cases)
    run.early = run.early or outcome.early
    run.hidden = run.hidden or outcome.hidden
    if outcome.finished is not None:
        run.printed += outcome.finished.printed
    run.printed += outcome.raw_printed.decode("utf-8", "replace")
    if outcome.fault is not None and not _is_theirs(outcome):
        run.fault = outcome.fault
        run.verdict = "grader_fault"
    elif outcome.why == "printed":
        run.verdict = "too_much_output"
        _end_run(run, outcome, Failure("printed"))
    elif outcome.why == "breach":
        detail = outcome.finished.detail if outcome.finished is not None else ""
        _end_run(run, outcome, Failure("breach", text=detail))
        run.verdict = "error"


def _is_theirs(outcome: PairOutcome) -> bool:
    # an examiner that dies once it hears a submission dies of what it heard
    return outcome.why == "died" and (outcome.has_met or outcome.running is not None)


def _end_run(run: Run, outcome: PairOutcome, failure: Failure) -> None:
    if outcome.running is not None:
        run.results[outcome.running] = CaseResult(outcome.running, "error", failure)
    run.whole = failure


def _before_any_case(outcome: PairOutcome) -> Failure:
    if outcome.why == "timed_out":
        return _placed(Failure("import_timed_out"), outcome)
    return _ended(outcome)


def _cut_short(outcome: PairOutcome, case: str) -> CaseResult:
    if outcome.why == "timed_out":
        return CaseResult(case, "timed_out", _placed(Failure("timed_out"), outcome))
    failure = _ended(outcome)
    return CaseResult(case, "out_of_memory" if failure.kind == "memory" else "error", failure)


def _placed(failure: Failure, outcome: PairOutcome) -> Failure:
    file, line = outcome.place or ("", 0)
    return msgspec.structs.replace(failure, file=file, line=line)


def _ended(outcome: PairOutcome) -> Failure:
    ending = outcome.ending
    if ending is None or outcome.why == "died" or ending.exit_code == _NOT_OF_THE_SUBMISSION:
        return Failure("ended", text="the comparison of its result could not be finished")
    if ending.why:
        return Failure("files", text=ending.why)
    if ending.signal is not None:
        return Failure("signal", text=str(ending.signal))
    return Failure("exited", text=str(ending.exit_code))
