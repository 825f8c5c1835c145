"""Finds common slips that a failed case and the lines of the file show together."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from grader.cases.events import CaseResult, Failure
from grader.cases.value_kinds import PLAIN_KINDS
from grader.model.phrases import count
from grader.model.report import Place
from grader.model.text import cut_text

from .submission_source import MOST_LINES, Source

_FROM_THE_RESULT = frozenset(("wrong_value", "wrong_type", "asserted", "object", "unusable"))
_LOOP = re.compile(r"([ \t]*)(?:for|while)\b.*:\s*(?:#.*)?$")
_LEAVES = re.compile(r"return\b")
_GOES_ON = re.compile(r"\s*(?:if\b.*:\s*)?(?:continue|yield)\b")
_QUOTES = re.compile(r'"""|' + "'''")
_LONGEST = 120  # characters of a line that is shown
_TO_FLOAT = "`float()` makes such a number of it."
NO_INPUT = "There is no keyboard here: use the values that your function is called with."
# what is often behind a result of the wrong type: by its type, and by the one that was expected
_TYPE_ADVICE = {
    "None": dict.fromkeys(PLAIN_KINDS, "Does every way through your function end with a return?"),
    "text": {"number": "Quotes, str() and f-strings make text: leave the number as it is."},
    "Fraction": {"number": _TO_FLOAT},
    "Decimal": {"number": _TO_FLOAT},
    "complex number": {
        "number": "A root or a power of a negative number, or `complex()`, gives such a number."
    },
}
# what beginners' errors often mean
_RAISED_ADVICE = {
    "builtins.AttributeError": "Is the name behind the dot right for what stands before it?",
    "builtins.IndexError": "That place is not in the list: its places are 0 to len() - 1.",
    "builtins.KeyError": "That key is not in the dictionary.",
    "builtins.NameError": "Is a name misspelled, or used before it has a value?",
    "builtins.TypeError": "Is each value there what you think: a number, a text, a list, None?",
    "builtins.UnboundLocalError": "What a function sets is its own: where does it begin?",
    "builtins.ZeroDivisionError": "When is it 0 that is divided by?",
}
_TYPE_ERROR = "builtins.TypeError"
_TYPE_ERRORS = (  # what a line looks like in which it is raised
    (
        re.compile(r"""\braise\s+f?['"]"""),
        "`raise` needs an exception, such as ValueError, not a text.",
    ),
    (re.compile(r"""^[^'"#]*[\w)\]]\s*\^"""), "`^` is not a power in Python: write `**`."),
)
_IN_PLACE = re.compile(
    r"\s*(?:return\b|\w+\s*=)\s*(\w+\.(?:sort|reverse|append|extend)\(.*\))\s*(?:#.*)?$"
)


class Slip(NamedTuple):
    """What a case shows besides what it says itself, in words; empty where it is nothing."""

    text: str = ""
    line: int = 0  # of the module, where the words name one


def slip(result: CaseResult, failure: Failure | None, source: Source) -> Slip:
    """Find what a case shows besides what it says itself, and say what to do."""
    if failure is None or failure.kind not in (*_FROM_THE_RESULT, "raised"):
        return Slip()
    called, _, got = result.last_kind.partition("|")
    if swapped := _swapped(called, source):
        return swapped
    if failure.kind == "raised":
        return Slip(_on_error(failure, source))
    if got == "None" and (changed := _changed_in_place(source)):
        return changed
    if result.has_printed and got == "None":
        return Slip("It printed something instead: write `return` where it says `print`.")
    advice = _TYPE_ADVICE.get(failure.type_name, {}).get(failure.expected_type, "")
    return _left_early(source) or Slip(_keeps(called, source) or advice)


def _on_error(failure: Failure, source: Source) -> str:
    name = failure.type_name.partition("|")[0]
    line = source.line(failure.file, failure.line) or ""
    if name == _TYPE_ERROR:
        for shape, advice in _TYPE_ERRORS:
            if shape.search(line):
                return advice
    return _RAISED_ADVICE.get(name, "")


@lru_cache(maxsize=1)  # many cases of a submission ask
def _changed_in_place(source: Source) -> Slip | None:
    """Find a call that changes a list, and whose None is returned or kept as if it were one."""
    for number, line in enumerate(source.lines(source.module)[:MOST_LINES], start=1):
        if found := _IN_PLACE.match(line):
            where = source.where(source.module, number)
            said = f"`{_shown(found[1])}` in {where} changes the list and gives"
            return Slip(f"{said} None. Call it in a line of its own.", number)
    return None


