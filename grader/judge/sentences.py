"""What a report holds of a failure, and what a student reads of it.

It is checked against the submission, and the same in each run: the kind of thing, where in the
student's file, and no values.
"""

import builtins
import difflib
import re
import signal as signals
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from grader.border.inert import Wrong
from grader.border.notebook import failed_line
from grader.cases.comparison import PLAIN_KINDS
from grader.cases.events import Failure
from grader.model.course import Limits
from grader.model.phrases import count
from grader.model.report import FailureKind, Place, ReportedFailure, Reveal
from grader.model.text import cut_text, mask_run, printable

from .submission_source import LONGEST_NAME, LOOP, Source, line_inside, loop_around, shown

_LONGEST_TEXT = 300
_LONGEST_WHOLE = 2000  # of what is told whatever the reveal level
_CHANGEABLE = frozenset(("list", "dictionary", "set", "array"))
_SIGNALS = {str(int(one)): one.name for one in signals.Signals}
# what an object is that was given, and what was likely meant
_MEANT = {
    "coroutine": "a coroutine: was `def` meant in place of `async def`?",
    "async_generator": "an asynchronous generator: was `def` meant in place of `async def`?",
    "generator": "a generator: was a `return` meant in place of a `yield`?",
    **dict.fromkeys(("class", "type"), "a class: was a call meant, with parentheses behind it?"),
    "module": "a module: was something in it meant?",
    "None": "None: is a `return` missing?",
    **dict.fromkeys(
        ("function", "method", "builtin_function_or_method"),
        "a function: was a call meant, with parentheses behind it?",
    ),
}
_REFUSED: dict[str, str] = {
    Wrong.LACKS: "{} gave NaN, missing values or an array without items where none were expected.",
    Wrong.NOTHING: "{} gave nothing where items were expected.",
    Wrong.BELIEVED: "Your class answers a comparison or an operator that was not asked for.",
    Wrong.TEXT_RUN: (
        "Your code gave a text that this case would run beside the hidden cases, which is done "
        'only where the lesson has cases = "together".'
    ),
    Wrong.ATTRIBUTE: "Your code used an attribute of an object that it should leave as it is.",
    Wrong.FILE_CHANGED: "Your code changed or removed a file that it should leave as it is.",
    Wrong.FILE_NAMED: "Your code named a file that this case must not open.",
}
_MOST_COMPARED = 200
_NOT_PASSED = "This case did not pass."
_NOT_DONE = "Your code does not do what this case asks for."

_NO_INPUT = "There is no keyboard here: use the values that your function is called with."
Teller = Callable[[ReportedFailure, Source, Limits], str]


def reported(failure: Failure, source: Source) -> ReportedFailure:
    """Keep of a failure what a student may read at the level `values`, and nothing else."""
    most = _LONGEST_WHOLE if failure.kind in ("import", "no_file") else _LONGEST_TEXT
    cut = printable(cut_text(mask_run(failure.text), most)).strip() or None
    told: dict[str, Any] = {}
    match failure.kind:
        case "raised" | "import":
            told = {"type": type_to_show(failure.type_name, source), "text": cut}
        case "not_raised" | "no_file":
            told = {"text": cut}
        case "unwritten" | "hung":
            told = {"name": printable(failure.text) or None}
        case "wrong_type" if {failure.type_name, failure.expected_type} <= PLAIN_KINDS:
            told = {"type": failure.type_name, "expected_type": failure.expected_type}
        case "changed" if failure.type_name in _CHANGEABLE:
            told = {"type": failure.type_name}
        case "unusable" if hasattr(builtins, failure.type_name):
            told = {"type": failure.type_name}
        case "arguments":
            is_told = source.is_written(failure.expected_type)
            told = {"name": failure.expected_type if is_told else None, "number": failure.line}
        case "signal":
            told = {"type": _SIGNALS.get(failure.text, failure.text)}
        case "exited" if failure.text.isdecimal():
            told = {"number": int(failure.text)}
        case "object":
            told = {"text": printable(cut_text(_refused(failure, source), _LONGEST_TEXT))}
    return ReportedFailure(failure.kind, place=_place(failure, source), **told)


