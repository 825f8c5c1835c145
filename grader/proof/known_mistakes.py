"""The stub and each known mistake must fail, and no two mistakes behave alike.

What is wrong with the author's inputs.py is told, too.
"""

import ast
from collections import defaultdict
from collections.abc import Sequence

from grader.advice.learning import Learned
from grader.advice.mistakes import group_of
from grader.course.lesson_files import KnownMistake
from grader.judge.fair_calls import FILE
from grader.judge.jobs import Run
from grader.model.parsing import parse_source, shape
from grader.model.phrases import listed

from .lesson_runs import LessonRuns, Sources, case_name
from .material import Findings, LessonMaterial, Place
from .reference import CASES_AMISS


def check_stub(material: LessonMaterial, runs: LessonRuns, run: Run, findings: Findings) -> None:
    """Name each case that the stub passes; one that passes all is a solution."""
    findings = findings.of("stub")
    module = material.exercise / material.lesson.module_file
    failed = runs.fails(run)
    if runs.counted and not failed:
        findings.error(
            f"The stub of {material.lesson.id} is already solved: it passes every hidden case.",
            Place(module),
            advice="Take the solution out of it and leave a TODO.",
        )
        return
    for case in (one.id for one in runs.counted if one.id not in failed):
        findings.error(
            f"The stub passes {case_name(case)}, so a student has its points for nothing.",
            material.case_place(case),
            advice="Let the stub raise NotImplementedError, or ask for more in the case.",
        )
    if run.whole is not None and run.whole.kind in ("import", "import_timed_out"):
        findings.error(
            f"The stub cannot be imported: {run.whole.for_author()}.",
            Place(module, run.whole.line or None),
        )


def check_mistakes(
    material: LessonMaterial,
    runs: LessonRuns,
    learned: Learned,
    ran: Sequence[tuple[KnownMistake, Run]],
    findings: Findings,
) -> None:
    """Name mistakes that no case catches, that behave alike, or that have no sentence."""
    findings = findings.of("mistakes")
    twins = {"reference itself": material.files.reference, "stub": material.handout.stub}
    alike = defaultdict(list)
    for mistake, run in ran:
        name, place = mistake.name, Place(material.mistake_path(mistake.name), 1)
        module = parse_source(mistake.sources[material.lesson.module_file])
        if not (ast.get_docstring(module) or "").strip():
            findings.error(
                f"The mistake {name} has no docstring, which is the sentence that a student reads.",
                place,
                advice="Open the file with one sentence that says what the code does wrong.",
            )
        fingerprint = runs.fingerprint(run, learned.fingerprints.unstable)
        twin = next((one for one in twins if _is_same_code(mistake.sources, twins[one])), None)
        if twin is not None:
            findings.error(
                f"The mistake {name} is the {twin}: its code does not differ.",
                place,
                advice="Put the wrong code into it, or remove the file.",
            )
        elif runs.passes(run):
            if findings.errors(*CASES_AMISS):
                continue  # the case that catches it may be the one that is left out
            same = fingerprint == learned.fingerprints.reference
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
            alike[group_of(fingerprint)].append(name)
    for names in alike.values():
        if len(names) > 1:
            findings.error(
                f"The mistakes {listed(names, most=4)} behave alike, so feedback would name "
                f"{names[0]} for each of them.",
                Place(material.mistake_path(names[1]), 1),
                advice="Add a hidden case in which they differ, or keep one of them.",
            )


def _is_same_code(mistake: Sources, other: Sources) -> bool:
    return all(shape(mistake.get(name, b"")) == shape(other[name]) for name in other)


def check_inputs(material: LessonMaterial, learned: Learned, findings: Findings) -> None:
    """Say what is wrong with the author's inputs.py."""
    place = Place(material.hidden.folder / FILE)
    findings = findings.of("inputs")
    for fault in learned.inputs_amiss:
        findings.warn(fault, place, advice="Correct it; what else the file gives is used.")
