"""The hidden cases must catch a reference whose functions are wrapped by careless ones.

Mutants change what a reference computes; these change how it treats what it is given, and how
precise it is, whatever its code looks like. By which slips a function is wrapped is chosen from
its signature and its recorded calls.
"""

import ast
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.judge.events import CaseResult
from grader.model.parsing import parse_source
from grader.model.soundness import MutantCount

from .allowed_mutants import FILE, Entry, as_entry, tell_stale
from .findings import Findings
from .lesson_runs import Sources, case_name
from .material import LessonMaterial
from .mutants import MOST, thinned
from .redefinition import module_names, plain_functions
from .wrappers import CHANGES, SINGLE, is_at, kept_of, lists_in, missing_keys, wrapped

_RAISED = "raised "


@dataclass(frozen=True)
class RecordedCall:
    """One call of a hidden case, as far as it can be read as plain data."""

    case: str
    arguments: Mapping[str, object]  # by the names of the parameters
    answer: object = None
    has_raised: bool = False


def recorded_calls(
    function: ast.FunctionDef, results: Mapping[str, CaseResult]
) -> list[RecordedCall]:
    """List the calls of one function; what is no plain data is left out of them."""
    found = []
    for case, result in results.items():
        for call, given in result.calls:
            name, _, rest = call.partition("(")
            if name == function.name and rest:
                arguments = dict(_arguments(function, call))
                has_raised = given.startswith(_RAISED)
                answer = None if has_raised else _read(given)
                found.append(RecordedCall(case, arguments, answer, has_raised))
    return found


def _arguments(function: ast.FunctionDef, call: str) -> Iterator[tuple[str, object]]:
    names = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    defaults = function.args.defaults
    yield from zip(names[len(names) - len(defaults) :], map(_value, defaults), strict=True)
    try:
        node = ast.parse(call, mode="eval").body
    except (SyntaxError, ValueError, MemoryError):
        return
    if isinstance(node, ast.Call):
        yield from zip(names, map(_value, node.args), strict=False)
        yield from ((one.arg, _value(one.value)) for one in node.keywords if one.arg)


def _read(text: str) -> object:
    try:
        return _value(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, MemoryError):
        return None


def _value(node: ast.expr) -> object:
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "array" and node.args:
        return _frozen(_value(node.args[0]))
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None


