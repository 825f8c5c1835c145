"""Finds what a submission may give instead of a function's answers without that a case notices.

Submissions are made from the reference, in each of which one function gives other values.

Hollow is an empty list, a NaN or an error for an answer. `all(a == b for a, b in zip(got, want))`
holds for an empty `got`, `not abs(got - want) > 1e-9` for a NaN, `numpy.allclose(got, 0.5)` for an
empty list, and `abs(got - want).sum() < 1e-9` for what pandas holds to be missing. Mutants of a
reference rarely show that, since few slips give nothing at all.

A case trusts a function that it asks for what another one is measured by. Two submissions show it.
In the first the function gives changed values to the hidden cases, and true ones to its own module:
a case in which another function's inputs change, or another function's result suddenly misses what
it is compared with, takes one from the other. In the second it gives changed values to everybody,
as if a student had redefined it: what passes there although it called the function asked nothing of
its own. Functions that give None or objects of the student's are not seen, nor methods of one
object, nor cases that compare no values in the assert itself and are caught by another assert.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.judge.events import CaseResult
from grader.judge.jobs import Run
from grader.model.parsing import parse_source
from grader.model.phrases import listed

from .findings import Findings
from .lesson_runs import LessonRuns, Sources, case_name
from .material import LessonMaterial

TRUSTED = "trusted functions"
HOLLOW = "hollow answers"
_WRONG = "wrong values"
_CHANGE = """\
def _verify_change(value, args=()):
    kind = type(value)
    if kind is bool:
        return not value
    if kind in (int, float, complex):
        return value + 1
    if kind in (str, bytes):
        return value + (b"~" if kind is bytes else "~")
    if kind in (list, tuple):
        parts = [_verify_change(part) for part in value]
        return kind(parts[::-1] if parts else [1])
    if kind in (set, frozenset):
        return kind(_verify_change(part) for part in value) or kind([1])
    if kind is dict:
        return {key: _verify_change(part) for key, part in value.items()} or {1: 1}
    return value
"""
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
_ADDED = """
import functools as _verify_functools
import sys as _verify_sys


def _verify_changed(function, for_all):
    @_verify_functools.wraps(function)
    def changed(*args, **named):
        value = function(*args, **named)
        caller = _verify_sys._getframe(1).f_globals.get("__name__")
        is_inside = caller in _verify_modules
        return value if is_inside and not for_all else _verify_change(value, args)
    return changed


