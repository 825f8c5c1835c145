"""Chooses, of the calls that inputs.py gives, those that a submission may be asked in public."""

import ast
import re
from collections.abc import Iterable

from grader.cases.events import CaseResult
from grader.judge.jobs import FairCall, Run
from grader.model.text import RAISED

_MOST_CALLS = 24  # of one function
_BRACKETS = str.maketrans("(){}", "[][]")
_TELLING = 3  # words of a container or a text: what has fewer stands everywhere


def fair_calls(
    drawn: Run, again: Run, cases: Iterable[CaseResult]
) -> tuple[list[FairCall], list[str]]:
    """Choose of the calls that the reference made twice, and say what is wrong with the others.

    What the reference refuses comes last, before it what has something empty, the short first, so
    that an edge is told of where nothing plainer goes wrong in the same way.
    """
    cases = list(cases)
    hidden = [pair for case in cases for pair in case.calls]
    # of a case with more calls than are kept nobody knows what it hands over
    unknown = {name for case in cases if case.left_out for name in case.callables}
    raises = {(call.partition("(")[0], answer) for call, answer in hidden}
    told = "\n".join(_plain_form(text) for pair in hidden for text in pair)
    made = {_call_made(call) for call, _ in hidden}
    if drawn.drawn is None:
        return [], [f"it cannot be used: {drawn.fault}."]
    found: dict[tuple[str, bool], list[FairCall]] = {}
    faults: dict[str, str] = {}
    for call in drawn.drawn.calls:
        first, second = drawn.results.get(call.text), again.results.get(call.text)
        if first is None or second is None or first.fingerprint != second.fingerprint:
            continue
        if not first.calls:
            faults[call.function] = f"{call.function} is no function of the reference."
            continue
        call.answer, call.fingerprint = first.calls[-1][1], first.fingerprint
        is_refused = call.answer.startswith(RAISED)
        if is_refused and (call.function, call.answer) not in raises:
            name = call.answer.removeprefix(RAISED)
            why = f"the reference raises {name}, and no hidden case asks for that."
            faults.setdefault(call.function, f"{call.text} is not fair: {why}")
        elif call.function not in unknown and not _stands_in(call, told, made):
            found.setdefault((call.function, is_refused), []).append(call)
    chosen = [call for calls in found.values() for call in _some(sorted(calls, key=_plain_first))]
    return sorted(chosen, key=_plain_first), [*drawn.drawn.faults, *faults.values()]


def _plain_first(call: FairCall) -> tuple[bool, bool, int, str]:
    has_empty = any(empty in call.text for empty in ("[]", "{}", "()", "''"))
    return call.answer.startswith(RAISED), has_empty, len(call.text), call.text


def _some(calls: list[FairCall]) -> list[FairCall]:
    """Keep the first half of what there is room for, and an even spread over the rest."""
    first, rest = calls[: _MOST_CALLS // 2], calls[_MOST_CALLS // 2 :]
    return first + rest[:: len(rest) // (_MOST_CALLS // 2) + 1]


def _stands_in(call: FairCall, told: str, made: set[tuple[str, ...]]) -> bool:
    """Whether a call, an argument of it or its answer stands in the texts of hidden calls."""
    name, *given = _call_made(call.text)
    if not name:
        return True
    telling = map(_plain_form, filter(_is_particular, (*given, call.answer)))
    is_told = any(text in told for text in (_plain_form(call.text), *telling))
    return is_told or (name, *given) in made


def _call_made(text: str) -> tuple[str, ...]:
    """Give the function and the values of a call, whichever have names; "" for what is none."""
    try:
        call = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # it was cut, say
        return ("",)
    if not isinstance(call, ast.Call):
        return ("",)
    values = (*call.args, *(named.value for named in call.keywords))
    return ast.unparse(call.func), *sorted(_plain_form(ast.unparse(one)) for one in values)


def _plain_form(text: str) -> str:
    """Write a text so that no name of an argument and no kind of brackets tells it from another."""
    return re.sub(r"\b\w+=(?!=)", "", text).translate(_BRACKETS)


def _is_particular(text: str) -> bool:
    words = re.findall(r"\w+", text)
    return text[:1] in "[({'\"" and len(words) >= _TELLING and len(set(words)) > 1