def failed_cell(printed: str, source: Source) -> ReportedFailure | None:
    """Find the first cell that failed; of what was printed no more than line and kind."""
    found = failed_line(source.module, printed) if source.is_notebook else None
    if found is None or source.line(source.module, found[0]) is None:
        return None
    known = getattr(builtins, found[1], None)
    is_error = isinstance(known, type) and issubclass(known, Exception)
    place = Place(source.module, found[0])
    return ReportedFailure("cell", type=found[1] if is_error else None, place=place)


def type_to_show(names: str, source: Source) -> str:
    """Choose an exception's name: built in, or made by a class statement of the submission."""
    for full in names.split("|"):
        module, _, name = full.rpartition(".")
        if len(name) > LONGEST_NAME:
            continue
        if module == "builtins" and isinstance(getattr(builtins, name, None), type):
            return name
        if name.isidentifier() and source.has_class(name):
            return name
    return "Exception"


def _place(failure: Failure, source: Source) -> Place | None:
    """Return the line of the submission that a failure is about; the jail may say any."""
    if failure.kind == "arguments":
        written = source.function(failure.expected_type)
        return None if written is None else Place(source.module, written.line)
    if source.line(failure.file, failure.line) is None:
        return None
    # once something of a hidden file had reached the code, a column could tell of it
    is_told = failure.kind == "import" and failure.column > 0
    return Place(failure.file, failure.line, failure.column if is_told else None)


def _refused(failure: Failure, source: Source) -> str:
    """Say what was given in place of data."""
    giver, came = failure.expected_type, failure.type_name
    giver = giver if source.is_written(giver) else "Your code"
    known = _MEANT.get(came, "an object; plain data was expected.")
    if source.defines(came):
        known = f"an object of your class {came}; plain data was expected."
    return _REFUSED.get(failure.text, "{} gave " + known).format(giver)


def case_message(failure: ReportedFailure, reveal: Reveal, source: Source, limits: Limits) -> str:
    """Say what happened in one case, at its reveal level."""
    if reveal is Reveal.NOTHING:
        return _NOT_PASSED
    if reveal is not Reveal.VALUES and failure.kind in ("raised", "not_raised"):
        failure = replace(failure, text=None)
    said = _SAID[failure.kind]
    if isinstance(said, str):
        return printable(said.format(failure=failure, limits=limits))
    return printable(said(failure, source, limits))


def _raised(failure: ReportedFailure, source: Source, _limits: Limits) -> str:
    name = failure.type
    line = _where(failure.place, source, " in ")
    text = f": {failure.text}" if failure.text else ""
    said = {
        "NotImplementedError": f"This part is not implemented yet: NotImplementedError{line}.",
        "EOFError": f"Your code asked for input() that is not there: EOFError{line}. {_NO_INPUT}",
        "SystemExit": f"Your code called exit(){line}: SystemExit. A function must return instead.",
        "RecursionError": (
            f"Your code called itself too deeply: RecursionError{line}. "
            "When does it answer without calling itself?"
        ),
    }
    bare = (source.line_at(failure.place) or "").split("#")[0]
    quoted = f" (`{shown(bare)}`)" if bare.strip() else ""
    return said.get(name or "") or f"Your code raised {name}{line}{quoted}{text}."


def _where(place: Place | None, source: Source, before: str) -> str:
    return "" if place is None else before + source.where(place.file, place.line)


def _with_article(name: str | None) -> str:
    return name if name in ("None", "text") else f"a {name or 'value'}"


def _seconds(count: float) -> str:
    return "1 second" if count == 1 else f"{count:g} seconds"


def _timed_out(failure: ReportedFailure, source: Source, limits: Limits) -> str:
    what, during, look = "code", "", "that never ends"
    if failure.kind == "import_timed_out":
        what, during, look = "file", " while it was being imported,", "outside your functions"
    return (
        f"Your {what} ran longer than {_seconds(limits.seconds_per_case)}{during} and was stopped "
        f"at this time limit. {_stopped_in(failure.place, source) or f'Look for a loop {look}.'}"
    )