def unwritten(result: CaseResult, source: Source) -> Failure | None:
    """Find that the function whose result is wrong has nothing in it yet, or what the stub has."""
    name = result.last_kind.partition("|")[0]
    if result.failure is None or result.failure.kind not in (*_FROM_THE_RESULT, "not_raised"):
        return None
    written, stub = source.function(name), source.stub_of(name)
    if written is None or not (written.is_empty() or (stub and written.does_as(stub))):
        return None
    return Failure("unwritten", text=name, file=source.module, line=written.line)


def _swapped(name: str, source: Source) -> Slip | None:
    written, stub = source.function(name), source.stub_of(name)
    if written is None or stub is None:
        return None
    mine, theirs = written.parameters(), stub.parameters()
    if mine == theirs or sorted(mine) != sorted(theirs):
        return None
    where = source.where(source.module, written.line)
    said = (
        f"The stub has `{_shown(stub.header)}`, and {where} has "
        f"the same values in another order: `{_shown(written.header)}`."
    )
    return Slip(said, written.line)


def _shown(line: str) -> str:
    return cut_text(line, _LONGEST)


def quoted(line: str | None) -> str:
    """Quote a line of the student's behind the place where it stands; nothing for none."""
    bare = (line or "").split("#")[0].strip()
    return f" (`{_shown(bare)}`)" if bare else ""


def _keeps(name: str, source: Source) -> str:
    written = source.function(name)
    kept = written.keeps() if written is not None else ""
    if not kept:
        return ""
    return (
        f"`{_shown(kept)}` in {name} keeps a value from one call to the next: "
        "does each call start afresh?"
    )


@lru_cache(maxsize=1)  # many cases of a submission ask
def _left_early(source: Source) -> Slip | None:
    found = early_return(source.lines(source.module)[:MOST_LINES])
    if found is None:
        return None
    loop, leaves = (source.where(source.module, number) for number in found)
    said = (
        f"The `return` in {leaves} ends the loop that begins in {loop} in its first round: "
        "was it meant to stand below the loop?"
    )
    return Slip(said, found[1])


def early_return(lines: Sequence[str]) -> tuple[int, int] | None:
    """Find a loop that every first round leaves by `return`: the lines of both, from 1.

    It reads indentation alone. Where a round can go on, nothing is found.
    """
    found: list[tuple[int, int]] = []
    around: list[_Loop] = []  # in which a line stands, the innermost last
    is_text = False
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text and not text.startswith("#"):
            depth = len(line) - len(line.lstrip())
            goes_on = bool(around) and _GOES_ON.match(line) is not None
            while around and (goes_on or depth <= around[-1].indent):
                around.pop()
            if around and around[-1].is_left_by(text, depth):
                found.append((around.pop().line, number))
        if not is_text and (loop := _LOOP.match(line)):
            around.append(_Loop(number, len(loop[1])))
        is_text ^= len(_QUOTES.findall(line)) % 2 == 1
    return min(found, default=None)


class _Loop:
    """A loop, as its indentation shows it."""

    def __init__(self, line: int, indent: int) -> None:
        self.line = line
        self.indent = indent
        self._inner: int | None = None  # the depth of its own lines

    def is_left_by(self, text: str, depth: int) -> bool:
        """Whether a line inside it is one of its own, and a `return`."""
        self._inner = depth if self._inner is None else self._inner
        return depth == self._inner and _LEAVES.match(text) is not None


def wrong_arguments(name: str, given: int, source: Source) -> str:
    """Say with how many values a function is called, and how the student's is written."""
    said = f"{name} is called with {count(given, 'value')}"
    written, stub = source.function(name), source.stub_of(name)
    if written is None:
        return f"{said}, which yours does not take."
    place = source.where(source.module, written.line)
    said = f"{said}, and yours begins `{_shown(written.header)}` in {place}."
    if stub is None or stub.header == written.header:
        return said
    return f"{said} The stub has `{_shown(stub.header)}`."


def stopped_in(place: Place | None, source: Source) -> str:
    """Say in which loop or function of the student's the code was stopped; empty if unknown."""
    line = source.line_at(place)
    if place is None or line is None:
        return ""
    where = f"begins in {source.where(place.file, place.line)}: `{_shown(line.strip())}`."
    if _LOOP.match(line):
        return f"It was in the loop that {where} What ends that loop, and does it happen?"
    return f"It was in the function that {where} Look for a loop or calls that never end."
