"""What is wrong with an author's inputs.py, and what it shows that no hidden case does."""

from collections.abc import Iterable
from dataclasses import dataclass

from grader.cases.fair_inputs import FILE
from grader.judge.learning import Learned
from grader.judge.sentences import example_of
from grader.judge.submission_source import Source

from .findings import Findings, Place
from .lesson_runs import LessonRuns, Sources
from .material import LessonMaterial

CHECK = "inputs"
_NO_SOURCE = Source({}, "", frozenset())


@dataclass(frozen=True)
class Passing:
    """A wrong submission that passes every hidden case."""

    what: str
    place: Place
    sources: Sources


def check_inputs(material: LessonMaterial, learned: Learned, findings: Findings) -> None:
    """Say what is wrong with the file, and where nothing of it may be shown."""
    path = material.hidden.folder / FILE
    if not path.is_file():
        return
    findings = findings.of(CHECK)
    for fault in learned.inputs_amiss:
        findings.warn(fault, Place(path), advice="Correct it; what else the file gives is used.")
    is_asked = material.lesson.examples and material.lesson.cases == "apart"
    if is_asked and not (learned.knowledge.fair or learned.inputs_amiss or learned.left_out):
        findings.warn(
            f"{FILE} gives nothing that may be shown: all of it stands in hidden cases.",
            Place(path),
            advice="Give other inputs, or more of them.",
        )


def check_missed(runs: LessonRuns, passing: Iterable[Passing], findings: Findings) -> None:
    """Name what passes every hidden case and answers a fair call otherwise than the reference."""
    missed = list(passing)
    for one, run in zip(missed, runs.run_asking([each.sources for each in missed]), strict=True):
        if run.example is not None:
            findings.of(CHECK).warn(
                f"{one.what} passes every hidden case, and {FILE} tells it apart: "
                f"{example_of(run.example, _NO_SOURCE).sentence}",
                one.place,
                advice="Add a hidden case that it fails.",
            )
