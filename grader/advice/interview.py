"""Asks the reference and submissions fair calls, in an examiner of their own.

The process that is asked has seen nothing hidden: whatever it answers may be shown to its author.
"""

import ast
import contextlib
import math
import shutil
import socket
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from grader.border.client import CONTROL, Client
from grader.border.codec import NotData, pack, unpack
from grader.border.connection import Connection
from grader.border.contract import Action, Contract, Shape, Terms
from grader.border.data_types import TooLarge
from grader.border.errors import shown_type
from grader.border.inert import Inert, WrongResult
from grader.border.proxies import RemoteFunction
from grader.border.records import call_text, normal, value_text
from grader.border.surroundings import Surroundings
from grader.cases.comparison import kind_name
from grader.cases.events import Finished
from grader.judge.examination import turn_to
from grader.judge.hidden_parts import digests_of, has, has_call
from grader.judge.jobs import Ask, Called, HiddenParts, Reply, Tell
from grader.judge.stage import Stage

from .fair_calls import (
    CHANGED,
    LONGEST_CALL,
    Differs,
    DrawCalls,
    Drawn,
    FairCall,
    FindDifference,
    Way,
    choose,
    is_right,
    is_same,
    plain_first,
    raised_in,
    size_of,
)
from .fair_inputs import FILE, FairInputs, draw_inputs, let_import

_NO_DATA = "an object that is no plain data"
_DIGITS = 6
_question: msgspec.msgpack.Decoder[DrawCalls | FindDifference] = msgspec.msgpack.Decoder(
    DrawCalls | FindDifference
)


def reply(connection: socket.socket, tell: Tell, ask: Ask, stage: Stage) -> None:
    """Ask what is to be asked, in this process; what came of it is one event."""
    question = _question.decode(ask.question)
    let_import(Path(stage.hidden_folder))
    found: Drawn | Differs | None = None
    if isinstance(question, DrawCalls):
        found = _draw_calls(connection, tell, ask, stage, question.hidden)
    else:
        with contextlib.suppress(*CONTROL):
            found = _find_difference(Interview(connection, ask.sources, stage), question)
    if found is not None:
        tell(Reply(msgspec.msgpack.encode(found)))
    tell(Finished("done"))


class _Plain(Terms):
    """Admits functions by name and data alone, whatever the cases use beside."""

    def __init__(self) -> None:
        super().__init__(Contract(), is_recording=False)

    def role_at(self, name: str, shape: Shape, classes: list[str]) -> str | None:
        is_name = shape is Shape.FUNCTION and name.count(".") == 1 and "(" not in name
        return "" if is_name else None

    def admits(self, action: Action, what: str) -> bool:
        return action in (Action.LACKS, Action.OPENS)


class Answer(Struct, frozen=True):
    """What a call came to."""

    value: Any = None
    raised: tuple[str, ...] = ()  # the types of an exception, nearest first
    place: tuple[str, int] = ("", 0)  # where in the submission that was
    changed: tuple[Any, ...] = ()  # the arguments that are no longer what they were


class Interview:
    """One submission that is asked."""

    def __init__(self, connection: socket.socket, sources: dict[str, bytes], stage: Stage) -> None:
        terms = _Plain()
        surroundings = Surroundings(terms, stage.limits.printed_stop_bytes)
        self._client = Client(Connection(connection), terms, surroundings)
        self._name = stage.module
        self._folder = stage.case_folder()
        turn_to(self._client, sources, stage)
        self.begin_again("first")

    def begin_again(self, seed: str = "second") -> None:
        """Import the module as if for the first time; raises what that raises."""
        self._client.surroundings.seeds["random"] = seed
        self._module = self._client.import_module(self._name, again=True)
        self._functions: dict[str, Any] = {}

    def ask(self, call: FairCall) -> Answer | None:
        """Make a call; None where the submission has no such function."""
        if call.function not in self._functions:
            self._functions[call.function] = None
            with contextlib.suppress(AttributeError):
                self._functions[call.function] = self._client.get(self._module, call.function)
        function = self._functions[call.function]
        if type(function) is not RemoteFunction:
            return None
        before, given = self._arguments(call), self._arguments(call)
        try:
            value = function(*given)
            value = list(value) if isinstance(value, Iterator) else value
        except BaseException as error:
            if isinstance(error, CONTROL) or not hasattr(error, "_grader_where"):
                raise
            return Answer(raised=tuple(shown_type(error).split("|")), place=error._grader_where)
        pairs = zip(before, given, strict=True)
        return Answer(value, changed=tuple(g for was, g in pairs if normal(was) != normal(g)))

    def _arguments(self, call: FairCall) -> tuple[Any, ...]:
        """Make the arguments again, and the files that they name."""
        for name, data in call.files.items():
            (self._folder / name).write_bytes(data)
        given: tuple[Any, ...] = unpack(call.arguments)
        return tuple(
            self._folder / value if isinstance(value, Path) and str(value) in call.files else value
            for value in given
        )


