"""Names the hidden cases without which nothing more would pass: they may ask what others ask."""

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence

from grader.judge.jobs import Run
from grader.model.phrases import count, listed

from .lesson_runs import LessonRuns, Sources, case_name
from .material import Findings

_FEW = 6  # wrong submissions, below which nothing can be said of the cases


def fails_in(runs: LessonRuns, run: Run) -> set[str]:
    """Say which of the counted cases a run does not pass."""
    return {case for case, outcome in runs.outcomes(run).items() if outcome != "passed"}


def check_needed(
    runs: LessonRuns,
    known: Iterable[set[str]],
    caught: Sequence[tuple[Sources, str]],
    findings: Findings,
) -> None:
    """Note the cases of which each that goes alone lets no known mistake and no mutant pass.

    `known` says in which cases each known mistake fails; of a mutant that is caught the case is
    known by which it was: it is judged without that case, while no other has shown its need.
    """
    of_mistakes = [failed for failed in known if failed]
    counted = [case.id for case in runs.counted]
    if len(counted) < 2 or len(of_mistakes) + len(caught) < _FEW:
        return
    needed = {next(iter(failed)) for failed in of_mistakes if len(failed) == 1}
    waiting: defaultdict[str, deque[Sources]] = defaultdict(deque)
    for sources, case in caught:
        waiting[case].append(sources)
    while turn := [case for case in counted if case not in needed and waiting[case]]:
        some = [waiting[case].popleft() for case in turn]
        ran = runs.run(some, until_failure=True, without=turn)
        needed |= {
            case for case, run in zip(turn, ran, strict=True) if fails_in(runs, run) == {case}
        }
    if idle := [case_name(case) for case in counted if case not in needed]:
        findings.of("cases").note(
            f"Of {count(len(counted), 'hidden case')}, {len(idle)} could go one by one, and every "
            f"known mistake and every mutant would still fail another: {listed(idle)}.",
        )
