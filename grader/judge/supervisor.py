"""Judges one submission after the other with a warm jail, and a warm process for examiners.

A pair is a jailed child and an examiner, made for one submission: a case that breaks its pair costs
only itself. Where hidden cases run in the jail there are no examiners: what a case came to is told
by the process that the submission runs in, so that it can be whatever the submission wants.
"""

import contextlib
import os
import socket
import time
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

import msgspec

from grader.cases.events import CaseOutcome, CaseResult, Failure, TogetherTask
from grader.course.course_file import files_below
from grader.errors import JailError
from grader.sandbox.child import Child
from grader.sandbox.sandbox import Sandbox, in_memory
from grader.sandbox.workspace import sweep

from .jobs import ENDED_BY_CASES, Job, Knowledge, Run, RunCalls, RunCases, Task
from .pair import Pair, PairEnd, Stopped
from .stage import EXAMINER_HOST, Stage

_TRIES = 2
_FINISH_SECONDS = 10.0
_LEAVE_SECONDS = 1.0  # for an examiner that has hung up
_TO_SEND_SECONDS = 10.0
_GIVE_UP = 2  # cases in a row that did not end: the others that call the function are not run


class Supervisor:
    """Holds a warm jail and what examiners are forked from."""

    def __init__(self, stage: Stage, is_stopped: Callable[[], bool] = lambda: False) -> None:
        self._stage = stage
        self._is_stopped = is_stopped
        self._jail: Sandbox | None = None
        self._examiners: Sandbox | None = None
        self._examiner: Child | None = None
        self._knowledge: Knowledge | None = None
        self._case_limits: dict[str, float] = {}
        self._over: Child | None = None  # the child that was judged last

    def begin(self) -> None:
        """Start what is not running, without waiting for it; raises JailError."""
        if self._jail is None:
            self._jail = Sandbox(self._stage.jail_spec())
            self._jail.begin()
        if self._examiners is None and not self._stage.is_together:
            Path(self._stage.copies).mkdir(exist_ok=True)
            self._examiners = Sandbox(self._stage.examiner_spec())
            self._examiners.begin()
            self._examiners.call(f"{EXAMINER_HOST}.begin", self._stage)
            if self._knowledge is not None:
                self._examiners.call(f"{EXAMINER_HOST}.learn", self._knowledge)

    def learn(self, knowledge: Knowledge) -> None:
        """Take over what the reference taught, for all pairs that follow."""
        self._knowledge = knowledge
        self._case_limits = {one.id: one.seconds for one in knowledge.cases if one.seconds}
        if self._examiners is not None:
            try:
                self._examiners.call(f"{EXAMINER_HOST}.learn", knowledge)
            except JailError:  # the next pair is made by a new process
                self.close()

    # -- one submission

    def judge(self, job: Job) -> Run:
        """Judge one submission, once more where that fails through us; raises Stopped."""
        for _ in range(_TRIES):
            try:
                run = self._judge(job)
            except Stopped:
                raise
            except Exception as error:
                fault = f"{type(error).__name__}: {error}"
                run = Run(job.number, verdict="grader_fault", fault=fault)
            if run.verdict != "grader_fault":
                break
            self.close()
        return run

    def _judge(self, job: Job) -> Run:
        sources, limits = {**self._stage.course_files, **job.sources}, self._stage.limits
        started = time.monotonic()
        if job.draws:
            run, task = Run(job.number), RunCalls(sources, [], draws=True, seed=str(job.number))
            end = self.run_pair(task, run, started + limits.seconds_in_all)
            run.fault = end.fault or end.why
            return run
        run = self.judge_cases(job, sources)
        run.isolation = self._stage.isolation
        run.seconds = round(time.monotonic() - started, 6)
        if job.follow_up is not None and (calls := job.follow_up(run)):
            more = Run(job.number)
            try:  # what goes wrong here costs no more than the answers
                until = time.monotonic() + limits.seconds_per_case
                self.run_pair(RunCalls(sources, calls), more, until)
            except JailError:
                self.close()
            run.answers = more.results
        return run

    def judge_cases(self, job: Job, sources: dict[str, bytes]) -> Run:
        """Open pairs until every case has a result."""
        run = Run(job.number)
        deadline = time.monotonic() + self._stage.limits.seconds_in_all
        knowledge = None if job.is_recording else self._knowledge
        todo = None if knowledge is None else job.cases(knowledge)
        hangs = _Hangs(knowledge)
        while True:
            task = RunCases(sources, todo, job.most_failing, job.is_recording)
            pair = self.run_pair(task, run, deadline)
            if pair.why == "unbound":  # it does not fit what was collected in advance
                task.is_afresh = True
                pair = self.run_pair(task, run, deadline)
            deadline += pair.waited_seconds
            if _note_end(run, pair, self._stage.limits.memory_mib):
                return run
            known = [case.id for case in run.cases] if knowledge is None else job.cases(knowledge)
            todo = [case for case in known if case not in run.results]
            is_late = time.monotonic() > deadline
            hangs.note(pair)
            for case in todo:
                failure = Failure("no_time_left") if is_late else hangs.given_up(case)
                if failure is not None:
                    run.results[case] = CaseResult(case, "timed_out", failure)
            todo = sorted((c for c in todo if c not in run.results), key=hangs.is_suspect)
            if not todo:
                return run

    # -- one pair

    def run_pair(self, task: Task, run: Run, deadline: float) -> PairEnd:
        """Carry out a task with a pair made for it, and note in a run what it told.

        Raises JailError, and Stopped where nobody waits for it.
        """
        if self._is_stopped():
            raise Stopped
        self.tidy()
        self.begin()
        assert self._jail is not None  # noqa: S101 # it is begun
        self._jail.start()
        child = self._over = self._jail.open()
        if self._examiners is None:
            assert isinstance(task, RunCases)  # noqa: S101 # nobody could ask anything else
            self._send_cases(child.channel, task)
            events = child.channel.detach()
        else:
            self.write_copies(task.sources)
            events = self._fork_examiner(self._examiners, child.channel, task)
            child.channel.close()
        is_ours = task.draws if isinstance(task, RunCalls) else task.is_recording
        pair = Pair(child, self._examiner, events, self._stage.limits, is_of_reference=is_ours)
        pair.is_stopped = self._is_stopped
        cases = [c.text for c in task.calls] if isinstance(task, RunCalls) else task.todo
        end = pair.watch(run, deadline, cases, self._case_limits)
        if end.why != "done":  # how the child ended is part of what happened
            if self._examiner is not None:  # while it lives it could fill what is emptied next
                self._examiner.finish(_LEAVE_SECONDS)
            end.child = child.finish(_FINISH_SECONDS)
        if end.why == "died" and end.fault is None and self._examiner is not None:
            number = self._examiner.finish(0).signal
            killed = f"the examiner ended with status -{number}"
            end.fault = ENDED_BY_CASES if number is None else killed
        return end

    def tidy(self) -> None:
        """Wait until nothing of the last submission is left; raises JailError."""
        over, self._over = self._over, None
        if over is None:
            return
        try:
            if self._examiner is not None:
                self._examiner.finish(0)
            over.finish(_FINISH_SECONDS)
        finally:
            over.close()

    def close(self) -> None:
        """End the jail, and all examiners: what confines them names folders of that jail."""
        examiners, self._examiners, self._examiner = self._examiners, None, None
        if examiners is not None:
            examiners.close()
        over, self._over = self._over, None
        if over is not None:
            over.close()
        jail, self._jail = self._jail, None
        if jail is not None:
            with contextlib.suppress(JailError):
                jail.close()
        with contextlib.suppress(OSError):  # of a folder that was never made, or is another's
            sweep(self._stage.copies)

    def _fork_examiner(self, examiners: Sandbox, channel: socket.socket, task: Task) -> int:
        """Have an examiner forked, which asks over a channel; gives where it tells."""
        packed = in_memory(msgspec.msgpack.encode(task))
        try:
            self._examiner = examiners.fork(channel.fileno(), packed)
        finally:
            os.close(packed)
        return self._examiner.channel.detach()

    def write_copies(self, sources: dict[str, bytes]) -> None:
        """Lay out a submission where hidden cases that read the student's file as text find it."""
        # it stays the same folder: what confines an examiner knows it by more than its name
        copies = Path(self._stage.copies)
        sweep(str(copies))  # an examiner may have left anything
        for name, data in sources.items():
            path = copies / name
            if "/" in name:
                path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as file:
                file.write(data)

    def _send_cases(self, channel: socket.socket, task: RunCases) -> None:
        folder, stage = str(self._stage.case_folder()), self._stage
        asked = TogetherTask(task.sources, self._hidden_files, folder, task.todo, stage.plugins)
        data = msgspec.msgpack.encode(asked)
        channel.settimeout(_TO_SEND_SECONDS)
        with contextlib.suppress(OSError):  # its end is seen when it is watched
            channel.sendall(len(data).to_bytes(8, "little") + data)

    @cached_property
    def _hidden_files(self) -> dict[str, bytes]:
        folder = Path(self._stage.hidden_folder)
        files = (path for path in files_below(folder) if path.is_file())
        return {str(path.relative_to(folder)): path.read_bytes() for path in files}


