"""The stub and each known mistake must fail; no two mistakes behave alike.

What passes all the same is asked the calls of an author's inputs.py, whose own faults are told.
"""

import ast
from collections import defaultdict
from collections.abc import Sequence

from grader.advice.fair_calls import FILE
from grader.advice.learning import Learned
from grader.advice.mistakes import group_of
from grader.course.lesson_files import KnownMistake
from grader.judge.jobs import Run
from grader.model.parsing import parse_source, shape
from grader.model.phrases import listed

from .lesson_runs import LessonRuns, Sources, case_name
from .material import Findings, LessonMaterial, Place
from .reference import CASES_AMISS


def check_mistakes(
    material: LessonMaterial,
    runs: LessonRuns,
    learned: Learned,
    ran: Sequence[tuple[KnownMistake, Run]],
    findings: Findings,
) -> None:
    """Name mistakes that no case catches, that behave alike, or that have no sentence."""
    twins = {"reference itself": material.files.reference, "stub": material.handout.stub}
    alike = defaultdict(list)
    for mistake, run in ran:
        name, place = mistake.name, material.mistake_place(mistake.name)
        module = parse_source(mistake.sources[material.lesson.module_file])
        if not (ast.get_docstring(module) or "").strip():
            findings.error(
                f"The mistake {name} has no docstring, which is the sentence that a student reads.",
                place,
                advice="Open the file with one sentence that says what the code does wrong.",
            )
        print_of_run = runs.fingerprint(run, learned.fingerprints.unstable)
        twin = next((one for one in twins if _is_same_code(mistake.sources, twins[one])), None)
        if twin is not None:
            findings.error(
                f"The mistake {name} is the {twin}: its code does not differ.",
                place,
                advice="Put the wrong code into it, or remove the file.",
            )
        elif runs.passes(run):
            if findings.has_errors(*CASES_AMISS):
                continue  # the case that catches it may be the one that is left out
            same = print_of_run == learned.fingerprints.reference
            findings.error(
                f"The mistake {name} passes every hidden case"
                + (" and behaves just like the reference." if same else "."),
                place,
                advice="Add a hidden case that it fails.",
            )
        elif run.whole is not None and run.whole.kind == "import":
            findings.error(
                f"The mistake {name} cannot be imported: {run.whole.for_author()}.",
                place,
                advice="Define what it needs beside what the reference defines.",
            )
        else:
            alike[group_of(print_of_run)].append(name)
    for names in alike.values():
        if len(names) > 1:
            findings.error(
                f"The mistakes {listed(names, most=4)} behave alike, so feedback would name "
                f"{names[0]} for each of them.",
                material.mistake_place(names[1]),
                advice="Add a hidden case in which they differ, or keep one of them.",
            )


def _is_same_code(mistake: Sources, reference: Sources) -> bool:
    return all(shape(mistake.get(name, b"")) == shape(reference[name]) for name in reference)


def check_stub(material: LessonMaterial, runs: LessonRuns, run: Run, findings: Findings) -> None:
    """Name each case that the stub passes; one that passes all is a solution."""
    passed = [case for case, outcome in runs.outcomes(run).items() if outcome == "passed"]
    if runs.counted and len(passed) == len(runs.counted):
        findings.error(
            f"The stub of {material.lesson.id} is already solved: it passes every hidden case.",
            Place(material.exercise / material.lesson.module_file),
            advice="Take the solution out of it and leave a TODO.",
        )
        return
    for case in passed:
        findings.error(
            f"The stub passes {case_name(case)}, so a student has its points for nothing.",
            material.case_place(case),
            advice="Let the stub raise NotImplementedError, or ask for more in the case.",
        )
    if run.whole is not None and run.whole.kind in ("import", "import_timed_out"):
        findings.error(
            f"The stub cannot be imported: {run.whole.for_author()}.",
            Place(material.exercise / material.lesson.module_file, run.whole.line or None),
        )


INPUTS = "inputs"
Passing = tuple[str, Place, Sources]  # a wrong submission that passes every hidden case


def check_inputs(material: LessonMaterial, learned: Learned, findings: Findings) -> None:
    """Say what is wrong with the file, and where nothing of it may be shown."""
    path = material.hidden.folder / FILE
    if not path.is_file():
        return
    findings = findings.of(INPUTS)
    for fault in learned.inputs_amiss:
        findings.warn(fault, Place(path), advice="Correct it; what else the file gives is used.")
    is_asked = material.lesson.examples and material.lesson.cases == "apart"
    if is_asked and not (learned.fair or learned.inputs_amiss or learned.left_out):
        findings.warn(
            f"{FILE} gives nothing that may be shown: all of it stands in hidden cases.",
            Place(path),
            advice="Give other inputs, or more of them.",
        )


def check_missed(runs: LessonRuns, passing: Sequence[Passing], findings: Findings) -> None:
    """Name what passes every hidden case and answers a fair call otherwise than the reference."""
    examples = runs.examples([sources for _, _, sources in passing])
    for (what, place, _), example in zip(passing, examples, strict=True):
        if example is not None:
            findings.of(INPUTS).warn(
                f"{what} passes every hidden case, and {FILE} tells it apart: {example.sentence}",
                place,
                advice="Add a hidden case that it fails.",
            )


_LONG_LINE = 16  # what is shorter could be said by chance


def check_lines_given_away(material: LessonMaterial, findings: Findings) -> None:
    """Name the mistakes whose sentence holds a line of the reference, word for word."""
    stub = {line.strip() for data in material.handout.stub.values() for line in data.splitlines()}
    lines = {
        line.strip().decode("utf-8", "replace"): number
        for data in material.files.reference.values()
        for number, line in enumerate(data.splitlines(), 1)
        if len(line.strip()) >= _LONG_LINE and line.strip() not in stub
    }
    for mistake in material.files.mistakes:
        for line, number in lines.items():
            if line in mistake.sentence:
                findings.of("leaks").warn(
                    f"The sentence of the mistake {mistake.name} gives away line {number} of the "
                    f"reference: {line}.",
                    material.mistake_place(mistake.name),
                    advice="Say what is wrong with the student's code, not what to write.",
                )
