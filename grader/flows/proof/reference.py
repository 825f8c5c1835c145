"""The reference must pass every hidden and public case and run.py, each time alike.

What judging it takes is noted: objects that cross, its own operators, cases beside a submission.
"""

import ast
from collections import defaultdict
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from grader.flows.lesson_judge import make_stage
from grader.judge.events import CaseResult
from grader.judge.jobs import Job, Run
from grader.judge.learning import STOPPED, Learned
from grader.judge.pool import Pool
from grader.judge.verdict import Judging, settle
from grader.model.course import SCRIPT
from grader.model.parsing import parse_source
from grader.model.phrases import listed
from grader.model.report import TOGETHER

from .findings import Findings, Place
from .lesson_runs import Court, case_name
from .material import LessonMaterial
from .plain_runs import BROKEN, PlainOutcome, PlainRuns

CHECK = "reference"
BRIDGE = "bridge"
CASES_AMISS = ("cases", "reference", "bridge", "repeats")  # checks after which cases lack
_FINE = frozenset(("passed", "skipped", "xfailed"))
_LEFT_OUT = " is left out: "
_COUNT_FOR_NOBODY = ("skipped", "xfailed")
_SAME = {"xfailed": "skipped", "xpassed": "passed"}


def prints_too_much(material: LessonMaterial, plain: PlainRuns, findings: Findings) -> bool:
    """Tell of a reference that would be stopped for what it prints, so that nothing is judged."""
    most = material.lesson.limits.printed_stop_bytes
    if plain.printed <= most:
        return False
    source = material.files.reference[material.lesson.module_file]
    prints = (
        node.lineno
        for node in ast.walk(parse_source(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "print"
    )
    findings.of(CHECK).error(
        f"The reference prints {plain.printed >> 20} MiB while its hidden cases run; a submission "
        f"is stopped above {most >> 20} MiB.",
        Place(material.solution / material.lesson.module_file, next(prints, None)),
        advice="Take the print out.",
    )
    return True


def check_reference(
    material: LessonMaterial,
    learned: Learned,
    run: Run,
    plain: Mapping[str, PlainOutcome],
    findings: Findings,
) -> None:
    """Compare the reference's outcomes across the bridge with those of plain pytest."""
    _tell_broken(material, run, plain, findings)
    accused = findings.accused()
    for case in learned.knowledge.cases:
        if case.id in accused:
            continue
        result = run.results.get(case.id) or CaseResult(case.id, "error")
        here = plain.get(case.id)
        if result.outcome not in _FINE:
            _tell_failure(material, result, here, findings)
        elif result.outcome in _COUNT_FOR_NOBODY:
            findings.of(CHECK).note(
                f"{case_name(case.id)} is {_words(result.outcome)} with the reference, so that it "
                "counts no points.",
                material.case_place(case.id),
            )
        elif here is not None and _SAME.get(result.outcome, result.outcome) != here.outcome:
            findings.of(BRIDGE).error(
                f"{case_name(case.id)} is {_words(result.outcome)} {_judged(material)} and "
                f"{here.outcome} in plain pytest ({_short(here.text)}).",
                material.case_place(case.id, here.line),
            )


def _tell_failure(
    material: LessonMaterial, result: CaseResult, here: PlainOutcome | None, findings: Findings
) -> None:
    text, line = _said(result)
    name = case_name(result.id)
    if here is not None and here.outcome == "passed":
        findings.of(BRIDGE).error(
            f"{name} passes in plain pytest and not {_judged(material)}: {text or result.outcome}.",
            material.case_place(result.id, line),
            advice="docs/writing-hidden-cases.md says what crosses and how to ask otherwise.",
        )
        return
    if here is not None and here.outcome == "not passed":
        text, line = _short(here.text), here.line or line  # which shows the values
    findings.of(CHECK).error(
        f"The reference does not pass {name}: {text or _words(result.outcome)}.",
        material.case_place(result.id, line),
        advice="Until it does, the case is left out and counts no points.",
    )


def _tell_broken(
    material: LessonMaterial, run: Run | None, plain: Mapping[str, PlainOutcome], findings: Findings
) -> None:
    """Name the hidden files that cannot be imported, in plain pytest or across the bridge."""
    broken = {file: row for file, row in plain.items() if row.outcome == BROKEN}
    for file, failure in run.broken.items() if run is not None else ():
        broken.setdefault(file, PlainOutcome(BROKEN, failure.for_author()))
    for file, row in sorted(broken.items()):
        place = material.case_place(file, row.line)
        if row.line is None or not findings.tells(place):  # a mark that pytest refuses, say
            findings.of(CHECK).error(
                f"{file} cannot be imported with the reference solution: {_short(row.text)}.",
                place,
            )


def tell_refusal(
    material: LessonMaterial, text: str, plain: Mapping[str, PlainOutcome], findings: Findings
) -> None:
    """Pass on why a lesson cannot be learned, each line at the case that it names."""
    _tell_broken(material, None, plain, findings)
    has_reason = findings.has_errors(CHECK, "cases", "sources", "marks")
    hidden = f"tests/hidden/{material.lesson.id}/"
    lines = text.splitlines()
    for line in lines:
        case, _, rest = line.removeprefix(hidden).partition(_LEFT_OUT)
        if rest and _is_case(material, case):
            result = CaseResult(case, rest.partition("(")[2].removesuffix(")."))
            _tell_failure(material, result, plain.get(case), findings)
            continue
        case, _, rest = line.removeprefix(hidden).partition(": ")
        if _is_case(material, case):
            findings.of(CHECK).error(rest, material.case_place(case))
        elif line.endswith(STOPPED) or not (has_reason or any(_LEFT_OUT in at for at in lines)):
            findings.of(CHECK).error(line, Place(material.hidden.folder))


def _is_case(material: LessonMaterial, case: str) -> bool:
    return case.partition("[")[0] in material.hidden.cases


def check_repeats(
    material: LessonMaterial, learned: Learned, ran: Sequence[Run], findings: Findings
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
                f"{listed(sorted(map(_words, outcomes)), most=4)}.",
                material.case_place(case.id),
                advice="Take time, randomness and outside state out of the case.",
            )
        elif case.id in learned.fingerprints.unstable or _differ(case.id, first, seen):
            findings.error(
                f"{case_name(case.id)} asks for other inputs in each run.",
                material.case_place(case.id),
                advice="Draw them from random.Random(a number): two students should be asked "
                "the same.",
            )


def _said(result: CaseResult) -> tuple[str, int | None]:
    """Give the first line of what an exception said, and where it was raised."""
    text = result.text or (result.failure.text if result.failure else "")
    return _short(text), next((frame[1] for frame in reversed(result.frames)), None)


def _short(text: str) -> str:
    line = next((part.strip() for part in text.splitlines() if part.strip()), "")
    line = line.removeprefix("E ").strip().rstrip(".")
    return line if len(line) <= 200 else line[:197] + "..."


def _differ(case: str, first: Run, seen: Sequence[CaseResult]) -> bool:
    return any(result.inputs != first.results[case].inputs for result in seen)


def _judged(material: LessonMaterial) -> str:
    return "across the bridge" if material.lesson.cases == "apart" else "in the jail"


def _words(outcome: str) -> str:
    return outcome.replace("_", " ")


HANDOUT = "handout"


def check_handed_out(material: LessonMaterial, plain: PlainRuns, findings: Findings) -> None:
    """Name the public cases that the reference does not pass, and a run.py that breaks off."""
    findings = findings.of(HANDOUT)
    for case, found in plain.public.items():
        place = Place(material.exercise / case.partition("::")[0], found.line)
        if found.outcome == BROKEN and not findings.tells(place):
            findings.error(
                f"{place.path.name if place.path else case} cannot be imported with the reference "
                f"solution: {found.text.rstrip('.')}.",
                place,
            )
        if found.outcome == "not passed":
            text = found.text.partition("\n")[0][:200].rstrip(".")
            findings.error(
                f"The reference does not pass the public case {case_name(case)}: {text}.",
                Place(material.exercise / case.partition("::")[0], found.line, case),
            )
    if material.handout.public_cases and not plain.public:
        findings.error(
            "The public cases give no case with the reference solution.",
            Place(material.exercise / next(iter(material.handout.public_cases))),
            advice="Run plain pytest on them beside the reference to see why.",
        )
    if plain.script is None or findings.tells(Place(material.exercise / SCRIPT, plain.script.line)):
        return
    if plain.script.outcome != "passed":
        text = plain.script.text.partition("\n")[0][:200].rstrip(".")
        findings.error(
            f"{SCRIPT} breaks off with the reference solution: {text}.",
            Place(material.exercise / SCRIPT, plain.script.line),
        )


def tier_of(material: LessonMaterial, learned: Learned) -> str:
    """Name what the wire carries in judging a lesson, or that there is none."""
    if material.lesson.cases == "together":
        return "together"
    return "objects" if learned.knowledge.contract.needs_objects() else "functions"


def note_what_it_takes(
    material: LessonMaterial, court: Court, learned: Learned, findings: Findings
) -> None:
    """Note what more than functions and data a case needs, and what decides it then."""
    _note_objects(material, learned, findings.of("tier"))
    _note_own_equality(material, learned, findings.of("own equality"))
    if material.lesson.cases == "together":
        _check_together(material, court, learned, findings.of("together"))


def _note_objects(material: LessonMaterial, learned: Learned, findings: Findings) -> None:
    cases = learned.knowledge.contract.cases
    needy = [case for case in learned.knowledge.cases if case.id in cases and cases[case.id].needs]
    imported = cases[""].needs if "" in cases else {}
    if imported:
        place, what = next(iter(imported.items()))
        who, where = "Importing the hidden files", _in_file(material, place)
    elif needy:
        place, what = next(iter(cases[needy[0].id].needs.items()))
        who, where = case_name(needy[0].id), material.case_place(needy[0].id, _line_of(place))
    else:
        return
    more = len(needy) - (0 if imported else 1)
    others = f", and so {'do' if more > 1 else 'does'} {more} more" if more > 0 else ""
    findings.note(
        f"{who} needs more than functions and data ({what}){others}: objects cross.",
        where,
        advice="What then decides is under 'Two tiers' in docs/security.md.",
    )


def _line_of(place: str) -> int | None:
    line = place.rpartition(":")[2].partition(".")[0]
    return int(line) if line.isdigit() else None


def _in_file(material: LessonMaterial, place: str) -> Place:
    file = material.hidden.folder / place.rpartition(":")[0]
    return Place(file, _line_of(place)) if file.is_file() else Place()


_OPERATORS = {"order": "ordering", "__contains__": "__contains__"}


def _note_own_equality(material: LessonMaterial, learned: Learned, findings: Findings) -> None:
    for case in learned.knowledge.cases:
        places = learned.knowledge.contract.cases.get(case.id)
        found = defaultdict(set)
        for place, modes in places.operators.items() if places is not None else ():
            where, _, operator = place.rpartition("|")
            if operator in _OPERATORS or (operator == "__eq__" and "own" in modes):
                found[_OPERATORS.get(operator, operator)].add(_line_of(where) or 0)
        for operator, lines in sorted(found.items()):
            first = min(lines)
            others = f" (lines {listed(map(str, sorted(lines)), most=4)})" if len(lines) > 1 else ""
            findings.note(
                f"{case_name(case.id)} rests on the student's own {operator}{others}: what they "
                "write there decides it.",
                material.case_place(case.id, first or None),
                advice="Compare fields instead, where the operator itself is not the task.",
            )


def _check_together(
    material: LessonMaterial, court: Court, learned: Learned, findings: Findings
) -> None:
    """Name each case that the reference passes beside a submission and not apart from it."""
    apart = _judged_apart(material, court, learned)
    needing = {case: result for case, result in apart.items() if result.outcome != "passed"}
    for case, result in needing.items():
        text, line = _said(result)
        findings.note(
            f"{case_name(case)} cannot be judged apart from a submission: "
            f"{text or _words(result.outcome)}.",
            material.case_place(case, line),
            advice="docs/known-limits.md may say what to write instead.",
        )
    if needing:
        findings.note(TOGETHER, material.manifest_place("cases"))
    else:
        findings.warn(
            "No case needs it: this lesson would be judged apart.",
            material.manifest_place("cases"),
            advice='Remove the line cases = "together".',
        )


def _judged_apart(
    material: LessonMaterial, court: Court, learned: Learned
) -> dict[str, CaseResult]:
    """Give each case that counts the result that the reference has when it is judged apart."""
    lesson = replace(material.lesson, cases="apart")
    stage = make_stage(lesson, material.files, court.isolation, court.cache)
    with Pool(stage, 1) as pool:
        run = next(iter(pool.judge([Job(0, material.files.reference, is_recording=True)])))
    judging = Judging(lesson, material.files.version, learned.knowledge)
    results = settle(run, judging)
    return {case: results[case] for case in results if learned.knowledge.counts(case)}
