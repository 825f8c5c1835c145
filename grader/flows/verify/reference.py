"""The reference must pass every hidden case, and no case may differ from run to run."""

from collections.abc import Mapping, Sequence

from grader.judge.events import CaseResult
from grader.judge.jobs import Run
from grader.judge.learning import Learned

from .findings import Findings, Place
from .lesson_desk import LessonDesk
from .lesson_runs import case_name, listed
from .plain import PlainOutcome

CHECK = "reference"
BRIDGE = "bridge"
_FINE = frozenset(("passed", "skipped", "xfailed"))
_SAME = {"xfailed": "skipped", "xpassed": "passed"}


def check_reference(
    desk: LessonDesk,
    learned: Learned,
    run: Run,
    plain: Mapping[str, PlainOutcome],
    findings: Findings,
) -> None:
    """Compare the reference's outcomes across the bridge with those of plain pytest."""
    for file, failure in sorted(run.broken.items()):
        findings.of(CHECK).error(
            f"{file} cannot be imported with the reference solution: "
            f"{failure.type_name.partition('|')[0]} {failure.text}".rstrip(),
            desk.case_place(file),
        )
    for case in learned.knowledge.cases:
        result = run.results.get(case.id) or CaseResult(case.id, "error")
        here = plain.get(case.id)
        if result.outcome not in _FINE:
            _tell_failure(desk, result, here, findings)
        elif here is not None and _SAME.get(result.outcome, result.outcome) != here.outcome:
            findings.of(BRIDGE).error(
                f"{case_name(case.id)} is {_words(result.outcome)} across the bridge and "
                f"{here.outcome} in plain pytest ({_short(here.text)}).",
                desk.case_place(case.id, here.line),
            )


def _tell_failure(
    desk: LessonDesk, result: CaseResult, here: PlainOutcome | None, findings: Findings
) -> None:
    text = _short(result.text or (result.failure.text if result.failure else ""))
    line = next((frame[1] for frame in reversed(result.frames)), None)
    name = case_name(result.id)
    if here is not None and here.outcome == "passed":
        findings.of(BRIDGE).error(
            f"{name} passes in plain pytest and not across the bridge: {text or result.outcome}.",
            desk.case_place(result.id, line),
            advice="docs/writing-hidden-cases.md says what crosses and how to ask otherwise.",
        )
        return
    if here is not None and here.outcome == "not passed":
        text, line = _short(here.text), here.line or line  # which shows the values
    findings.of(CHECK).error(
        f"The reference does not pass {name}: {text or _words(result.outcome)}.",
        desk.case_place(result.id, line),
        advice="Until it does, the case is left out and counts no points.",
    )


def tell_refusal(desk: LessonDesk, text: str, findings: Findings) -> None:
    """Pass on why a lesson cannot be learned, each line at the case that it names."""
    hidden = f"tests/hidden/{desk.lesson.id}/"
    for line in text.splitlines():
        case, _, rest = line.removeprefix(hidden).partition(": ")
        known = case.partition("[")[0] in desk.hidden.cases
        place = desk.case_place(case) if known else Place(desk.hidden.folder)
        findings.of(CHECK).error(rest if known else line, place)


def check_repeats(
    desk: LessonDesk, learned: Learned, ran: Sequence[Run], findings: Findings
) -> None:
    """Name cases whose outcome or inputs are others when the reference is judged again."""
    findings = findings.of("repeats")
    first = ran[0]
    for case in learned.knowledge.cases:
        seen = [run.results[case.id] for run in ran if case.id in run.results]
        outcomes = {learned.knowledge.outcomes.get(case.id, "error"), *(r.outcome for r in seen)}
        if len(outcomes) > 1:
            findings.error(
                f"{case_name(case.id)} gives the reference another outcome in each run: "
                f"{listed(sorted(map(_words, outcomes)))}.",
                desk.case_place(case.id),
                advice="Take time, randomness and outside state out of the case.",
            )
        elif case.id in learned.fingerprints.unstable or _differ(case.id, first, seen):
            findings.error(
                f"{case_name(case.id)} asks for other inputs in each run.",
                desk.case_place(case.id),
                advice="Draw them from random.Random(a number): two students should be asked "
                "the same.",
            )


def _differ(case: str, first: Run, seen: Sequence[CaseResult]) -> bool:
    return any(result.inputs != first.results[case].inputs for result in seen)


def _words(outcome: str) -> str:
    return outcome.replace("_", " ")


def _short(text: str) -> str:
    line = next((part.strip() for part in text.splitlines() if part.strip()), "")
    line = line.removeprefix("E ").strip().rstrip(".")
    return line if len(line) <= 200 else line[:197] + "..."