"""


@dataclass(frozen=True)
class Redefined:
    """A submission in which a function of the reference gives something else for its answers."""

    function: str
    gives: str
    sources: Sources


_Kind = tuple[str, str, bool]  # what is given, the source of _verify_change, whether to all


def redefined_submissions(material: LessonMaterial) -> list[Redefined]:
    """Make all: two of each function that others stand beside, then what gives nothing."""
    reference, usable = material.files.reference, {None, *material.lesson.packages}
    wrong = [(_WRONG, _CHANGE, False), (_WRONG, _CHANGE, True)]
    hollow = [(one, _SAID[one][0], False) for one in _SAID if _PACKAGES.get(one) in usable]
    has_others = len(plain_functions(reference)) > 1
    return [*(_redefine(reference, wrong) if has_others else ()), *_redefine(reference, hollow)]


def _redefine(reference: Sources, kinds: Sequence[_Kind]) -> Iterator[Redefined]:
    """Make one of each kind for each function.

    The other modules of a submission get true values, as the function's own does, unless it is
    changed to all.
    """
    modules = f"_verify_modules = {module_names(reference)!r}\n"
    for file, name in plain_functions(reference):
        for gives, change, to_all in kinds:
            last = f"{name} = _verify_changed({name}, {to_all})\n"
            added = f"\n\n{change}\n{_ADDED}{modules}{last}".encode()
            yield Redefined(name, gives, {**reference, file: reference[file] + added})


def plain_functions(reference: Sources) -> dict[tuple[str, str], ast.FunctionDef]:
    """Collect, by file and name, the functions without decorators at the top of the modules."""
    return {
        (file, node.name): node
        for file in reference
        if file.endswith(".py")
        for node in parse_source(reference[file]).body
        if isinstance(node, ast.FunctionDef) and not node.decorator_list
    }


def module_names(reference: Sources) -> tuple[str, ...]:
    """Name the modules that the files of a submission are imported as."""
    files = (name for name in reference if name.endswith(".py"))
    modules = (name.removesuffix(".py").removesuffix("/__init__") for name in files)
    return tuple(name.replace("/", ".") for name in modules)


def check_redefined(
    material: LessonMaterial,
    runs: LessonRuns,
    ran: Sequence[tuple[Redefined, Run]],
    repeats: Sequence[Run],
    findings: Findings,
) -> None:
    """Name each case that trusts a function, and each function that may answer with nothing."""
    usual, again = (runs.results(run) for run in repeats)
    wrong = [(one.function, run) for one, run in ran if one.gives == _WRONG]
    for (function, to_cases), (_, to_all) in zip(wrong[::2], wrong[1::2], strict=True):
        trusting = _trusting(function, usual, runs.results(to_cases), runs.results(to_all))
        passes = runs.passes(to_all)
        _tell_trusting(material, function, list(trusting), passes, findings.of(TRUSTED))
    steady = {case: one for case, one in usual.items() if one.calls == again[case].calls}
    for one, run in ran:
        if one.gives != _WRONG and runs.passes(run):
            _tell_hollow(material, one, _changed(one, steady, runs.results(run)), findings)


def _tell_hollow(
    material: LessonMaterial, one: Redefined, cases: Sequence[str], findings: Findings
) -> None:
    if cases:
        findings.of(HOLLOW).error(
            f"A submission whose {one.function} gives {one.gives} for every answer passes "
            f"every hidden case, {case_name(cases[0])} for one.",
            material.case_place(cases[0]),
            advice=_SAID[one.gives][1],
        )


def _changed(
    one: Redefined, usual: Mapping[str, CaseResult], hollow: Mapping[str, CaseResult]
) -> list[str]:
    """List the cases that were given another answer of the function than the reference's."""
    return [
        case
        for case, result in usual.items()
        if _calls(result, one.function) != _calls(hollow[case], one.function)
    ]


def _calls(result: CaseResult, *functions: str) -> list[tuple[str, str]]:
    return [(call, given) for call, given in result.calls if call.partition("(")[0] in functions]


def _tell_trusting(
    material: LessonMaterial,
    function: str,
    trusting: Sequence[tuple[str, str]],
    passes: bool,
    findings: Findings,
) -> None:
    if trusting and passes:
        cases = listed((case_name(case) for case, _ in trusting), most=4)
        findings.error(
            f"A submission whose {function} gives wrong values passes every hidden case: it is "
            f"{function} itself that {cases} asks.",
            material.case_place(trusting[0][0]),
            advice=f"Compute what is expected in the test, and add a case for {function} alone.",
        )
        return
    for case, why in trusting:
        findings.warn(
            f"{case_name(case)} {why}: a submission that redefines {function} passes it.",
            material.case_place(case),
            advice="Write inputs and expected values down, or compute them in the test.",
        )


def _trusting(
    function: str,
    usual: Mapping[str, CaseResult],
    to_cases: Mapping[str, CaseResult],
    to_all: Mapping[str, CaseResult],
) -> Iterator[tuple[str, str]]:
    for case, result in usual.items():
        others = sorted(set(result.callables) - {function})
        if function not in result.callables or not others:
            continue
        changed = to_cases[case]
        if _inputs(changed, others) - _inputs(result, others):
            yield case, f"hands what {function} gives to {listed(others, most=4)}"
        elif changed.outcome != "passed" and (
            to_all[case].outcome == "passed" or set(changed.compared) & set(others)
        ):
            yield case, f"measures {listed(others, most=4)} by what {function} gives"


def _inputs(result: CaseResult, functions: Sequence[str]) -> set[str]:
    return {call for call, _ in _calls(result, *functions)}
