"""Learns a lesson from its reference and its known mistakes; remembers it by content."""

import hashlib
import sys
from pathlib import Path

import msgspec

from grader import __version__
from grader.course.lesson_files import LessonFiles
from grader.errors import JailError
from grader.ground.folders import write_whole
from grader.ground.own_code import own_digest
from grader.judge.fair_calls import FILE
from grader.judge.jobs import FairCall, Job, Knowledge, Run
from grader.judge.learning import learn_reference, record_reference
from grader.judge.pool import Pool
from grader.judge.reports import settle
from grader.model.course import Lesson
from grader.model.report import UNDECODABLE
from grader.model.text import RAISED
from grader.sandbox.packages import installed_versions

from .fair_calls import fair_calls
from .mistakes import Fingerprint, Fingerprints, fingerprint


class Learned(msgspec.Struct):
    """All that judging a lesson needs beside a submission."""

    knowledge: Knowledge
    fingerprints: Fingerprints
    left_out: list[str] = []  # sentences for the author: what counts for nobody
    differing: list[str] = []  # and what gives the reference another outcome in each run
    inputs_amiss: list[str] = []  # and what is wrong with inputs.py
    fair: list[FairCall] = []  # what a submission may be asked in public, plain first
    # by case and number of the call: what the reference answers there that is no value, as shown
    answers: dict[str, dict[int, str]] = {}

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
        learned, _ = learn_anew(pool, lesson, files)
        cache.mkdir(parents=True, exist_ok=True)
        write_whole(path, msgspec.msgpack.encode(learned))
    else:
        pool.learn(learned.knowledge)
    return learned


def learn_anew(pool: Pool, lesson: Lesson, files: LessonFiles) -> tuple[Learned, list[Run]]:
    """Run them whatever the cache knows; give the runs of the mistakes, too, in their order."""
    first, second = sorted(pool.judge(record_reference(files)), key=lambda run: -run.number)
    learnt = learn_reference(first, second, lesson, files)
    fair, faults = list[FairCall](), list[str]()
    has_inputs = (files.hidden_folder / FILE).is_file()
    if lesson.examples and lesson.cases == "apart" and has_inputs and not learnt.left_out:
        drawn, again = pool.judge(Job(number, files.reference, draws=True) for number in (-3, -4))
        if drawn.verdict is not None or again.verdict is not None:
            raise JailError("The reference could not be asked what inputs.py gives.")
        fair, faults = fair_calls(drawn, again, first.results.values())
    pool.learn(learnt.knowledge)
    unstable = frozenset(
        case
        for case, result in first.results.items()
        if case not in second.results or second.results[case].inputs != result.inputs
    )
    runs = [first, *pool.judge(Job(i, one.sources) for i, one in enumerate(files.mistakes))]
    reference, *found = [fingerprint(run, settle(run, learnt.knowledge), unstable) for run in runs]
    names = [files.mistakes[run.number].name for run in runs[1:]]
    mistakes: dict[str, Fingerprint] = {}
    for name, did in sorted(zip(names, found, strict=True)):
        if did not in mistakes.values():
            mistakes[name] = did
    answers = {
        case: {
            number: got
            for number, (_, got) in enumerate(result.calls)
            if got == "None" or got.startswith(RAISED)
        }
        for case, result in first.results.items()
    }
    learned = Learned(
        learnt.knowledge,
        Fingerprints(reference, mistakes, {m.name: m.sentence for m in files.mistakes}, unstable),
        learnt.left_out,
        learnt.differing,
        [f"{files.cases_place}/{FILE}: {fault}" for fault in faults],
        fair,
        answers,
    )
    return learned, sorted(runs[1:], key=lambda run: run.number)
