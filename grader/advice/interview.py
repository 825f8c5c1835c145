"""Draws fair calls, and asks them of the reference and of submissions, in an examiner of its own.

The process that is asked has seen nothing hidden: whatever it answers may be shown to its author.
"""

import ast
import contextlib
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec
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
    COMPARISONS,
    FILE,
    Differs,
    DrawCalls,
    Drawn,
    FairCall,
    FindDifference,
    Inputs,
    Way,
    draw_inputs,
    is_right,
    raised_in,
)

MOST_CALLS = 200  # of one function
_LONGEST_CALL = 300  # characters, as a reader sees them
_question: msgspec.msgpack.Decoder[DrawCalls | FindDifference] = msgspec.msgpack.Decoder(
    DrawCalls | FindDifference
)


def reply(connection: socket.socket, tell: Tell, ask: Ask, stage: Stage) -> None:
    """Ask what is to be asked, in this process; what came of it is one event."""
    question = _question.decode(ask.question)
    sys.path.insert(0, stage.hidden_folder)  # what inputs.py imports lies beside it
    found: Drawn | Differs | None = None
    if isinstance(question, DrawCalls):
        found = Drawn()
        hidden = question.hidden
        chosen = _drawn_calls(stage, hidden, found.faults)
        _answer(Interview(connection, ask.sources, stage), chosen, hidden, found, tell)
    else:
        with contextlib.suppress(*CONTROL):
            found = _find_difference(Interview(connection, ask.sources, stage), question)
    if found is not None:
        tell(Reply(msgspec.msgpack.encode(found)))
    tell(Finished("done"))


def _drawn_calls(stage: Stage, hidden: HiddenParts, faults: list[str]) -> list[FairCall]:
    """Draw what the author's inputs give, and choose what gives no hidden case away."""
    for path in Path(stage.hidden_folder).rglob("*.py"):
        nodes = ast.walk(ast.parse(path.read_bytes())) if path.name != FILE else ()
        for node in nodes:  # what a case expects may stand in its file as a literal
            if isinstance(node, ast.Constant | ast.List | ast.Tuple | ast.Set | ast.Dict):
                with contextlib.suppress(ValueError, TypeError):  # not of literals alone
                    hidden.parts |= digests_of(ast.literal_eval(node))
    folder = stage.case_folder() / "inputs"
    folder.mkdir()
    tempfile.tempdir = str(folder)
    chosen = [call for one in draw_inputs(faults) for call in choose(one, hidden, faults)]
    shutil.rmtree(folder)  # what an author's file wrote is gone before the reference is asked
    return chosen


def choose(inputs: Inputs, hidden: HiddenParts, faults: list[str]) -> list[FairCall]:
    """Keep the shorter half of what there is room for, and an even spread over the rest."""
    calls: dict[str, FairCall] = {}
    for arguments in inputs.calls:
        if has_call(hidden.parts, inputs.function, arguments):
            continue
        paths = [value for value in arguments if isinstance(value, Path) and value.is_file()]
        files = {path.name: path.read_bytes() for path in paths}
        named = tuple(
            Path(value.name) if isinstance(value, Path) and value in paths else value
            for value in arguments
        )
        try:
            packed = pack(named)
        except (NotData, TooLarge) as error:
            faults.append(f"{FILE}: {inputs.function} gives what is no plain data: {error}.")
            break
        shown = tuple(str(value) if isinstance(value, Path) else value for value in named)
        texts = ((name, data.decode("utf-8", "replace")) for name, data in files.items())
        held = [f"{value_text(text)} in {name}" for name, text in texts]
        text = " with ".join([call_text(inputs.function, shown, {}), *held])
        calls[text] = FairCall(inputs.function, packed, text, compared=inputs.compared, files=files)
    short = (call for call in calls.values() if len(call.text) <= _LONGEST_CALL)
    ordered, half = sorted(short, key=lambda call: (len(call.text), call.text)), MOST_CALLS // 2
    rest = ordered[half:]
    step = max(1, len(rest) / half)
    return ordered[:half] + [rest[int(i * step)] for i in range(min(half, len(rest)))]


def plain_first(call: FairCall) -> tuple[bool, bool, int, str]:
    """Sort what the reference answers before what it refuses, what is empty last, the short first.

    So an edge is told of where nothing plainer goes wrong in the same way.
    """
    has_empty = any(empty in call.text for empty in ("[]", "{}", "()", "''"))
    return bool(call.raised), has_empty, len(call.text), call.text


class _Plain(Terms):
    """Admits functions by name and data alone, whatever the cases use beside."""

    def __init__(self) -> None:
        super().__init__(Contract(), is_recording=False)

    def role_at(self, name: str, shape: Shape, classes: list[str]) -> str | None:
        is_name = shape is Shape.FUNCTION and name.count(".") == 1 and "(" not in name
        return "" if is_name else None

    def admits(self, action: Action, what: str) -> bool:
        return action in (Action.LACKS, Action.OPENS)


