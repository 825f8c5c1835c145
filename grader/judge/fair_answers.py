"""Learns which calls are fair: draws an author's inputs, and has the reference answer them."""

import ast
import contextlib
import shutil
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from grader.bridge.packed import NotData, pack, unpack
from grader.bridge.records import call_text, value_text
from grader.cases.fair_inputs import FILE, FairInputs, draw_inputs
from grader.wire.atoms import ValueTooLarge
from grader.wire.channel import Channel

from .answer_equality import is_right, is_same
from .events import Drawn, Finished, HiddenParts, Started
from .examination import Tell
from .fair_calls import LONGEST_CALL, FairCall, choose, gives_away, parts_of, size_of, tells
from .interview import Answer, Interview
from .stage import Stage

_SEEDS = ("first", "second")


def learn_answers(
    connection: socket.socket,
    tell: Tell,
    sources: dict[str, bytes],
    stage: Stage,
    hidden: HiddenParts,
) -> None:
    """Draw, choose and have answered, in this process; told as one event."""
    fair, chosen = _chosen(stage.case_folder() / "inputs", stage, hidden)
    interview = Interview(Channel(connection), sources, stage, _SEEDS[0])
    known = [call for call in chosen if interview.has(call.function)]
    for function in sorted({call.function for call in chosen if call not in known}):
        fair.faults.append(
            f"{FILE} defines {function}, which the reference has not: name a function of the "
            "lesson, or begin the name with an underscore."
        )
    first = [_timed(interview, call, tell) for call in known]
    interview.begin_again(_SEEDS[1])
    second = [_timed(interview, call, tell) for call in known if interview.has(call.function)]
    kept = [
        answered
        for call, one, other in zip(known, first, second, strict=True)
        if _is_steady(one, other, call) and (answered := _answered(call, one, fair, hidden))
    ]
    tell(Drawn(kept, fair.faults))
    tell(Finished("done", ""))


def _chosen(folder: Path, stage: Stage, hidden: HiddenParts) -> tuple[FairInputs, list[FairCall]]:
    """Draw; what an author's file writes meanwhile is gone before the reference is asked."""
    folder.mkdir()
    tempfile.tempdir = str(folder)
    hidden.parts |= parts_of(_literals(Path(stage.hidden_folder)))
    fair = draw_inputs(Path(stage.hidden_folder))
    chosen = [c for name in fair.calls for c in choose(list(_drawn_calls(name, fair, hidden)))]
    shutil.rmtree(folder)
    return fair, chosen


def _timed(interview: Interview, call: FairCall, tell: Tell) -> Answer:
    tell(Started(call.function))  # so that each call has a case's time
    return interview.ask(call)


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
        if gives_away(hidden.parts, function, arguments):
            continue
        files = {path.name: path.read_bytes() for path in _files_of(arguments)}
        named = tuple(_named(value, files) for value in arguments)
        try:
            packed = pack(named)
        except (NotData, ValueTooLarge) as error:
            fair.faults.append(f"{FILE}: {function} gives what is no plain data: {error}.")
            return
        text, size = _text(function, named, files), size_of(arguments)
        size += sum(map(len, files.values()))
        compared = fair.compared.get(function, "close")
        if len(text) <= LONGEST_CALL:
            yield FairCall(function, packed, size, text, compared=compared, files=files)


def _files_of(arguments: tuple[Any, ...]) -> list[Path]:
    return [value for value in arguments if isinstance(value, Path) and value.is_file()]


def _named(value: Any, files: dict[str, bytes]) -> Any:
    is_file = isinstance(value, Path) and value.name in files
    return Path(value.name) if is_file else value


def _text(function: str, arguments: tuple[Any, ...], files: dict[str, bytes]) -> str:
    """Write a call; a path as its name, with what the file holds."""
    shown = tuple(str(value) if isinstance(value, Path) else value for value in arguments)
    texts = ((name, data.decode("utf-8", "replace")) for name, data in files.items())
    held = [f"{value_text(text)} in {name}" for name, text in texts]
    return " with ".join([call_text(function, shown, {}), *held])


def _is_steady(one: Answer, other: Answer, call: FairCall) -> bool:
    if one.raised or other.raised:
        return one.raised == other.raised
    return call.has_many_answers or is_same(one.value, other.value, call.compared)


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
    if not raised and call.has_many_answers and not _is_right(call, answer):
        fair.faults.append(
            f"{FILE}: {call.compared} says that what the reference gives for {call.text} is wrong."
        )
        return None
    if tells(hidden.parts, answer.value):
        return None
    try:
        packed = pack(answer.value)
    except (NotData, ValueTooLarge):
        return None
    changes = bool(answer.changed)
    return msgspec.structs.replace(call, answer=packed, raised=raised, changes=changes)


def _is_right(call: FairCall, answer: Answer) -> bool:
    return is_right(unpack(call.arguments), answer.value, call.compared)
