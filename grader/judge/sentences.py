"""What a student reads of a failure: the kind of thing, where in their file, no values."""

import builtins
import difflib
import re
import signal as signals
from collections.abc import Callable

from grader.model.course import Limits
from grader.model.report import Example, Reveal
from grader.model.text import cut_pair, cut_text, mask_addresses, printable

from .events import Failure
from .function_source import line_inside
from .jobs import Found
from .slips import NO_INPUT, quoted, stopped_in, wrong_arguments
from .submission_source import LONGEST_NAME, Source

_SHOWN_IMPORT = 2000
_MOST_COMPARED = 200

# exceptions of Python's library that beginners meet
_OF_THE_LIBRARY = frozenset(
    "json.decoder.JSONDecodeError decimal.InvalidOperation decimal.DivisionByZero _csv.Error "
    "sqlite3.Error sqlite3.OperationalError sqlite3.IntegrityError sqlite3.ProgrammingError "
    "re.error struct.error binascii.Error zlib.error zipfile.BadZipFile _pickle.UnpicklingError "
    "configparser.NoSectionError configparser.NoOptionError statistics.StatisticsError "
    "subprocess.CalledProcessError _queue.Empty queue.Full dataclasses.FrozenInstanceError "
    "tomllib.TOMLDecodeError xml.etree.ElementTree.ParseError numpy.linalg.LinAlgError".split()
)


def type_to_show(names: str, source: Source) -> str:
    """Choose an exception's name: built in, or made by a class statement of the submission."""
    for full in names.split("|"):
        module, _, name = full.rpartition(".")
        if len(name) > LONGEST_NAME:
            continue
        if module == "builtins" and isinstance(getattr(builtins, name, None), type):
            return name
        if full in _OF_THE_LIBRARY:
            return full  # as Python writes it
        if name.isidentifier() and source.has_class(name):
            return name
    return "Exception"


Teller = Callable[[Failure, Reveal, Source, Limits], str]


def case_message(failure: Failure | None, reveal: Reveal, source: Source, limits: Limits) -> str:
    """Say what happened in one case, at its reveal level."""
    if failure is None or reveal is Reveal.NOTHING:
        return "This case did not pass."
    teller = _TELLERS.get(failure.kind)
    if teller is None:
        return "Your code does not do what this case asks for."
    return printable(teller(failure, reveal, source, limits))


def _raised(failure: Failure, reveal: Reveal, source: Source, _limits: Limits) -> str:
    name = type_to_show(failure.type_name, source)
    place = source.place_of(failure)
    line = f" in {source.where(place.file, place.line)}" if place is not None else ""
    text = f": {cut_text(failure.text, 300)}" if reveal is Reveal.VALUES and failure.text else ""
    said = {
        "NotImplementedError": f"This part is not implemented yet: NotImplementedError{line}.",
        "EOFError": f"Your code asked for input() that is not there: EOFError{line}. {NO_INPUT}",
        "SystemExit": f"Your code called exit(){line}: SystemExit. A function must return instead.",
        "RecursionError": (
            f"Your code called itself too deeply: RecursionError{line}. "
            "When does it answer without calling itself?"
        ),
    }
    shown = quoted(source.line(failure.file, failure.line))
    return said.get(name) or f"Your code raised {name}{line}{shown}{text}."


def _unwritten(failure: Failure, _reveal: Reveal, source: Source, _limits: Limits) -> str:
    return f"{failure.text} is not written yet: {source.where(failure.file, failure.line)}."


def _wrong_type(failure: Failure, *_: object) -> str:
    got, expected = _with_article(failure.type_name), _with_article(failure.expected_type)
    return f"The result is {got} where {expected} was expected."


def _with_article(name: str) -> str:
    return name if name in ("None", "text") else f"a {name}"


def _changed(failure: Failure, *_: object) -> str:
    is_known = failure.type_name in ("list", "dictionary", "set", "array")
    given = f"The {failure.type_name} that" if is_known else "What"
    return f"{given} your function was given is not as it should be afterwards."


def _not_raised(failure: Failure, reveal: Reveal, *_: object) -> str:
    if reveal is Reveal.VALUES and failure.text:
        return f"This case expects {cut_text(failure.text, 300)}, and nothing was raised."
    return "An exception was expected here, and none was raised."


def _object(failure: Failure, *_: object) -> str:
    return cut_text(failure.text, 300)


