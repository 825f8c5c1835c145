"""Finds hidden cases that are content with nothing: an empty list, a NaN or an error for an answer.

`all(a == b for a, b in zip(got, want))` holds for an empty `got`, `not abs(got - want) > 1e-9` for
a NaN, `numpy.allclose(got, 0.5)` for an empty list, and `abs(got - want).sum() < 1e-9` for what
pandas holds to be missing. Mutants of a reference rarely show that,
since few slips give nothing at all.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.judge.events import CaseResult
from grader.judge.jobs import Run

from .findings import Findings
from .lesson_runs import LessonRuns, Sources, case_name
from .material import LessonMaterial
from .redefinition import functions_of, module_names, redefined

CHECK = "hollow answers"
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
    findings = findings.of(CHECK)
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
