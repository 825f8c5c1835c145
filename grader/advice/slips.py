"""Finds common slips that what a case came to and the lines of the file show together."""

import builtins
import difflib
import re
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from grader.cases.events import CaseResult
from grader.judge.submission_source import LONGEST_NAME, Source, loop_left, shown, without_texts
from grader.model.report import ReportedFailure

_FROM_THE_RESULT = frozenset(("wrong_value", "wrong_type", "asserted", "object", "unusable"))
_LONGEST = 500  # characters of a line that are looked at
_BOUND = re.compile(r"\b(\w+)(?=\s*[-+*/]?=(?!=))|\b(?:for|as|def|import)\s+(\w+)")
_ALIKE = 0.75  # of two names, by difflib
_CALL = re.compile(r"\b(\w+)\(((?:[^()]|\([^()]*\))*)\)")
_NEXT_ARGUMENT = re.compile(r",(?![^()\[\]]*[)\]])")
# a default that can change, or what is global; and what is made outside of functions, and filled
_KEPT = re.compile(
    r"^\s*def\b.*?\b(\w+(?:: ?\w+)? ?= ?(?:\[\]|\{\}|(?:list|dict|set)\(\)))|^\s+(global \w+)"
)
_FILLED_AT_THE_TOP = re.compile(r"(\w+)\s*=\s*(?:\[|\{|(?:list|dict|set)\()")
_GROWS = re.compile(r"\b(\w+)\.(?:append|extend|insert|add|update)\(")


class Symptom(NamedTuple):
    """What a case came to, as far as a slip shows in it."""

    # `raised TypeError: ...`, `import SyntaxError: ...`, `result None for number`, `nothing raised`
    text: str
    line: int  # of the module, where it was raised
    called: str  # the function that the case called last
    source: Source

    def lines(self) -> Iterator[tuple[int, str]]:
        """Number the lines that may be behind it: first where it was raised, then what was run."""
        for number in (self.line, *self.source.lines_behind(self.called)):
            line = self.source.line(self.source.module, number) or ""
            yield number, line.split("#")[0][:_LONGEST]


class Slip(NamedTuple):
    """What is behind a failure."""

    line: int  # of the module, or 0 where the words name none
    found: str = ""
    meant: str = ""
    text: str = ""  # in words


def _odd_character(symptom: Symptom) -> Slip | None:
    found = re.search(r"character '(.)'", symptom.text)
    return Slip(symptom.line, f"`{found[1]}`" if found else "A character that cannot be seen")


def _order_of_the_stub(symptom: Symptom) -> Slip | None:
    source = symptom.source
    written, stub = source.function(symptom.called), source.stub_of(symptom.called)
    if written is None or stub is None:
        return None
    mine, theirs = written.parameters(), stub.parameters()
    is_other = mine != theirs and sorted(mine) == sorted(theirs)
    return Slip(written.line, written.header, stub.header) if is_other else None


def _name_without_value(symptom: Symptom) -> Slip | None:
    found = re.search(r"(?:name|variable) '(\w+)'", symptom.text)
    name, first = found[1][:LONGEST_NAME] if found else "", next(symptom.lines())[1]
    if not name or not re.search(rf"\b{name}\b", first):  # who says so may say any
        return None
    used = re.search(rf"\b{name}\.(\w+)", first)
    module = sys.modules.get(name)
    # many a name of a value, such as numbers, is that of a module as well
    is_its_own = used is not None and (module is None or hasattr(module, used[1]))
    if is_its_own and name in sys.stdlib_module_names:
        return Slip(symptom.line, name, f"write `import {name}` at the top of the file.")
    written = symptom.source.function(symptom.called)
    known = {*dir(builtins), *(written.parameters() if written else ())}
    for _, line in symptom.lines():
        known.update(*_BOUND.findall(line))
    near = difflib.get_close_matches(name, sorted(known - {name, ""}), 1, _ALIKE)
    return Slip(symptom.line, name, f"was `{near[0]}` meant?") if near else None


def _swapped(symptom: Symptom) -> Slip | None:
    for number, line in symptom.lines():
        for call in () if line.lstrip().startswith("def ") else _CALL.finditer(line):
            function = symptom.source.function(call[1])
            if function is None or number in function.numbers:  # which may call itself so
                continue
            takes = function.parameters()
            given = [one.strip() for one in _NEXT_ARGUMENT.split(call[2])]
            for one, due in zip(given, takes, strict=False):
                if one in takes and one != due and given[takes.index(one) :][:1] != [one]:
                    return Slip(number, call[0], function.header)
    return None


def _left_early(symptom: Symptom) -> Slip | None:
    lines = without_texts(symptom.source.lines(symptom.source.module))
    for number in symptom.source.lines_behind(symptom.called):
        if lines[number - 1].lstrip().startswith("return") and (loop := loop_left(lines, number)):
            return Slip(number, symptom.source.at(symptom.source.module, loop))
    return None