def _frozen(value: object) -> object:
    """Turn the lists that an array is written with into tuples: it is no list."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


# every number of fewer digits is one of six too, so where six are noticed, two and four are
_PRECISIONS: dict[int | str, str] = {
    6: "to 6 digits",
    SINGLE: "to what a float32 holds",
}


@dataclass(frozen=True)
class Slip:
    """One way to wrap a function, and the first case whose calls showed that it applies."""

    words: str  # what the function does then
    group: str  # what this and its likes do
    case: str
    kind: str
    details: tuple[object, ...]


def chosen_slips(calls: Sequence[RecordedCall], *, is_called_inside: bool) -> Iterator[Slip]:
    """Yield the slips that could show in a function; `is_called_inside`: by another one."""
    yield from _of_precision(calls, is_called_inside=is_called_inside)
    yield from _of_lists(calls)
    case = _first(calls, lambda call: bool(missing_keys([*call.arguments.values()])))
    if case is not None:
        words = "adds the keys that its dictionaries lack"
        yield Slip(words, words, case, "adds keys", ())
    yield from _of_memory(calls)


def _of_precision(calls: Sequence[RecordedCall], *, is_called_inside: bool) -> Iterator[Slip]:
    given = _first(calls, lambda call: _has_fraction([*call.arguments.values()]))
    gives = _first(calls, lambda call: _has_fraction(call.answer))
    kinds = [("given", "rounds what it is given", given), ("gives", "rounds what it gives", gives)]
    if is_called_inside:
        kinds.append(("between", "rounds what it gives to other functions", gives))
    for kind, words, case in kinds:
        for digits, how in _PRECISIONS.items() if case is not None else ():
            yield Slip(f"{words} {how}", words, case or "", kind, (digits,))


def _has_fraction(value: object) -> bool:
    if isinstance(value, dict):
        value = [*value.values()]
    if isinstance(value, list | tuple):
        return any(map(_has_fraction, value))
    return isinstance(value, float)


def _of_lists(calls: Sequence[RecordedCall]) -> Iterator[Slip]:
    """Yield what can be done to lists where nothing is looked at, or more than there is."""
    names = dict.fromkeys(name for call in calls for name in call.arguments)
    edges = [("gives nothing", "", "where it gives nothing"), ("raises", "", "where it raises")]
    edges += [("none", name, f"where {name} is below 1") for name in names]
    edges += [("beyond", name, f"where {name} lies beyond them") for name in names]
    for edge, name, where in edges:
        for change in CHANGES:
            if change == "pads" and edge != "beyond":
                continue
            case = _first(calls, _shows(change, edge, name))
            if case is not None:
                words = f"{change} its lists {where}"
                group = f"changes its lists {where}"
                yield Slip(words, group, case, "spoils", (change, edge, name))


def _shows(change: str, edge: str, name: str) -> Callable[[RecordedCall], bool]:
    """Give what tells whether a call has a list at an edge, with which a change could show."""

    def shows(call: RecordedCall) -> bool:
        if call.has_raised is not (edge == "raises"):
            return False
        value = call.arguments.get(name)
        return any(
            (edge == "raises" or is_at(edge, row, value, call.answer))
            # in another order two items that differ would be what no sort leaves alone
            and (change == "pads" or any(one != row[0] for one in row))
            for row in lists_in([*call.arguments.values()], outermost=False)
        )

    return shows


def _of_memory(calls: Sequence[RecordedCall]) -> Iterator[Slip]:
    names = dict.fromkeys(name for call in calls for name in call.arguments)
    for name in names:
        having = [call for call in calls if name in call.arguments]
        has_size = any(kept_of(call.arguments[name]) is not None for call in having)
        which = f"for {name} of the same length" if has_size else f"whatever {name} is"
        words = f"remembers an earlier answer {which}"
        yield Slip(words, words, having[0].case, "remembers", (name,))


def _first(calls: Sequence[RecordedCall], is_meant: Callable[[RecordedCall], bool]) -> str | None:
    return next((call.case for call in calls if is_meant(call)), None)


CHECK = "wrapped"
_MODULE = "_verify_wrapping"


@dataclass(frozen=True)
class Wrapped:
    """A reference of which one function is wrapped."""

    function: str
    slip: Slip
    sources: Sources


def make_wrapped(
    material: LessonMaterial, results: Mapping[str, CaseResult]
) -> tuple[list[Wrapped], int]:
    """Wrap each function that the cases call; beyond a number they are thinned, and counted."""
    return thinned(list(_all_wrapped(material, results)))


def _all_wrapped(material: LessonMaterial, results: Mapping[str, CaseResult]) -> Iterator[Wrapped]:
    reference = material.files.reference
    code = inspect.getsource(sys.modules[wrapped.__module__]).encode()
    for (file, name), function in plain_functions(reference).items():
        others = [
            one for one in parse_source(reference[file]).body if one.lineno != function.lineno
        ]
        inside = any(_calls(other, name) for other in others)
        for slip in chosen_slips(recorded_calls(function, results), is_called_inside=inside):
            given = ", ".join(map(repr, (module_names(reference), slip.kind, *slip.details)))
            added = f"\n\nimport {_MODULE}\n\n{name} = {_MODULE}.wrapped({name}, {given})\n"
            changed = {file: reference[file] + added.encode(), f"{_MODULE}.py": code}
            yield Wrapped(name, slip, {**reference, **changed})


def _calls(node: ast.stmt, name: str) -> bool:
    return any(isinstance(one, ast.Name) and one.id == name for one in ast.walk(node))


def check_wrapped(
    material: LessonMaterial,
    made: tuple[Sequence[Wrapped], int],
    survives: Sequence[bool],
    allowed: Sequence[Entry],
    findings: Findings,
) -> MutantCount:
    """List the wrapped references that pass every case, each with a case that comes near."""
    findings = findings.of(CHECK)
    judged, left_out = made
    survivors = [one for one, lives in zip(judged, survives, strict=True) if lives]
    bad = [one for one in survivors if not any(_covers(entry, one) for entry in allowed)]
    for alike in _grouped(bad):
        one = alike[0]
        words = one.slip.words if len(alike) == 1 else one.slip.group
        findings.error(
            f"A submission whose {one.function} {words} passes every hidden case, "
            f"{case_name(one.slip.case)} for one.",
            material.case_place(one.slip.case),
            advice="Add a case that it fails. If it is no fault, say why in "
            f"solutions/{material.lesson.id}/{FILE}.",
            detail="\n\n".join(
                as_entry("wrapped", each.function, each.slip.words) for each in alike
            ),
        )
    if left_out:
        findings.note(f"{left_out} wrapped more were made and not judged: {MOST} are.")
    for entry in allowed:
        if not any(_covers(entry, one) for one in survivors):
            name, slip = entry["function"], entry["slip"]
            sentence = f"The entry for {name} allows nothing any more: no submission whose "
            tell_stale(material, f"{sentence}{name} {slip} passes.", slip, findings)
    killed = len(judged) - len(survivors)
    return MutantCount(len(judged), killed, len(survivors) - len(bad), left_out)


def _covers(entry: Entry, one: Wrapped) -> bool:
    quoted = (one.slip.words, one.slip.group)
    return entry["function"] == one.function and entry["slip"] in quoted


def _grouped(found: Sequence[Wrapped]) -> list[list[Wrapped]]:
    groups: dict[tuple[str, str], list[Wrapped]] = {}
    for one in found:
        groups.setdefault((one.function, one.slip.group), []).append(one)
    return list(groups.values())