def _draw_calls(
    connection: socket.socket, tell: Tell, ask: Ask, stage: Stage, hidden: HiddenParts
) -> Drawn:
    """Draw calls, choose among them, and have the reference answer them twice."""
    hidden_folder, folder = Path(stage.hidden_folder), stage.case_folder() / "inputs"
    folder.mkdir()
    tempfile.tempdir = str(folder)
    for value in _literals(hidden_folder):
        hidden.parts |= digests_of(value)
    fair = draw_inputs(hidden_folder)
    chosen = [c for name in fair.calls for c in choose(list(_drawn_calls(name, fair, hidden)))]
    shutil.rmtree(folder)  # what an author's file wrote is gone before the reference is asked
    interview = Interview(connection, ask.sources, stage)

    def answers() -> list[Answer | None]:
        found = []
        for call in chosen:
            tell(Called(call.function))  # so that each call has a case's time
            found.append(interview.ask(call))
        return found

    first = answers()
    interview.begin_again()
    kept, missing = [], set()
    for call, one, other in zip(chosen, first, answers(), strict=True):
        if one is None or other is None:
            missing.add(call.function)
        elif (answered := _answered(call, one, fair, hidden)) and not _wrong(answered, other):
            kept.append(answered)
    fair.faults += [
        f"{FILE} defines {function}, which the reference has not: name a function of the lesson, "
        "or begin the name with an underscore."
        for function in sorted(missing)
    ]
    return Drawn(sorted(kept, key=plain_first), fair.faults)


def _literals(folder: Path) -> Iterator[Any]:
    """Read the texts and containers that hidden files write down, as what cases expect may be."""
    for path in folder.rglob("*.py"):
        if path.name == FILE:
            continue
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Constant | ast.List | ast.Tuple | ast.Set | ast.Dict):
                with contextlib.suppress(ValueError, TypeError):  # not of literals alone
                    yield ast.literal_eval(node)


def _drawn_calls(function: str, fair: FairInputs, hidden: HiddenParts) -> Iterator[FairCall]:
    for arguments in fair.calls[function]:
        if has_call(hidden.parts, function, arguments):
            continue
        paths = (value for value in arguments if isinstance(value, Path))
        files = {path.name: path.read_bytes() for path in paths if path.is_file()}
        named = tuple(
            Path(value.name) if isinstance(value, Path) and value.name in files else value
            for value in arguments
        )
        try:
            packed = pack(named)
        except (NotData, TooLarge) as error:
            fair.faults.append(f"{FILE}: {function} gives what is no plain data: {error}.")
            return
        shown = tuple(str(value) if isinstance(value, Path) else value for value in named)
        texts = ((name, data.decode("utf-8", "replace")) for name, data in files.items())
        held = [f"{value_text(text)} in {name}" for name, text in texts]
        text = " with ".join([call_text(function, shown, {}), *held])
        size = size_of(arguments) + sum(map(len, files.values()))
        compared = fair.compared.get(function, "close")
        if len(text) <= LONGEST_CALL:
            yield FairCall(function, packed, size, text, compared=compared, files=files)