def _unusable(failure: Failure, _reveal: Reveal, source: Source, _limits: Limits) -> str:
    name = failure.type_name if hasattr(builtins, failure.type_name) else "an error"
    return f"The result cannot be used as this case uses it ({name}). Look at what you return."


def _seconds(count: float) -> str:
    return "1 second" if count == 1 else f"{count:g} seconds"


def _timed_out(failure: Failure, _reveal: Reveal, source: Source, limits: Limits) -> str:
    return (
        f"Your code ran longer than {_seconds(limits.seconds_per_case)} and was stopped at this "
        f"time limit. {stopped_in(failure, source) or 'Look for a loop that never ends.'}"
    )


def _import_timed_out(failure: Failure, _reveal: Reveal, source: Source, limits: Limits) -> str:
    place = stopped_in(failure, source)
    return (
        f"Your file ran longer than {_seconds(limits.seconds_per_case)} while it was being "
        "imported, and was stopped at this time limit. "
        f"{place or 'Look for a loop outside your functions.'}"
    )


def _hung(failure: Failure, *_: object) -> str:
    name = printable(failure.text)
    if not name:
        return "This case was not run: two cases before it did not end. Begin with the first."
    return (
        f"This case was not run: it calls {name}, and the two cases before it that call {name} "
        "did not end. Look for a loop that never ends, and submit again."
    )


def _no_time_left(_failure: Failure, _reveal: Reveal, _source: Source, limits: Limits) -> str:
    return (
        f"The time for the whole submission ({_seconds(limits.seconds_in_all)}) was used up "
        "before this case. Look at the cases that took too long."
    )


def _memory(_failure: Failure, _reveal: Reveal, _source: Source, limits: Limits) -> str:
    return f"Your code needed more than the {limits.memory_mib} MiB of memory that it may use."


def _signal(failure: Failure, *_: object) -> str:
    try:
        name = signals.Signals(int(failure.text)).name
    except ValueError:
        name = failure.text
    return f"Your code crashed Python: it ended with the signal {name}."


def _exited(failure: Failure, *_: object) -> str:
    return f"Your code ended the Python process (exit status {failure.text}) before it was done."


_TELLERS: dict[str, Teller] = {
    "raised": _raised,
    "unwritten": _unwritten,
    "wrong_type": _wrong_type,
    "wrong_value": lambda *_: "The result is a wrong value.",
    "changed": _changed,
    "asserted": lambda *_: "Your code does not do what this case asks for.",
    "not_raised": _not_raised,
    "object": _object,
    "unusable": _unusable,
    "arguments": lambda failure, _reveal, source, _limits: wrong_arguments(failure, source),
    "timed_out": _timed_out,
    "import_timed_out": _import_timed_out,
    "no_time_left": _no_time_left,
    "hung": _hung,
    "memory": _memory,
    "signal": _signal,
    "exited": _exited,
    "ended": lambda *_: (
        "A value that your code gave crashed the check of it. "
        "Look at its type, how large it is and how deep it is nested."
    ),
    "files": lambda *_: "Your code wrote more, or larger, files than it may.",
    "printed": lambda *given: (
        f"Your code printed more than {given[3].printed_stop_bytes >> 20} MiB and was stopped."
    ),
    "test_error": lambda *_: (
        "The hidden cases could not be loaded with your code. Does it define every name?"
    ),
    "breach": lambda *_: "Your code interfered with how it is run, and was stopped.",
    "skipped": lambda *_: "Your code skipped this case, which a submission cannot do.",
    "missing": lambda *_: "This case could not be run with your code.",
    "no_file": lambda f, *_: f.text,
}


def import_message(failure: Failure, source: Source, limits: Limits) -> str:
    """Say in full why a file could not be imported: nothing hidden had reached it yet."""
    if failure.kind != "import":
        return case_message(failure, Reveal.SENTENCE, source, limits)
    name = type_to_show(failure.type_name, source)
    text = printable(cut_text(failure.text, _SHOWN_IMPORT)).strip()
    missing = _MISSING_NAME.fullmatch(text)
    if missing is not None:
        return _missing_name(missing, text, source)
    is_known = source.has_place(failure)
    file = failure.file if is_known else source.module
    where = f" in {source.at(file, failure.line)}" if is_known else ""
    text = _ANOTHER_LINE.sub(lambda found: _elsewhere(found, file, source), text)
    said = (
        f"{source.called(file)} could not be imported: {name}{where}{': ' + text if text else ''}"
    )
    is_mixed = name == "IndentationError" and source.mixes_indents(failure.file)
    if advice := _MIXED if is_mixed else _IMPORT_ADVICE.get(name):
        said = f"{said.removesuffix('.')}. {advice}"
    return said + _marked_line(failure, source)


