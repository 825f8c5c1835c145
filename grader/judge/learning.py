"""Learns a lesson from its reference and its known mistakes; remembers it by content."""

import hashlib
import sys
from pathlib import Path

import msgspec

from grader import __version__
from grader.border.contract import CaseContract
from grader.border.records import RAISED
from grader.cases.events import CaseResult
from grader.course.lesson_files import LessonFiles
from grader.errors import ContentError, JailError
from grader.ground.folders import write_whole
from grader.ground.own_code import own_digest
from grader.jail.distributions import installed_versions
from grader.model.course import Lesson
from grader.model.report import UNDECODABLE, Reveal, Visibility

from .diagnosis import Fingerprints, behaviour, fingerprint, unstable_cases
from .events import EarlyNames, HiddenParts
from .fair_inputs import FILE
from .jobs import ENDED_BY_CASES, Job, Knowledge, Run
from .pool import Pool
from .verdict import Judging, settle

_FINE = ("passed", "skipped", "xfailed")
STOPPED = "Let them do less when they are imported, or raise the limit."
# how a sentence ends that says why no hidden file could be imported
_NO_CASE = "gives no case with the reference solution."
_NO_TEST = "Write a function there whose name begins with test_."
_IMPORT = "The import of the solution and the cases"
_ENDED_AT_IMPORT = {
    "import_timed_out": f"{_IMPORT} was stopped at a time limit. {STOPPED}",
    "memory": f"{_IMPORT} was stopped at the memory limit. {STOPPED}",
    "printed": f"{_IMPORT} printed too much and was stopped. {STOPPED}",
    "signal": "The system ended the import of the solution with signal {}.",
    "exited": "The solution ended its process with exit status {} as it was imported.",
}


class Learned(msgspec.Struct):
    """All that judging a lesson needs beside a submission."""

    knowledge: Knowledge
    fingerprints: Fingerprints
    left_out: list[str]  # sentences for the author: what counts for nobody
    differing: list[str]  # and what gives the reference another outcome in each run
    inputs_amiss: list[str] = []  # and what is wrong with inputs.py

    @property
    def warnings(self) -> list[str]:
        """All sentences for the author."""
        return [*self.left_out, *self.differing, *self.inputs_amiss]


def learn_lesson(pool: Pool, lesson: Lesson, files: LessonFiles, cache: Path) -> Learned:
    """Run the reference and each known mistake, unless the cache knows them."""
    packages = installed_versions(lesson.packages)
    parts = (files.digest, pool.isolation, __version__, sys.version, own_digest(), *packages)
    key = hashlib.sha256("|".join(parts).encode()).hexdigest()[:40]
    path = cache / f"{key}.learned"
    try:
        learned = msgspec.msgpack.decode(path.read_bytes(), type=Learned)
    except (OSError, *UNDECODABLE):
        learned = _learn(pool, lesson, files)
        cache.mkdir(parents=True, exist_ok=True)
        write_whole(path, msgspec.msgpack.encode(learned))
    else:
        pool.learn(learned.knowledge)
    return learned


def _learn(pool: Pool, lesson: Lesson, files: LessonFiles) -> Learned:
    first, second = (_record(pool, number, files) for number in (-1, -2))
    if not first.cases:
        raise ContentError(_no_cases(files, first))
    for case, terms in second.contract.cases.items():
        first.contract.cases.setdefault(case, CaseContract()).add(terms)
    knowledge = Knowledge(
        cases=first.cases,
        contract=first.contract,
        fixtures=first.fixtures,
        early=first.early or EarlyNames(can_wait=False),
        kinds={case: result.last_kind for case, result in first.results.items()},
        answers={case: _answers(result) for case, result in first.results.items()},
        callables={case: result.callables for case, result in first.results.items()},
        outcomes={case: result.outcome for case, result in first.results.items()},
    )
    _check_marks(files, knowledge)
    judging = Judging(lesson, files.digest, knowledge)
    left_out = _left_out(files, knowledge, first)
    differing = [
        f"{case} gives the reference another outcome in each run."
        for case, outcome in knowledge.outcomes.items()
        if outcome in _FINE and case in second.results and second.results[case].outcome != outcome
    ]
    if not any(judging.counted(case) for case in knowledge.cases):
        told = [f"No hidden case of {lesson.id} can be used.", *left_out, *differing]
        raise ContentError("\n".join(told))
    faults = [] if left_out else _learn_fair_calls(pool, lesson, files, first, knowledge)
    pool.learn(knowledge)
    unstable = unstable_cases(first, second)
    found, behaviours = {}, {}
    for run in pool.judge(Job(i, mistake.sources) for i, mistake in enumerate(files.mistakes)):
        name, results = files.mistakes[run.number].name, settle(run, judging)
        found[name] = fingerprint(run, results, unstable)
        behaviours[name] = behaviour(results, unstable)
    # of mistakes that no case tells apart, the first by name is told
    prints = {found[name]: name for name in sorted(found, reverse=True)}
    right = settle(first, judging)
    reference = fingerprint(first, right, unstable)
    sentences = {mistake.name: mistake.sentence for mistake in files.mistakes}
    known = Fingerprints(
        reference, prints, sentences, unstable, behaviours, behaviour(right, unstable)
    )
    return Learned(knowledge, known, left_out, differing, faults)