def _stopped_in(place: Place | None, source: Source) -> str:
    """Say in which loop or function of the student's the code was stopped; empty if unknown."""
    line = source.line_at(place)
    if place is None or line is None:
        return ""
    where = f"begins in {source.where(place.file, place.line)}: `{shown(line)}`."
    if LOOP.match(line):
        return f"It was in the loop that {where} What ends that loop, and does it happen?"
    return f"It was in the function that {where} Look for a loop or calls that never end."


def _out_of_memory(failure: ReportedFailure, source: Source, limits: Limits) -> str:
    said = f"Your code needed more than the {limits.memory_mib} MiB of memory that it may use."
    place = failure.place
    if place is None or not (loop := loop_around(source.lines(place.file), place.line)):
        return said
    return f"{said} {_stopped_in(replace(place, line=loop), source)}"


def _wrong_arguments(failure: ReportedFailure, source: Source, _limits: Limits) -> str:
    name = failure.name or ""
    said = f"{name or 'A function of yours'} is called with {count(failure.number or 0, 'value')}"
    written, stub = source.function(name), source.stub_of(name)
    if written is None:
        return f"{said}, which {'yours' if name else 'it'} does not take."
    place = source.where(source.module, written.line)
    said = f"{said}, and yours begins `{shown(written.header)}` in {place}."
    if stub is None or stub.header == written.header:
        return said
    return f"{said} The stub has `{shown(stub.header)}`."


# of each kind the sentence, or what words it
_SAID: dict[FailureKind, str | Teller] = {
    "raised": _raised,
    "unwritten": lambda one, source, _: _unwritten(one, source),
    "wrong_type": lambda one, *_: (
        f"The result is {_with_article(one.type)} where "
        f"{_with_article(one.expected_type)} was expected."
    ),
    "wrong_value": "The result is a wrong value.",
    "changed": lambda one, *_: (
        f"{f'The {one.type} that' if one.type is not None else 'What'} your function was given "
        "is not as it should be afterwards."
    ),
    "asserted": _NOT_DONE,
    "not_raised": lambda one, *_: (
        f"This case expects {one.text}, and nothing was raised."
        if one.text
        else "An exception was expected here, and none was raised."
    ),
    "object": lambda failure, *_: failure.text or _NOT_DONE,
    "unusable": lambda one, *_: (
        f"The result cannot be used as this case uses it ({one.type or 'an error'}). "
        "Look at what you return."
    ),
    "arguments": _wrong_arguments,
    "timed_out": _timed_out,
    "import_timed_out": _timed_out,
    "no_time_left": lambda _one, _source, limits: (
        f"The time for the whole submission ({_seconds(limits.seconds_in_all)}) was used up "
        "before this case. Look at the cases that took too long."
    ),
    "hung": (
        "This case was not run: it calls {failure.name}, and the two cases before it that call "
        "{failure.name} did not end. Look for a loop that never ends, and submit again."
    ),
    "memory": _out_of_memory,
    "signal": "Your code crashed Python: it ended with the signal {failure.type}.",
    "exited": lambda one, *_: (
        "Your code ended the Python process"
        f"{'' if one.number is None else f' (exit status {one.number})'} before it was done."
    ),
    "ended": (
        "A value that your code gave crashed the check of it. "
        "Look at its type, how large it is and how deep it is nested."
    ),
    "files": "Your code wrote more, or larger, files than it may.",
    "printed": lambda _failure, _source, limits: (
        f"Your code printed more than {limits.printed_stop_bytes >> 20} MiB and was stopped."
    ),
    "test_error": "The hidden cases could not be loaded with your code. Does it define every name?",
    "breach": "Your code interfered with how it is run, and was stopped.",
    "skipped": "Your code skipped this case, which a submission cannot do.",
    "missing": "This case could not be run with your code.",
    "no_file": lambda failure, *_: failure.text or _NOT_PASSED,
    "import": lambda failure, source, _: _not_imported(failure, source)[0],
    "cell": lambda failure, source, _: _failed_cell(failure, source),
    "unknown": _NOT_PASSED,
}


def import_message(failure: ReportedFailure, source: Source, limits: Limits) -> str:
    """Say in full why a file could not be imported: nothing hidden had reached it yet."""
    if failure.kind != "import":
        return case_message(failure, Reveal.SENTENCE, source, limits)
    return "\n".join(filter(None, _not_imported(failure, source)))


