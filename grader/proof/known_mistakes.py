"""The stub and each known mistake must fail, and no two mistakes behave alike."""

import ast
from collections import defaultdict
from collections.abc import Iterable

from grader.advice.learning import Learned
from grader.advice.mistakes import group_of
from grader.course.lesson_files import KnownMistake
from grader.judge.jobs import Run
from grader.model.parsing import parse_source
from grader.model.phrases import listed

from .lesson_runs import case_name, counted_cases, failed_cases, fingerprint_of
from .material import Findings, LessonMaterial, Place
from .reference import CASES_AMISS


def check_stub(material: LessonMaterial, learned: Learned, run: Run, findings: Findings) -> None:
    """Name each case that the stub passes; one that passes all is a solution."""
    findings = findings.of("stub")
    module = material.exercise / material.lesson.module_file
    failed = failed_cases(run, learned)
    if not failed:
        findings.error(
            f"The stub of {material.lesson.id} is already solved: it passes every hidden case.",
            Place(module),
            advice="Take the solution out of it and leave a TODO.",
        )
        return
    for case in counted_cases(learned):
        if case not in failed:
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
    learned: Learned,
    ran: Iterable[tuple[KnownMistake, Run]],
    findings: Findings,
) -> None:
    """Name mistakes that no case catches, that behave alike, or that have no sentence."""
    findings = findings.of("mistakes")
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
        did = fingerprint_of(run, learned)
        if not failed_cases(run, learned):
            if findings.errors(*CASES_AMISS):
                continue  # the case that catches it may be the one that is left out
            same = " and behaves just like the reference" * (did == learned.fingerprints.reference)
            findings.error(
                f"The mistake {name} passes every hidden case{same}.",
                place,
                advice="Put the wrong code into it, or add a hidden case that it fails.",
            )
        elif run.whole is not None and run.whole.kind == "import":
            findings.error(
                f"The mistake {name} cannot be imported: {run.whole.for_author()}.",
                place,
                advice="Define what it needs beside what the reference defines.",
            )
        else:
            alike[group_of(did)].append(name)
    for names in (names for names in alike.values() if len(names) > 1):
        findings.error(
            f"The mistakes {listed(names)} behave alike, so feedback would name {names[0]} for "
            "each of them.",
            Place(material.mistake_path(names[1]), 1),
            advice="Add a hidden case in which they differ, or keep one of them.",
        )
