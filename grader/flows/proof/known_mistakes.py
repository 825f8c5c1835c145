"""The stub, each known mistake and each hollow answer must fail; no two mistakes behave alike.

Hollow is an empty list, a NaN or an error for an answer. `all(a == b for a, b in zip(got, want))`
holds for an empty `got`, `not abs(got - want) > 1e-9` for a NaN, `numpy.allclose(got, 0.5)` for an
empty list, and `abs(got - want).sum() < 1e-9` for what pandas holds to be missing. Mutants of a
reference rarely show that, since few slips give nothing at all.
"""

import ast
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.judge.events import CaseResult
from grader.judge.jobs import Run
from grader.judge.learning import Learned
from grader.model.parsing import parse_source, shape
from grader.model.phrases import listed

from .findings import Findings, Place
from .lesson_runs import LessonRuns, Sources, case_name
from .material import LessonMaterial
from .redefinition import functions_of, module_names, redefined
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
                f"The mistake {mistake.name} cannot be imported: {run.whole.for_author()}.",
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
            f"The stub cannot be imported: {run.whole.for_author()}.",
            Place(material.exercise / material.lesson.module_file, run.whole.line or None),
        )


HOLLOW = "hollow answers"
_EMPTY = """\
def _verify_change(value, args=()):
    if type(value) in (list, tuple, set, frozenset, dict, str, bytes):
        return type(value)()
    if type(value).__name__ == "ndarray" and value.ndim:
        return value[:0]
    return value
"""
_NAN = """\
def _verify_change(value, args=()):
    if type(value) is float:
        return float("nan")
    if type(value) in (list, tuple):
        return type(value)(_verify_change(part) for part in value)
    if type(value) is dict:
        return {key: _verify_change(part) for key, part in value.items()}
    if type(value).__name__ == "ndarray" and value.dtype.kind == "f":
        return value * float("nan")
    return value
"""
_NO_NUMBERS = """\
def _verify_change(value, args=()):
    import numpy
    if type(value) is float or isinstance(value, (numpy.ndarray, numpy.number)):
        return []
    return value
"""
_MISSING = """\
def _verify_change(value, args=()):
    import pandas
    if type(value).__name__ == "ndarray" and value.dtype.kind == "f" and value.ndim in (1, 2):
        value = (pandas.Series, pandas.DataFrame)[value.ndim - 1](value)
    if isinstance(value, (pandas.Series, pandas.DataFrame)):
        return value.iloc[:0].reindex_like(value)
    return value
"""
_ERROR = """\
class _VerifyError(ValueError, TypeError, IndexError, AttributeError):
    pass
def _verify_change(value, args=()):
    raise _VerifyError
"""
_LAST = """\
_verify_given = []
def _verify_change(value, args=()):
    _verify_given.append(value)
    return _verify_given[max(len(_verify_given) - 2, 0)]
"""
_ARGUMENT = """\
def _verify_change(value, args=()):
    return args[0] if args else value
"""
_COMPARE_SIZES = "Let a case compare how much is given as well."
_SAID = {
    "something empty": (_EMPTY, _COMPARE_SIZES),
    "NaN": (_NAN, "No comparison with NaN is true: assert what should hold, not its opposite."),
    "an error": (_ERROR, "Let a case ask for an answer, too."),
    "the answer before it": (_LAST, "Let a case ask twice, for different answers."),
    "its argument": (_ARGUMENT, "Let a case ask for an answer that is none of its arguments."),
    "an empty list for numbers": (_NO_NUMBERS, _COMPARE_SIZES),
    "a Series of NaN": (_MISSING, "pandas leaves NaN out of sums: compare with pandas.testing."),
}
_PACKAGES = {"an empty list for numbers": "numpy", "a Series of NaN": "pandas"}


@dataclass(frozen=True)
class Hollow:
    """A function of the reference, and what it gives instead of each of its answers."""

    function: str
    gives: str
    sources: Sources


def hollow_submissions(material: LessonMaterial) -> list[Hollow]:
    """Make the submissions that give nothing: some for each function of the reference."""
    reference = material.files.reference
    files = [name for name in reference if name.endswith(".py")]
    modules = module_names(files)
    packages = material.lesson.packages
    kinds = [kind for kind in _SAID if kind not in _PACKAGES or _PACKAGES[kind] in packages]
    return [
        Hollow(name, kind, {**reference, file: _hollow(reference[file], name, modules, kind)})
        for file in files
        for name in functions_of(reference[file])
        for kind in kinds
    ]


def _hollow(source: bytes, name: str, modules: Sequence[str], kind: str) -> bytes:
    change, _ = _SAID[kind]
    return redefined(source, name, modules, change, for_all=False)


def check_hollow_answers(
    material: LessonMaterial,
    runs: LessonRuns,
    hollow: tuple[Sequence[Hollow], Sequence[Run]],
    repeats: Sequence[Run],
    findings: Findings,
) -> None:
    """Name each function that may answer every hidden case with nothing."""
    findings = findings.of(HOLLOW)
    usual, again = (runs.results(run) for run in repeats)
    steady = {case: one for case, one in usual.items() if one.calls == again[case].calls}
    for one, run in zip(*hollow, strict=True):
        if not runs.passes(run):
            continue
        content = _changed(one.function, steady, runs.results(run))
        if content:
            findings.error(
                f"A submission whose {one.function} gives {one.gives} for every answer passes "
                f"every hidden case, {case_name(content[0])} for one.",
                material.case_place(content[0]),
                advice=_SAID[one.gives][1],
            )


def _changed(
    function: str, usual: Mapping[str, CaseResult], hollow: Mapping[str, CaseResult]
) -> list[str]:
    """List the cases that were given another answer of the function than the reference's."""
    return [
        case
        for case, result in usual.items()
        if _answers(function, result) != _answers(function, hollow[case])
    ]


def _answers(function: str, result: CaseResult) -> list[tuple[str, str | None]]:
    return [(call, given) for call, given in result.calls if call.partition("(")[0] == function]