def _not_imported(failure: ReportedFailure, source: Source) -> tuple[str, str]:
    """Say why a file could not be imported, and below it what to see or do."""
    text = failure.text or ""
    missing = _MISSING_NAME.fullmatch(text)
    if missing is not None:
        return _missing_name(missing[1], missing[3], source)
    place = failure.place
    file = source.module if place is None else place.file
    where = "" if place is None else f" in {source.at(file, place.line)}"
    text = _ANOTHER_LINE.sub(lambda found: _elsewhere(found, file, source), text)
    told = f"{failure.type}{where}{': ' + text if text else ''}"
    said = f"{source.called(file)} could not be imported: {told}"
    if advice := _IMPORT_ADVICE.get(failure.type or ""):
        said = f"{said.removesuffix('.')}. {advice}"
    return said, _marked_line(place, source)


def _unwritten(failure: ReportedFailure, source: Source) -> str:
    said = f"{failure.name} is not written yet"
    if failure.place is not None:
        return f"{said}{_where(failure.place, source, ': ')}."
    _, more = _missing_name(failure.name or "", source.module, source)
    return f"{said}. {source.called(source.module)} does not define it. {more}".rstrip()


def _elsewhere(found: re.Match[str], file: str, source: Source) -> str:
    told = source.at(file, int(found[1]))
    return found[0] if found[0].endswith(told) else f"in {told}"


# as Python's own sentences name a second line
_ANOTHER_LINE = re.compile(r"\b(?:on|at) line (\d{1,9})")
_MISSING_NAME = re.compile(r"cannot import name '(\w+)' from '([\w.]+)' \((.*)\)")
_IMPORT_ADVICE = {
    "EOFError": "It asks for input() while it is imported; call input() inside a function only.",
    "SystemExit": "It ends with exit() while it is imported; take that call out.",
    "ModuleNotFoundError": (
        "Only Python's own library and what the lesson names can be imported. "
        "If it is a file of yours, put its code into the one that you submit."
    ),
    "TabError": "Tabs and spaces are mixed: let your editor turn each tab into four spaces.",
}


# what stands in a notebook's module before a line that is no Python
_RAISED = re.compile(r"^raise \w+\(.*?\)  # ")


def with_failed_cell(message: str | None, cell: ReportedFailure, source: Source) -> str:
    """Say first which cell of a notebook failed, and show its line."""
    written = _RAISED.sub("", (source.line_at(cell.place) or "").strip())
    line = printable(cut_text(written, 200), lines=False)
    sentence, _, more = (message or "").partition("\n")
    said = f"{_failed_cell(cell, source)} {sentence}".strip()
    return "\n".join(filter(None, (said, f"    {line}", more)))


def _failed_cell(cell: ReportedFailure, source: Source) -> str:
    place = _where(cell.place, source, "") or "a cell"
    kind = cell.type or "an error of its own"
    rest = "this cell was not run to its end, and the next cells were tried."
    return f"{place[0].upper()}{place[1:]} failed with {kind}: {rest}"


@lru_cache(maxsize=1)  # the cases of a file that cannot be imported all ask
def _missing_name(name: str, file: str, source: Source) -> tuple[str, str]:
    said = f"{source.called(file)} does not define {name}, which the cases use."
    inside = line_inside(source.lines(file), name)
    if inside is not None:
        where = source.where(file, inside)
        return said, f"In {where} it is part of something else: move it to the left margin."
    defined = source.defined_names(file)
    others = [one.lower() for one in defined[:_MOST_COMPARED] if one not in source.asked]
    near = difflib.get_close_matches(name.lower()[:LONGEST_NAME], others, 1)
    meant = next((n for n in defined if near and n.lower() == near[0]), None)
    if meant is not None:
        return said, f"It defines {meant}: is that the function, under another name?"
    return said, f"It defines: {', '.join(defined[:10])}." if defined else ""


def _marked_line(place: Place | None, source: Source) -> str:
    line = source.line_at(place)
    if place is None or line is None:
        return ""
    shown = printable(cut_text(line.strip(), 200), lines=False)
    indent = len(line) - len(line.lstrip())
    column = max((place.column or 0) - 1 - indent, 0)
    return f"    {shown}\n    {' ' * min(column, len(shown))}^"
