"""What is judged, by what knowledge, what an examiner is asked and tells, and what came of it."""

from collections.abc import Callable

import msgspec

from grader.border.contract import Contract
from grader.border.facts import FunctionFacts
from grader.border.notebook import mark
from grader.cases.events import CaseEvent, CaseInfo, CaseResult, Failure, Text
from grader.model.course import Lesson
from grader.model.submission import Submission

# the fault of a run whose examiner neither told its end nor was killed
ENDED_BY_CASES = "a hidden file ended the process that it runs in, as os._exit() does"


class EarlyNames(msgspec.Struct):
    """What hidden cases ask of the student's modules while they are collected."""

    functions: list[tuple[str, str, FunctionFacts]] = []  # module, name, facts
    classes: list[tuple[str, str]] = []  # module, name
    can_wait: bool = True  # nothing else was asked


class Recorded(msgspec.Struct, tag=True):
    """What a case of the reference's run added to the contract, and at its end all else."""

    contract: Contract
    early: EarlyNames | None = None


class FairCall(msgspec.Struct):
    """A call that a submission may be asked in public, with what the reference does."""

    function: str
    arguments: bytes  # a tuple, packed
    text: str
    answer: str = ""  # as the record of a case shows it
    fingerprint: str = ""


class Drawn(msgspec.Struct, tag=True):
    """The calls that an author's inputs.py gives, and what is wrong with the file."""

    calls: list[FairCall] = []
    faults: list[str] = []


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
OfSubmission = CaseEvent | Met | Placed | Fault
Event = OfSubmission | Recorded | Drawn
Tell = Callable[[Event], None]


class RunCases(msgspec.Struct, tag=True):
    """Run hidden cases over it."""

    sources: dict[str, bytes]
    todo: list[str] | None = None  # in the order to judge; None: all, as written
    most_failing: int | None = None  # after so many that are not passed the others are not run
    is_recording: bool = False  # it is the reference, from which the contract is learned
    is_afresh: bool = False  # the cases are collected again, with this submission


class RunCalls(msgspec.Struct, tag=True):
    """Make fair calls in place of hidden cases, each as a case of its own."""

    sources: dict[str, bytes]
    calls: list[FairCall]
    draws: bool = False  # make those that inputs.py gives: it is the reference
    seed: str = ""  # with another one the reference must answer the same


Task = RunCases | RunCalls


class Knowledge(msgspec.Struct):
    """What the reference's run taught: needed before any other submission is judged."""

    cases: list[CaseInfo]
    contract: Contract
    fixtures: list[str]
    callables: dict[str, list[str]]
    outcomes: dict[str, str]
    early: EarlyNames = msgspec.field(default_factory=EarlyNames)
    kinds: dict[str, str] = {}  # of the last result of each case

    def counts(self, case: str) -> bool:
        """Whether a case counts: the reference passes it."""
        return self.outcomes.get(case) == "passed"


class Job(msgspec.Struct):
    """One submission to judge; without knowledge it is recorded as the reference."""

    number: int
    sources: dict[str, bytes]
    is_recording: bool = False
    every_case: bool = False  # also those that count for nobody
    most_failing: int | None = None  # of a mutant: what follows would tell nothing more
    draws: bool = False  # the reference is to make the calls of inputs.py, and nothing else
    # the calls to make once it is judged
    follow_up: Callable[["Run"], list[FairCall]] | None = None

    def cases(self, knowledge: Knowledge) -> list[str]:
        """Name the cases to go through, as written."""
        ids = [case.id for case in knowledge.cases]
        return ids if self.every_case else [case for case in ids if knowledge.counts(case)]


def sources_to_run(lesson: Lesson, submission: Submission) -> dict[str, bytes]:
    """Say of a module that was made of a notebook that it was, and how that is run."""
    sources, module = submission.sources, lesson.module_file
    if not submission.cells:
        return sources
    lines = [cell.line for cell in submission.cells]
    return {**sources, module: mark(sources[module], lesson.notebook, lines)}


class Run(msgspec.Struct):
    """Everything that happened while one submission was judged."""

    number: int
    results: dict[str, CaseResult] = {}
    cases: list[CaseInfo] = []
    broken: dict[str, Failure] = {}
    whole: Failure | None = None  # what kept every case from running
    verdict: str | None = None  # too_much_output, grader_fault
    printed: str = ""
    fixtures: list[str] = []
    contract: Contract = msgspec.field(default_factory=Contract)
    early: EarlyNames | None = None
    drawn: Drawn | None = None  # the calls that inputs.py gives
    answers: dict[str, CaseResult] = {}  # to the calls that followed, by their texts
    fault: str | None = None
    isolation: str = ""
    seconds: float = 0.0