def _answers(result: CaseResult) -> dict[int, str]:
    """Say in which calls of a case the reference gives None, or raises what."""
    texts = [got.replace(RAISED, "!", 1) for _, got in result.calls]
    return {n: text for n, text in enumerate(texts) if text == "None" or text.startswith("!")}


def _learn_fair_calls(
    pool: Pool, lesson: Lesson, files: LessonFiles, first: Run, knowledge: Knowledge
) -> list[str]:
    """Take over what may be asked in public; gives what is wrong with the author's inputs."""
    has_inputs = (files.hidden_folder / FILE).is_file()
    if not (lesson.examples and lesson.cases == "apart" and has_inputs):
        return []
    job = Job(-3, files.reference, hidden=first.hidden or HiddenParts())
    drawn = next(iter(pool.judge([job]))).drawn
    if drawn is None:
        raise JailError("The reference could not be asked what inputs.py gives.")
    knowledge.fair = drawn.calls
    return [f"{files.cases_place}/{fault}" for fault in drawn.faults]


def _check_marks(files: LessonFiles, knowledge: Knowledge) -> None:
    faults = [
        f"{files.cases_place}/{case.id}: {mark}({value!r}) is unknown; it is one of "
        f"{', '.join(known)}."
        for case in knowledge.cases
        for mark, value, known in (
            ("reveal", case.reveal, tuple(Reveal)),
            ("visibility", case.visibility, tuple(Visibility)),
        )
        if value not in known
    ]
    if faults:
        raise ContentError("\n".join(faults))


def _record(pool: Pool, number: int, files: LessonFiles) -> Run:
    run = next(iter(pool.judge([Job(number, files.reference, is_recording=True)])))
    if run.fault == ENDED_BY_CASES:
        raise ContentError(f"{files.cases_place} {_NO_CASE} {ENDED_BY_CASES.capitalize()}.")
    if run.verdict == "too_much_output":
        raise ContentError(
            f"{files.cases_place} {_NO_CASE} It prints too much and is stopped. Take the print out."
        )
    if run.verdict == "grader_fault":
        raise JailError(f"The reference could not be judged: {run.fault}.")
    return run


def _no_cases(files: LessonFiles, run: Run) -> str:
    failures = [run.whole] if run.whole is not None else list(run.broken.values())
    reasons = [
        _ENDED_AT_IMPORT[failure.kind].format(failure.text)
        if failure.kind in _ENDED_AT_IMPORT
        else f"{failure.for_author()}."
        for failure in failures
    ]
    return " ".join((f"{files.cases_place} {_NO_CASE}", *(reasons or [_NO_TEST])))


def _left_out(files: LessonFiles, knowledge: Knowledge, first: Run) -> list[str]:
    broken = [
        f"{files.cases_place}/{file} cannot be imported with the reference solution: "
        f"{failure.for_author()}."
        for file, failure in sorted(first.broken.items())
    ]
    return broken + [
        f"{case.id} is left out: the reference solution does not pass it "
        f"({_reason(first.results.get(case.id), knowledge.outcomes.get(case.id, 'error'))})."
        for case in knowledge.cases
        if knowledge.outcomes.get(case.id) not in _FINE
    ]


def _reason(result: CaseResult | None, outcome: str) -> str:
    if result is None:
        return outcome
    text = result.text or outcome
    call, expected, got = result.shown
    if expected is None or got is None:
        return text
    return f"{call or 'it'} gave {got}, expected was {expected}; {text}"
