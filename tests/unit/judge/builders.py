"""Cases, knowledge, runs and pairs of processes that never ran."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from grader.border.contract import Contract
from grader.cases.events import CaseInfo, CaseResult, Failure
from grader.judge.jobs import Job, Knowledge, Run, RunCases, Task
from grader.judge.pair import PairEnd
from grader.judge.reports import Judging
from grader.judge.stage import Stage
from grader.judge.supervisor import Supervisor
from grader.model.course import Lesson, LessonId, Limits
from grader.sandbox.child import Ending

TEST_FILE = "test_sums.py"
STAGE = Stage("hidden", "sums", {}, (), "none", "cache", Limits())


def a_case(name: str, **marks: Any) -> CaseInfo:
    """Describe a hidden case."""
    case = f"{TEST_FILE}::{name}"
    return CaseInfo(**{"id": case, "sentence": f"Sentence of {name}", "file": TEST_FILE, **marks})


def a_result(name: str, outcome: Any = "passed", **more: Any) -> CaseResult:
    """Say what a case came to; one that did not pass compared a wrong value."""
    failure = None if outcome == "passed" else Failure("wrong_value")
    return CaseResult(f"{TEST_FILE}::{name}", outcome, **{"failure": failure, **more})


def knowledge_of(*cases: CaseInfo, **more: Any) -> Knowledge:
    """Know these cases; the reference passes all that `outcomes` does not name."""
    outcomes = {case.id: "passed" for case in cases} | more.pop("outcomes", {})
    return Knowledge(list(cases), Contract(), [], more.pop("callables", {}), outcomes, **more)


def judging_of(*cases: CaseInfo, lesson: dict[str, Any] | None = None, **more: Any) -> Judging:
    """Judge a lesson of these cases."""
    fields = {"hand_in": ("sums.py",), "module": "sums", **(lesson or {})}
    return Judging(Lesson(LessonId("sums"), "Sums", **fields), "1", knowledge_of(*cases, **more))


def a_run(*results: CaseResult, **more: Any) -> Run:
    """A run of one submission with these results."""
    return Run(0, results={result.id: result for result in results}, **more)


class ScriptedPair(NamedTuple):
    """How a pair ends, and what it tells of the submission before."""

    end: PairEnd
    results: Sequence[CaseResult] = ()
    cases: Sequence[CaseInfo] = ()
    printed: str = ""


def a_pair(
    why: Any,
    *results: CaseResult,
    running: str | None = None,
    cases: Sequence[CaseInfo] = (),
    said: str = "",
    **more: Any,
) -> ScriptedPair:
    """What one pair comes to; `running` names the case that was cut short."""
    cut = None if running is None else f"{TEST_FILE}::{running}"
    end = PairEnd(why, cut, [result.id for result in results], **more)
    return ScriptedPair(end, results, cases, said)


def ended(exit_code: int | None = None, **more: Any) -> Ending:
    """How a child ended."""
    signal, why = more.get("signal"), more.get("why")
    return Ending(exit_code, signal, max_rss_kib=0, cpu_seconds=0.0, why=why)


class ScriptedPairs(Supervisor):
    """A supervisor that has one pair after the other, and notes what was asked for."""

    def __init__(self, *pairs: ScriptedPair) -> None:
        super().__init__(STAGE)
        self._pairs = list(pairs)
        self.asked: list[list[str] | None] = []

    def run_pair(self, task: Task, run: Run, _deadline: float) -> PairEnd:
        """Open the next pair."""
        assert isinstance(task, RunCases)
        todo = task.todo
        self.asked.append(None if todo is None else [name.partition("::")[2] for name in todo])
        pair = self._pairs.pop(0)
        run.cases = run.cases or [*pair.cases]
        run.results.update({result.id: result for result in pair.results})
        run.printed += pair.printed
        return pair.end


def judge_in_pairs(pairs: ScriptedPairs, known: Knowledge | None, limits: Limits, job: Job) -> Run:
    """Judge a submission over pairs that are scripted."""
    pairs._stage = msgspec.structs.replace(STAGE, limits=limits)
    if known is not None:
        pairs.learn(known)
    return pairs.judge_cases(job, {})


def outcomes_of(results: Iterable[CaseResult]) -> dict[str, str]:
    """Name each case without its file, with its outcome."""
    return {result.id.partition("::")[2]: result.outcome for result in results}