def _answered(
    call: FairCall, answer: Answer, fair: FairInputs, hidden: HiddenParts
) -> FairCall | None:
    """Write the reference's answer beside a call, unless it may not be told."""
    raised = answer.raised[0] if answer.raised else ""
    if raised and f"{call.function}|{raised}" not in hidden.raised:
        if not any(fault.startswith(f"{FILE}: {call.function}(") for fault in fair.faults):
            fair.faults.append(  # the smallest is enough
                f"{FILE}: {call.text} is not fair: the reference raises "
                f"{raised.rpartition('.')[2]}, and no hidden case asks for that."
            )
        return None
    if not raised and call.has_many_answers and not _answers_rightly(call, answer):
        fair.faults.append(
            f"{FILE}: {call.compared} says that what the reference gives for {call.text} is wrong."
        )
        return None
    if has(hidden.parts, answer.value):
        return None
    try:
        packed = pack(answer.value)
    except (NotData, TooLarge):
        return None
    changes = bool(answer.changed)
    return replace(call, answer=packed, raised=raised, changes=changes)


def _find_difference(interview: Interview, question: FindDifference) -> Differs | None:
    """Ask in order, until an answer differs.

    The answer must be the same of a module that was asked nothing before, so that whoever tries
    the call finds what is said of it.
    """
    answers: dict[int, Answer | None] = {}
    ways: list[Way | None] = [*question.ways] or [None]
    for way, (number, call) in product(ways, enumerate(question.calls)):
        if way is not None and not way.may_be_of(call):
            continue
        if number not in answers:
            answers[number] = interview.ask(call)
        differs = _differs(number, call, answers[number])
        if differs is not None and way in (None, differs.way):
            interview.begin_again()
            if differs == _differs(number, call, interview.ask(call)):
                return differs
    return None


def _wrong(call: FairCall, answer: Answer) -> Literal["gave", "raised", "changed"] | None:
    """Say in which way an answer is another than the reference's."""
    if call.raised or answer.raised:
        if call.raised in answer.raised:
            return None
        return "raised" if answer.raised else "gave"
    if not _answers_rightly(call, answer):
        return "gave"
    return "changed" if answer.changed and not call.changes else None


def _answers_rightly(call: FairCall, answer: Answer) -> bool:
    try:
        if call.has_many_answers:
            return is_right(unpack(call.arguments), answer.value, call.compared)
        return is_same(unpack(call.answer), answer.value, call.compared)
    except WrongResult:  # of an object, of which nothing is asked
        return False


def _differs(number: int, call: FairCall, answer: Answer | None) -> Differs | None:
    how = None if answer is None else _wrong(call, answer)
    if answer is None or how is None:
        return None
    due, name = unpack(call.answer), call.raised.rpartition(".")[2]
    kinds = kind_name(due), kind_name(answer.value)
    # both with few digits, where these few show that they differ
    expected, got = value_text(_rounded(due)), value_text(_rounded(answer.value))
    if expected == got:
        expected, got = value_text(due), value_text(answer.value)
    expected, way = name or expected, Way(call.function, f"!{name}" if name else "")
    if how == "raised":
        got = "|".join(answer.raised)
        side = "None" if kinds[0] == "None" and not name else way.expected
        way = Way(call.function, side, raised_in(got, *answer.place))
    elif how == "changed":
        expected, got = "", ", ".join(map(value_text, answer.changed))
        way = Way(call.function, "", CHANGED)
    else:
        got = _NO_DATA if isinstance(answer.value, Inert) else got
        way = Way(call.function, *kinds) if not name and kinds[0] != kinds[1] else way
    return Differs(number, how, expected, got, way)


def _rounded(value: Any) -> Any:
    if type(value) is float and math.isfinite(value):
        return float(f"{value:.{_DIGITS}g}")
    if type(value) in (list, tuple):
        return type(value)(map(_rounded, value))
    if type(value) is dict:
        return {key: _rounded(item) for key, item in value.items()}
    return value
