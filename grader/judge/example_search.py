"""Looks for a small call that a submission answers otherwise than the reference."""

import math
import socket
from pathlib import Path
from typing import Any

from grader.bridge.exceptions import CONTROL
from grader.bridge.inert import Inert, WrongResult
from grader.bridge.packed import unpack
from grader.bridge.records import value_text
from grader.cases.fair_inputs import let_import
from grader.wire.tape import TapedChannel

from .answer_equality import is_right, is_same
from .call_choice import Asked
from .events import Differs, Finished, Talked
from .examination import Tell
from .fair_calls import FairCall
from .interview import Answer, Interview
from .stage import Stage

_SEED, _OTHER_SEED = "first", "second"  # as the reference was asked
_NOT_WRITTEN = "builtins.NotImplementedError"
_NO_DATA = "an object that is no plain data"
_DIGITS = 6


def find_difference(
    connection: socket.socket,
    tell: Tell,
    sources: dict[str, bytes],
    stage: Stage,
    asked: Asked,
) -> None:
    """Ask in order, in this process, until an answer differs; told as one event.

    The answer must be the same of a module that was asked nothing before, so that whoever tries
    the call finds what is said of it.
    """
    let_import(Path(stage.hidden_folder))
    channel = TapedChannel(connection)
    try:
        found = _search(Interview(channel, sources, stage, _SEED), asked)
        if channel.is_whole and not channel.has_waiting():
            tell(Talked(channel.turns))
    except CONTROL:
        found = None
    if found is not None:
        tell(found)
    tell(Finished("done", ""))


def _search(interview: Interview, asked: Asked) -> Differs | None:
    unwritten: set[str] = set()
    for number, call in enumerate(asked.calls):
        if call.function in unwritten or not interview.has(call.function):
            continue
        answer = interview.ask(call)
        if _NOT_WRITTEN in answer.raised:
            unwritten.add(call.function)
        elif differs(call, answer) and asked.allows(call, answer.raised):
            interview.begin_again(_OTHER_SEED)
            if interview.has(call.function):
                told = _told(number, call, answer)
                if told == _told(number, call, interview.ask(call)):
                    return told
    return None


def differs(call: FairCall, answer: Answer) -> bool:
    """Whether an answer is another than the reference's."""
    if call.raised or answer.raised:
        return call.raised not in answer.raised
    is_changed = bool(answer.changed) and not call.changes
    return is_changed or not _gives_the_same(call, answer)


def _gives_the_same(call: FairCall, answer: Answer) -> bool:
    try:
        if call.has_many_answers:
            return is_right(unpack(call.arguments), answer.value, call.compared)
        return is_same(unpack(call.answer), answer.value, call.compared)
    except WrongResult:  # of an object, of which nothing is asked
        return False


def _told(number: int, call: FairCall, answer: Answer) -> Differs:
    expected, got = _shown(unpack(call.answer), answer.value)
    expected = call.raised.rpartition(".")[2] or expected
    if answer.raised:
        return Differs(number, "raised", expected, "|".join(answer.raised))
    if not call.raised and _gives_the_same(call, answer):
        return Differs(number, "changed", "", ", ".join(map(value_text, answer.changed)))
    return Differs(number, "gave", expected, _NO_DATA if isinstance(answer.value, Inert) else got)


def _shown(expected: Any, got: Any) -> tuple[str, str]:
    """Write both with few digits, where these few show that they differ."""
    short = value_text(_rounded(expected)), value_text(_rounded(got))
    return short if short[0] != short[1] else (value_text(expected), value_text(got))


def _rounded(value: Any) -> Any:
    if type(value) is float and math.isfinite(value):
        return float(f"{value:.{_DIGITS}g}")
    if type(value) in (list, tuple):
        return type(value)(map(_rounded, value))
    if type(value) is dict:
        return {key: _rounded(item) for key, item in value.items()}
    return value