class _Hangs:
    """Which functions hung, by what each case of the reference's run called."""

    def __init__(self, knowledge: Knowledge | None) -> None:
        self._called = {} if knowledge is None else knowledge.callables
        self._in_a_row: Counter[str] = Counter()
        self._suspects: set[str] = set()

    def note(self, pair: PairEnd) -> None:
        """Take in one pair: a case that ends clears the functions that it called."""
        for case in pair.ended:
            for name in self._called.get(case, ()):
                self._in_a_row[name] = 0
        if pair.why == "timed_out":
            hung = self._called.get(pair.running or "", ())
            self._in_a_row.update(hung)
            self._suspects.update(hung)

    def is_suspect(self, case: str) -> bool:
        """Whether a case calls what hung, and waits until others are judged."""
        return bool(self._suspects.intersection(self._called.get(case, ())))

    def given_up(self, case: str) -> Failure | None:
        """Say that a case is not to be run, and which function of it hung several times on end."""
        called = self._called.get(case, ())
        function = next((name for name in called if self._in_a_row[name] >= _GIVE_UP), None)
        return None if function is None else Failure("hung", text=function)


def _note_end(run: Run, pair: PairEnd, memory_mib: int) -> bool:
    """Note in a run how a pair ended; tell whether nothing can follow."""
    # an examiner that dies once it hears a submission dies of what it heard
    is_theirs = pair.why == "died" and (pair.has_met or pair.running is not None)
    if pair.fault is not None and not is_theirs:
        run.fault, run.verdict = pair.fault, "grader_fault"
    if pair.why == "done" or run.fault is not None:
        return True
    failure = pair.failure(memory_mib)
    if pair.running is not None:
        outcomes: dict[str, CaseOutcome] = {"timed_out": "timed_out", "memory": "out_of_memory"}
        outcome = outcomes.get(failure.kind, "error")
        run.results[pair.running] = CaseResult(pair.running, outcome, failure)
    if pair.why in ("breach", "printed"):
        run.verdict = "error" if pair.why == "breach" else "too_much_output"
    elif pair.running is not None or (pair.why == "memory" and pair.ended):
        return False
    run.whole = failure
    return True
