"""The stub and each known mistake must fail, and each mistake must behave unlike all others."""

import ast
from collections import defaultdict
from collections.abc import Sequence

from grader.judge.jobs import Run
from grader.judge.learning import Learned
from grader.model.parsing import parse_source, shape
from grader.model.phrases import listed

from .findings import Findings, Place
from .lesson_runs import LessonRuns, Sources, case_name
from .material import LessonMaterial
from .reference import CASES_AMISS


def check_mistakes(
    material: LessonMaterial,
    runs: LessonRuns,
    learned: Learned,
    ran: Sequence[Run],
    findings: Findings,
) -> None:
    """Name mistakes that no case catches, that behave alike, or that have no sentence."""
    unstable = learned.fingerprints.unstable
    alike = defaultdict(list)
    for mistake, run in zip(material.files.mistakes, ran, strict=True):
        module = mistake.sources[material.lesson.module_file]
        _check_sentence(material, mistake.name, module, findings)
        print_of_run = runs.fingerprint(run, unstable)
        if _is_same_code(mistake.sources, material.files.reference):
            findings.error(
                f"The mistake {mistake.name} is the reference itself: its code does not differ.",
                material.mistake_place(mistake.name),
                advice="Put the wrong code into it, or remove the file.",
            )
        elif _is_same_code(mistake.sources, material.handout.stub):
            findings.error(
                f"The mistake {mistake.name} is the stub: its code does not differ.",
                material.mistake_place(mistake.name),
                advice="Put the wrong code into it, or remove the file.",
            )
        elif runs.passes(run):
            if findings.has_errors(*CASES_AMISS):
                continue  # the case that catches it may be the one that is left out
            same = print_of_run == learned.fingerprints.reference
            findings.error(
                f"The mistake {mistake.name} passes every hidden case"
                + (" and behaves just like the reference." if same else "."),
                material.mistake_place(mistake.name),
                advice="Add a hidden case that it fails.",
            )
        elif run.whole is not None and run.whole.kind == "import":
            findings.error(
                f"The mistake {mistake.name} cannot be imported: "
                f"{run.whole.type_name.partition('|')[0]} {run.whole.text}".rstrip(),
                material.mistake_place(mistake.name),
                advice="Define what it needs beside what the reference defines.",
            )
        else:
            alike[print_of_run].append(mistake.name)
    _check_alike(material, list(alike.values()), findings)


def _check_alike(
    material: LessonMaterial, behaving: Sequence[Sequence[str]], findings: Findings
) -> None:
    for names in behaving:
        if len(names) > 1:
            findings.error(
                f"The mistakes {listed(names, most=4)} behave alike, so feedback would name "
                f"{names[0]} for each of them.",
                material.mistake_place(names[1]),
                advice="Add a hidden case in which they differ, or keep one of them.",
            )


def _is_same_code(mistake: Sources, reference: Sources) -> bool:
    return all(shape(mistake.get(name, b"")) == shape(reference[name]) for name in reference)


def _check_sentence(material: LessonMaterial, name: str, source: bytes, findings: Findings) -> None:
    if not (ast.get_docstring(parse_source(source)) or "").strip():
        findings.error(
            f"The mistake {name} has no docstring, which is the sentence that a student reads.",
            material.mistake_place(name),
            advice="Open the file with one sentence that says what the code does wrong.",
        )


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
            "The stub cannot be imported: "
            f"{run.whole.type_name.partition('|')[0]} {run.whole.text}".rstrip(),
            Place(material.exercise / material.lesson.module_file, run.whole.line or None),
        )