def _keeps(symptom: Symptom) -> Slip | None:
    at_the_top = {
        found[1]
        for line in symptom.source.lines(symptom.source.module)
        if (found := _FILLED_AT_THE_TOP.match(line))
    }
    own = {name for _, line in symptom.lines() for names in _BOUND.findall(line) for name in names}
    for number, line in symptom.lines():
        if found := _KEPT.search(line):
            return Slip(number, found[found.lastindex or 0])
        if (found := _GROWS.search(line)) and found[1] in at_the_top - own:
            return Slip(number, found[1])
    return None


# what a case came to that shows a slip, the shape of a line or what finds it, and what is said
SLIPS: tuple[tuple[str, str | Callable[[Symptom], Slip | None], str], ...] = (
    (
        r"^import SyntaxError: invalid .*character",
        _odd_character,
        "{found} in {where} is from a word processor or a web page: type it anew in your editor.",
    ),
    (
        r"",
        _order_of_the_stub,
        "The stub has `{meant}`, and {where} has the same values in another order: `{found}`.",
    ),
    (
        r"^(raised|import) (NameError|UnboundLocalError): ",
        _name_without_value,
        "`{found}` in {where} has no value: {meant}",
    ),
    (
        r"^result tuple for (?!tuple)",
        r"^\s*((?:return\b|\w+\s*=)(?:[^()\[\]{}]|\([^()]*\)|\[[^\[\]]*\])*,)\s*$",
        "The comma at the end of `{found}` in {where} makes a tuple: take it out.",
    ),
    (
        r"^raised TypeError: .* for \^|^result",
        r"""^[^'"]*[\w)\]]\s*(\^)""",
        "`^` in {where} is not a power in Python: write `**`.",
    ),
    (
        r"^raised TypeError: exceptions must|^nothing raised|^result \S*Error for ",
        r"""\b(return\s+\w*(?:Error|Exception)\b.*|raise\s+f?['"].*)""",
        "`{found}` in {where} raises no exception: write `raise`, then its class.",
    ),
    (
        r"None",
        r"^\s*(?:return\b|\w+\s*=)\s*(\w+\.(?:sort|reverse|append|extend)\(.*\))\s*$",
        "`{found}` in {where} changes the list and gives None. Call it in a line of its own.",
    ),
    (
        r"^result None for .* printed",
        lambda _: Slip(0),
        "It printed something instead: write `return` where it says `print`.",
    ),
    (
        r"^(result|raised)",
        _swapped,
        "`{found}` in {where} hands over the values in another order: it begins `{meant}`.",
    ),
    (
        r"^result",
        _left_early,
        (
            "The `return` in {where} ends the loop that begins in {found} in its first round: "
            "was it meant to stand below the loop?"
        ),
    ),
    (
        r"^result",
        _keeps,
        "`{found}` in {where} keeps a value from call to call: does each call start afresh?",
    ),
)


@lru_cache(maxsize=64)  # many cases of a submission show the same
def find_slip(symptom: Symptom) -> Slip | None:
    """Find the first slip of the table that a symptom and its lines show."""
    for shows, find, said in SLIPS:
        if not re.search(shows, symptom.text):
            continue
        if isinstance(find, str):
            seen = ((number, re.search(find, line)) for number, line in symptom.lines())
            slip = next((Slip(number, match[1]) for number, match in seen if match), None)
        else:
            slip = find(symptom)
        if slip is not None:
            where = symptom.source.where(symptom.source.module, slip.line)
            found, meant = shown(slip.found), shown(slip.meant)
            return slip._replace(text=said.format(where=where, found=found, meant=meant))
    return None


def slip_of(result: CaseResult, source: Source) -> Slip | None:
    """Find what is behind a case that is not passed."""
    failure = result.failure
    if failure is None:
        return None
    called, _, got = result.last_kind.partition("|")
    if failure.kind == "raised":
        name = failure.type_name.partition("|")[0].removeprefix("builtins.")
        text = f"raised {name}: {failure.text}"
    elif failure.kind == "not_raised":
        text = "nothing raised"
    elif failure.kind in _FROM_THE_RESULT:
        expected = failure.expected_type if failure.kind == "wrong_type" else ""
        printed = " printed" * result.has_printed
        text = f"result {failure.type_name or got or '?'} for {expected or '?'}{printed}"
    else:
        return None
    line = failure.line if failure.file == source.module else 0
    return find_slip(Symptom(text, line, called, source))


def slip_of_import(failure: ReportedFailure, source: Source) -> Slip | None:
    """Find what keeps the module from being imported."""
    place = failure.place
    if failure.kind != "import" or place is None or place.file != source.module:
        return None
    text = f"import {failure.type}: {failure.text or ''}"
    return find_slip(Symptom(text, place.line, "", source))
