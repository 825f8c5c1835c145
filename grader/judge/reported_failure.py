"""What a report holds of a failure: checked against the submission, and the same in each run."""

import builtins
import signal as signals
from typing import Any

from grader.border.inert import Wrong
from grader.border.notebook import failed_line
from grader.cases.events import Failure
from grader.model.report import Place, ReportedFailure
from grader.model.text import cut_text, mask_run, printable

from .submission_source import LONGEST_NAME, Source

_LONGEST_TEXT = 300
_LONGEST_WHOLE = 2000  # of what is told whatever the reveal level
_CHANGEABLE = frozenset(("list", "dictionary", "set", "array"))
# exceptions of Python's library that beginners meet
_OF_THE_LIBRARY = frozenset(
    "json.decoder.JSONDecodeError decimal.InvalidOperation decimal.DivisionByZero _csv.Error "
    "sqlite3.Error sqlite3.OperationalError sqlite3.IntegrityError sqlite3.ProgrammingError "
    "re.error struct.error binascii.Error zlib.error zipfile.BadZipFile _pickle.UnpicklingError "
    "configparser.NoSectionError configparser.NoOptionError statistics.StatisticsError "
    "subprocess.CalledProcessError _queue.Empty queue.Full dataclasses.FrozenInstanceError "
    "tomllib.TOMLDecodeError xml.etree.ElementTree.ParseError numpy.linalg.LinAlgError".split()
)
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
        case "wrong_type":
            told = {"type": failure.type_name or None}
            told["expected_type"] = failure.expected_type or None
        case "changed" if failure.type_name in _CHANGEABLE:
            told = {"type": failure.type_name}
        case "unusable" if hasattr(builtins, failure.type_name):
            told = {"type": failure.type_name}
        case "arguments":
            told = {"name": failure.expected_type, "number": failure.line}
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
        if full in _OF_THE_LIBRARY:
            return full  # as Python writes it
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
    # a name that is made while running may be made of a hidden input; one that is written is not
    giver, came = failure.expected_type, failure.type_name
    giver = giver if all(map(source.defines, giver.split("."))) else "Your code"
    known = _MEANT.get(came, "an object; plain data was expected.")
    if source.defines(came):
        known = f"an object of your class {came}; plain data was expected."
    return _REFUSED.get(failure.text, "{} gave " + known).format(giver)
