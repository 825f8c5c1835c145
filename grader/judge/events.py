"""What an examiner is asked to do, and what it tells beside how its cases went."""

from collections.abc import Callable
from typing import Literal

import msgspec

from grader.border.contract import Contract
from grader.border.facts import FunctionFacts
from grader.cases.events import CaseEvent, Text

from .fair_calls import Asked, FairCall


class EarlyNames(msgspec.Struct):
    """What hidden cases ask of the student's modules while they are collected."""

    functions: list[tuple[str, str, FunctionFacts]] = []  # module, name, facts
    classes: list[tuple[str, str]] = []  # module, name
    can_wait: bool = True  # nothing else was asked


class HiddenParts(msgspec.Struct):
    """What stands in the calls of hidden cases and in their answers, in a recorded run."""

    parts: set[str] = set()  # digests of calls, and of texts and containers in them
    raised: set[str] = set()  # function and type, where the reference raises what a case calls for


class Recorded(msgspec.Struct, tag=True):
    """What a case of the reference's run added to the contract, and at its end all else."""

    contract: Contract
    early: EarlyNames | None = None
    hidden: HiddenParts | None = None


class Called(msgspec.Struct, tag=True):
    """A fair call begins, which is given a case's time."""

    function: str


class Drawn(msgspec.Struct, tag=True):
    """The calls that a submission may be asked, and what is wrong with the author's inputs."""

    calls: list[FairCall]
    faults: list[str]


class Differs(msgspec.Struct, tag=True):
    """A submission answers a fair call otherwise than the reference."""

    number: int  # of the call
    how: Literal["gave", "raised", "changed"]
    expected: Text
    got: Text
    way: int = 0  # of those that were asked for, the one that it goes wrong in


class Met(msgspec.Struct, tag=True):
    """From here on the examiner hears a submission: what ends it is the submission's doing."""


class Placed(msgspec.Struct, tag=True):
    """The submission says where it is, since it was asked; nothing makes it say the truth."""

    file: Text
    line: int


class Fault(msgspec.Struct, tag=True):
    """The examiner itself failed: ours."""

    text: str


# what an examiner can tell that hears a submission; all else is told of the reference
OfSubmission = CaseEvent | Differs | Met | Placed | Fault
Event = OfSubmission | Recorded | Called | Drawn
Tell = Callable[[Event], None]


class RunCases(msgspec.Struct, tag=True):
    """Run hidden cases over it."""

    sources: dict[str, bytes]
    todo: list[str] | None = None  # in the order to judge; None: all, as written
    until_failure: bool = False
    is_recording: bool = False  # it is the reference, from which the contract is learned
    is_afresh: bool = False  # the cases are collected again, with this submission


class DrawCalls(msgspec.Struct, tag=True):
    """Draw fair calls from the author's inputs, and have the reference answer them."""

    sources: dict[str, bytes]
    hidden: HiddenParts


class FindDifference(msgspec.Struct, tag=True):
    """Find a fair call that it answers otherwise than the reference."""

    sources: dict[str, bytes]
    asked: Asked


Task = RunCases | DrawCalls | FindDifference
