"""What an examiner is asked to do, and what it tells beside how its cases went."""

from collections.abc import Callable

import msgspec

from grader.border.contract import Contract
from grader.border.facts import FunctionFacts
from grader.cases.events import CaseEvent, Text

from .hidden_parts import HiddenParts


class EarlyNames(msgspec.Struct):
    """What hidden cases ask of the student's modules while they are collected."""

    functions: list[tuple[str, str, FunctionFacts]] = []  # module, name, facts
    classes: list[tuple[str, str]] = []  # module, name
    can_wait: bool = True  # nothing else was asked


class Recorded(msgspec.Struct, tag=True):
    """What a case of the reference's run added to the contract, and at its end all else."""

    contract: Contract
    early: EarlyNames | None = None
    hidden: HiddenParts | None = None


class Called(msgspec.Struct, tag=True):
    """A call begins that belongs to no case, and is given a case's time."""

    function: str


class Reply(msgspec.Struct, tag=True):
    """What came of a question, in the form of the room that put it."""

    content: bytes


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
OfSubmission = CaseEvent | Reply | Met | Placed | Fault
Event = OfSubmission | Recorded | Called
Tell = Callable[[Event], None]


class RunCases(msgspec.Struct, tag=True):
    """Run hidden cases over it."""

    sources: dict[str, bytes]
    todo: list[str] | None = None  # in the order to judge; None: all, as written
    until_failure: bool = False
    is_recording: bool = False  # it is the reference, from which the contract is learned
    is_afresh: bool = False  # the cases are collected again, with this submission


class Ask(msgspec.Struct, tag=True):
    """Put a question to it, outside of any hidden case, as the stage's interviewer does."""

    sources: dict[str, bytes]
    question: bytes
    is_of_reference: bool = False


Task = RunCases | Ask
