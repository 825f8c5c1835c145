"""Judges one submission pair by pair: a case that breaks its pair costs only itself."""

import time
from collections import Counter
from collections.abc import Callable

from grader.cases.events import CaseOutcome, CaseResult, Failure
from grader.model.course import Limits
from grader.model.report import FailureKind

from .jobs import Job, Knowledge, Run
from .supervision import PairEnd

OpenPair = Callable[[Run, list[str] | None, float], PairEnd]

_GIVE_UP = 2  # cases in a row that did not end: the others that call the function are not run
_NOT_OF_THE_SUBMISSION = 70  # exit status of a jail whose own end of the border failed


class Hangs:
    """Which functions hung, by what each case of the reference's run called."""

    def __init__(self, knowledge: Knowledge | None, *, gives_up: bool = False) -> None:
        self._called = {} if knowledge is None else knowledge.callables
        self._left = _GIVE_UP if gives_up else None
        self._in_a_row: Counter[str] = Counter()
        self._suspects: set[str] = set()

    def note(self, pair: PairEnd) -> None:
        """Take in one pair: a case that ends clears the functions that it called."""
        for case in pair.ended:
            for name in self._called.get(case, ()):
                self._in_a_row[name] = 0
        if pair.why == "timed_out":
            if self._left:
                self._left -= 1
            hung = self._called.get(pair.running or "", ())
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
    open_pair: OpenPair, knowledge: Knowledge | None, limits: Limits, job: Job
) -> Run:
    """Open pairs until every case has a result; `open_pair` takes what is still to do.

    Where only a failure is looked for, one pair must do, and it begins with the last case, since
    authors go from the plain to the thorough.
    """
    run = Run(job.number)
    deadline = time.monotonic() + limits.seconds_in_all
    todo = None if knowledge is None else job.cases(knowledge)
    if todo is not None and job.until_failure:
        todo.reverse()
    hangs = Hangs(knowledge, gives_up=job.gives_up)
    while True:
        pair = open_pair(run, todo, deadline)
        deadline += pair.waited_seconds
        if _note_end(run, pair):
            return run
        known = [case.id for case in run.cases] if knowledge is None else job.cases(knowledge)
        todo = [case for case in known if case not in run.results]
        if time.monotonic() > deadline:
            for case in todo:
                run.results[case] = CaseResult(case, "timed_out", Failure("no_time_left"))
            return run
        hangs.note(pair)
        for case in todo:
            if given_up := hangs.given_up(case):
                run.results[case] = CaseResult(case, "timed_out", given_up)
        todo = sorted((c for c in todo if c not in run.results), key=hangs.is_suspect)
        if not todo or job.until_failure:
            return run


def _note_end(run: Run, pair: PairEnd) -> bool:
    """Note in a run how a pair ended; tell whether nothing can follow."""
    # an examiner that dies once it hears a submission dies of what it heard
    is_theirs = pair.why == "died" and (pair.has_met or pair.running is not None)
    if pair.fault is not None and not is_theirs:
        run.fault, run.verdict = pair.fault, "grader_fault"
    if pair.why == "done" or run.fault is not None:
        return True
    failure = _failure_of(pair)
    if pair.running is not None:
        outcome: CaseOutcome = "timed_out" if pair.why == "timed_out" else "error"
        run.results[pair.running] = CaseResult(pair.running, outcome, failure)
    if pair.why in ("breach", "printed"):
        run.verdict = "error" if pair.why == "breach" else "too_much_output"
    elif pair.running is not None or (pair.why == "memory" and pair.ended):
        return False
    run.whole = failure
    return True


def _failure_of(pair: PairEnd) -> Failure:
    """Say what ended a pair before all was done."""
    if pair.why == "timed_out":
        file, line = pair.place or ("", 0)
        kind: FailureKind = "import_timed_out" if pair.running is None else "timed_out"
        return Failure(kind, file=file, line=line)
    if pair.why == "printed":
        return Failure("printed")
    if pair.why == "breach":
        return Failure("breach", text=pair.detail)
    child = pair.child
    if child is None or pair.why == "died" or child.exit_code == _NOT_OF_THE_SUBMISSION:
        return Failure("ended", text="the comparison of its result could not be finished")
    if child.why:
        return Failure("files", text=child.why)
    if child.signal is not None:
        return Failure("signal", text=str(child.signal))
    return Failure("exited", text=str(child.exit_code))
