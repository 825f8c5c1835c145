"""The stub must fail every hidden case."""

from grader.judge.jobs import Run

from .checked_lesson import LessonDesk
from .findings import Findings, Place
from .lesson_runs import LessonRuns, case_name

CHECK = "stub"


def check_stub(desk: LessonDesk, runs: LessonRuns, run: Run, findings: Findings) -> None:
    """Name each case that the stub passes; one that passes all is a solution."""
    passed = [case for case, outcome in runs.outcomes(run).items() if outcome == "passed"]
    if runs.counted and len(passed) == len(runs.counted):
        findings.error(
            f"The stub of {desk.lesson.id} is already solved: it passes every hidden case.",
            Place(desk.exercise / desk.lesson.module_file),
            advice="Take the solution out of it and leave a TODO.",
        )
        return
    for case in passed:
        findings.error(
            f"The stub passes {case_name(case)}, so a student has its points for nothing.",
            desk.case_place(case),
            advice="Let the stub raise NotImplementedError, or ask for more in the case.",
        )
    if run.whole is not None and run.whole.kind in ("import", "import_timed_out"):
        findings.error(
            "The stub cannot be imported: "
            f"{run.whole.type_name.partition('|')[0]} {run.whole.text}".rstrip(),
            Place(desk.exercise / desk.lesson.module_file, run.whole.line or None),
        )