class Answer(msgspec.Struct):
    """What a call came to, as plain data."""

    value: Any = None
    raised: str = ""  # the types of an exception, nearest first
    place: tuple[str, int] = ("", 0)  # where in the submission that was
    changed: list[Any] = []  # the arguments that are no longer what they were


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

    def ask(self, call: FairCall) -> Answer | None:
        """Make a call; None where the submission has no such function."""
        function = None
        with contextlib.suppress(AttributeError):
            function = self._client.get(self._module, call.function)
        if type(function) is not RemoteFunction:
            return None
        before, given = self._arguments(call), self._arguments(call)
        try:
            value = function(*given)
            value = list(value) if isinstance(value, Iterator) else value
        except BaseException as error:
            if isinstance(error, CONTROL) or not hasattr(error, "_grader_where"):
                raise
            return Answer(raised=shown_type(error), place=error._grader_where)
        pairs = zip(before, given, strict=True)
        return Answer(value, changed=[now for was, now in pairs if normal(was) != normal(now)])

    def _arguments(self, call: FairCall) -> list[Any]:
        """Make the arguments again, and the files that they name."""
        for name, data in call.files.items():
            (self._folder / name).write_bytes(data)
        return [
            self._folder / value if isinstance(value, Path) and str(value) in call.files else value
            for value in unpack(call.arguments)
        ]


def _answer(
    interview: Interview, calls: list[FairCall], hidden: HiddenParts, drawn: Drawn, tell: Tell
) -> None:
    """Have the reference answer twice; keep what it answers alike, and what may be told."""
    first = []
    for call in calls:
        tell(Called(call.function))  # so that each call has a case's time
        first.append(interview.ask(call))
    interview.begin_again()
    missing, unfair = set(), dict[str, str]()
    for drawn_call, answer in zip(calls, first, strict=True):
        tell(Called(drawn_call.function))
        again = interview.ask(drawn_call)
        if answer is None or again is None:
            missing.add(drawn_call.function)
            continue
        raised = answer.raised.partition("|")[0]
        name = raised.rpartition(".")[2]
        try:
            call = replace(
                drawn_call,
                answer=pack(answer.value),
                due=name or value_text(answer.value),
                raised=raised,
                changes=bool(answer.changed),
            )
        except (NotData, TooLarge):
            continue
        if raised and f"{call.function}|{raised}" not in hidden.raised:
            why = f"is not fair: the reference raises {name}, and no hidden case asks for that."
            unfair.setdefault(call.function, f"{FILE}: {call.text} {why}")
        elif call.compared not in COMPARISONS and how_wrong(call, answer) is not None:
            why = f"{call.compared} says that what the reference gives for {call.text} is wrong."
            unfair.setdefault(call.function, f"{FILE}: {why}")
        elif how_wrong(call, again) is None and not has(hidden.parts, answer.value):
            drawn.calls.append(call)
    drawn.calls.sort(key=plain_first)
    drawn.faults += unfair.values()
    drawn.faults += [
        f"{FILE} defines {function}, which the reference has not: name a function of the lesson, "
        "or begin the name with an underscore."
        for function in sorted(missing)
    ]


def _find_difference(interview: Interview, question: FindDifference) -> Differs | None:
    """Ask in order, until an answer is wrong in the best way.

    It must be the same of a module that was asked nothing before, so that whoever tries the call
    finds what is said of it.
    """
    found: dict[Way, Differs] = {}
    for number, call in enumerate(question.calls):
        differs = _differs(number, call, interview.ask(call))
        if differs is not None and differs.way in question.ways:
            found.setdefault(differs.way, differs)
            if differs.way == question.ways[0]:
                break
    for way in question.ways:
        if differs := found.get(way):
            interview.begin_again()
            call = question.calls[differs.number]
            if differs == _differs(differs.number, call, interview.ask(call)):
                return differs
    return None


def how_wrong(call: FairCall, answer: Answer) -> Literal["gives", "raises", "changes"] | None:
    """Say in which way an answer is another than the reference's."""
    if call.raised or answer.raised:
        if call.raised in answer.raised.split("|"):
            return None
        return "raises" if answer.raised else "gives"
    with contextlib.suppress(WrongResult):  # of an object, of which nothing is asked
        arguments, expected = unpack(call.arguments), unpack(call.answer)
        if is_right(arguments, answer.value, expected, call.compared):
            return "changes" if answer.changed and not call.changes else None
    return "gives"


def _differs(number: int, call: FairCall, answer: Answer | None) -> Differs | None:
    how = None if answer is None else how_wrong(call, answer)
    if answer is None or how is None:
        return None
    is_none = not call.raised and unpack(call.answer) is None
    due = f"!{call.due}" if call.raised else "None" if is_none else ""
    if how == "raises":
        came, got = raised_in(answer.raised, *answer.place), answer.raised
    elif how == "changes":
        due, came, got = "", "changed", ", ".join(map(value_text, answer.changed))
    else:
        came = "" if call.raised else kind_name(answer.value)
        is_data = not isinstance(answer.value, Inert)
        got = value_text(answer.value) if is_data else "an object that is no plain data"
    return Differs(number, how, got, (call.function, due, came))