def _elsewhere(found: re.Match[str], file: str, source: Source) -> str:
    told = source.at(file, int(found[1]))
    return found[0] if found[0].endswith(told) else f"in {told}"


# as Python's own sentences name a second line
_ANOTHER_LINE = re.compile(r"\b(?:on|at) line (\d{1,9})")
_MISSING_NAME = re.compile(r"cannot import name '(\w+)' from '([\w.]+)' \((.*)\)")
_MIXED = "Tabs and spaces are mixed: let your editor turn each tab into four spaces."
_IMPORT_ADVICE = {
    "EOFError": "It asks for input() while it is imported; call input() inside a function only.",
    "SystemExit": "It ends with exit() while it is imported; take that call out.",
    "ModuleNotFoundError": (
        "Only Python's own library and what the lesson names can be imported. "
        "If it is a file of yours, put its code into the one that you submit."
    ),
    "TabError": _MIXED,
}


def with_failed_cell(message: str | None, printed: str, source: Source) -> str | None:
    """Say first which cell ended a notebook; no more than a line and a kind of error."""
    if not source.is_notebook:
        return message
    # as `grader.wire.notebook.failure_line` writes it
    told = (
        rf"^{re.escape(source.module)}, line (\d{{1,7}}): (\w+); the notebook was run up to here\.$"
    )
    found = re.search(told, printed, re.MULTILINE | re.ASCII)
    line = source.line(source.module, int(found[1])) if found is not None else None
    if found is None or line is None:
        return message
    known = getattr(builtins, found[2], None)
    is_error = isinstance(known, type) and issubclass(known, Exception)
    kind = found[2] if is_error else "an error of its own"
    place = source.where(source.module, int(found[1]))
    rest = "what stands before counts, the rest was not run."
    failed = f"{place[0].upper()}{place[1:]} failed with {kind}: {rest}"
    shown = printable(cut_text(line.strip(), 200), lines=False)
    sentence, _, more = (message or "").partition("\n")
    return "\n".join(filter(None, (f"{failed} {sentence}".strip(), f"    {shown}", more)))


def example_of(found: Found, source: Source) -> Example:
    """Word a call that a submission answers otherwise than the reference."""
    call, differs = _line(found.call.text), found.differs
    due, got = cut_pair(_line(differs.expected), _line(differs.got))
    if differs.how == "raised":
        got = type_to_show(differs.got, source)
    if differs.how == "changed":
        sentence = f"{call} should leave what it is given as it is; your code changes it to {got}."
        return Example(sentence, call, "as it was given", got, tuple(found.cases))
    does = "raises" if differs.how == "raised" else "gives"
    if found.call.has_many_answers and not found.call.raised:
        sentence = f"A right answer to {call} is {due}; your code {does} {got}."
        return Example(sentence, call, due, got, tuple(found.cases))
    should = "raise" if found.call.raised else "give"
    sentence = f"{call} should {should} {due}; your code {does} {got}."
    return Example(sentence, call, due, got, tuple(found.cases))


def _line(text: str) -> str:
    return printable(mask_addresses(text), lines=False)


def _missing_name(found: re.Match[str], text: str, source: Source) -> str:
    name, _, file = found.groups()
    said = f"{source.called(file)} does not define {name}, which the cases use."
    inside = line_inside(source.lines(file), name)
    if inside is not None:
        where = source.where(file, inside)
        return f"{said}\nIn {where} it is part of something else: move it to the left margin."
    defined = source.defined_names(file)
    others = [one.lower() for one in defined[:_MOST_COMPARED] if one not in source.asked]
    near = difflib.get_close_matches(name.lower()[:LONGEST_NAME], others, 1)
    meant = next((n for n in defined if near and n.lower() == near[0]), None)
    if meant is not None:
        return f"{said}\nIt defines {meant}: is that the function, under another name?"
    return f"{said}\nIt defines: {', '.join(defined[:10])}." if defined else said


def _marked_line(failure: Failure, source: Source) -> str:
    line = source.line(failure.file, failure.line)
    if line is None:
        return ""
    shown = printable(cut_text(line.strip(), 200), lines=False)
    indent = len(line) - len(line.lstrip())
    column = max(failure.column - 1 - indent, 0)
    return f"\n    {shown}\n    {' ' * min(column, len(shown))}^"
