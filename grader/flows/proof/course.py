"""Proves a course: what holds for the whole of it, then lesson by lesson.

What was proved is remembered by content: an unchanged lesson costs nothing the next time.
"""

import hashlib
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import msgspec

from grader import __version__
from grader.course.course_file import files_below, read_course_file
from grader.course.manifest import MANIFEST, find_lesson, load_course
from grader.errors import ContentError
from grader.ground.folders import write_whole
from grader.ground.own_code import own_digest
from grader.jail.distributions import installed_versions
from grader.judge.jobs import Run
from grader.judge.learning import Learned
from grader.model.decoding import UNDECODABLE
from grader.model.soundness import PROOF_VERSION, CourseProof, LessonProof, MutantCount

from .course_files import check_files, check_sources, check_trees, check_unfinished
from .findings import Findings, Place
from .known_mistakes import (
    check_inputs,
    check_lines_given_away,
    check_missed,
    check_mistakes,
    check_stub,
)
from .leaks import check_leaks
from .lesson_runs import Court, LessonRuns, Tell
from .marks import check_marks
from .material import LessonMaterial
from .mutants import as_submission, check_mutants, judge_mutants, limits_for_mutants, make_mutants
from .reference import (
    CASES_AMISS,
    check_handed_out,
    check_reference,
    check_repeats,
    note_what_it_takes,
    tell_refusal,
    tier_of,
)

_FOLDER = "verified"
_DIGITS = 40
Step = Callable[[str], Tell]  # names a step; what it gives is told how far the step is
Progress = Callable[[str, str], Tell]  # lesson and step
DONE = "done"  # the last step of each lesson


@dataclass(frozen=True)
class VerifyRequest:
    """What an author asks for."""

    course_root: Path
    lesson_ids: Sequence[str]  # none: all
    cache: Path
    court: Court | None  # None: this machine cannot judge
    with_mutants: bool = True


def verify_course(request: VerifyRequest, progress: Progress) -> CourseProof:
    """Prove a course; raises UsageError where there is none, and for an unknown lesson."""
    findings = Findings(request.course_root.resolve())
    isolation = None if request.court is None else request.court.isolation
    try:
        course = load_course(request.course_root)
    except ContentError as error:
        for fault in str(error).splitlines():
            sentence = fault.removeprefix(f"{MANIFEST}: ")
            end = "" if sentence.endswith((".", "?")) else "."
            findings.of("manifest").error(f"{sentence}{end}", Place(findings.root / MANIFEST))
        return CourseProof(PROOF_VERSION, "", isolation, tuple(findings.found), ())
    chosen = [find_lesson(course, name) for name in request.lesson_ids] or course.lessons
    check_trees(course, findings)
    if request.court is None:
        findings.of("judging").warn("Nothing was judged: hidden cases are judged on Linux only.")
    proofs = _prove_all([LessonMaterial(course, lesson) for lesson in chosen], request, progress)
    return CourseProof(PROOF_VERSION, course.title, isolation, tuple(findings.found), proofs)


def _prove_all(
    materials: Sequence[LessonMaterial], request: VerifyRequest, progress: Progress
) -> tuple[LessonProof, ...]:
    """Prove several lessons at once, since much of each is done by one process alone."""
    court = request.court
    # one more than there are cores, since judging waits now for one side and now for the other
    at_once = min(len(materials), court.jobs + 1) if court else 1
    if court is not None and at_once > 1:
        request = replace(request, court=replace(court, jobs=max(1, court.jobs // at_once)))

    def prove(material: LessonMaterial) -> LessonProof:
        lesson = str(material.lesson.id)
        proof = _prove(material, request, partial(progress, lesson))
        progress(lesson, DONE)
        return proof

    with ThreadPoolExecutor(at_once) as threads:
        # the long ones first, so that none of them is left alone at the end
        begun = {
            material.lesson.id: threads.submit(prove, material)
            for material in sorted(materials, key=_brevity)
        }
        try:
            return tuple(begun[material.lesson.id].result() for material in materials)
        except BaseException:
            threads.shutdown(cancel_futures=True)
            raise


def _brevity(material: LessonMaterial) -> int:
    hidden = material.course.hidden_folder(material.lesson)
    return -sum(path.stat().st_size for path in hidden.glob("*.py") if path.is_file())


def _prove(material: LessonMaterial, request: VerifyRequest, step: Step) -> LessonProof:
    """Recall what was proved before; prove it where something has changed since."""
    isolation = None if request.court is None else request.court.isolation
    path = request.cache / _FOLDER / _proof_key(material, isolation, request.with_mutants)
    with suppress(OSError, *UNDECODABLE):
        known = msgspec.msgpack.decode(path.read_bytes(), type=LessonProof)
        return msgspec.structs.replace(known, is_remembered=True)
    proof = _prove_anew(material, request, step)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, msgspec.msgpack.encode(proof))
    return proof


def _proof_key(material: LessonMaterial, *asked: object) -> str:
    """Digest all that a lesson's proof depends on: its files, the grader, and what was asked."""
    packages = installed_versions(material.lesson.installed)
    whole = hashlib.sha256(
        repr((material.lesson, __version__, sys.version, packages, asked)).encode()
    )
    for folder in material.folders:
        for path in files_below(folder):
            name = path.relative_to(material.course.root)
            data = _content(material.course.root, path)
            whole.update(f"{name}\0{len(data)}\0".encode() + data)
    whole.update(own_digest().encode())
    return whole.hexdigest()[:_DIGITS]


def _content(root: Path, path: Path) -> bytes:
    try:
        return read_course_file(root, path)
    except ContentError as error:  # which a check says again
        return str(error).encode()


def _prove_anew(material: LessonMaterial, request: VerifyRequest, step: Step) -> LessonProof:
    """Run every check of one lesson, in the order in which each can build on the one before."""
    started = time.perf_counter()
    court, findings = request.court, Findings(material.course.root)
    check_files(material, findings)
    is_unfinished = check_unfinished(material, findings)
    broken = check_sources(material, findings)
    learned, mutants = None, None
    if not is_unfinished and not broken and (not findings.has_errors() or _can_be_judged(material)):
        check_marks(material, findings)
        if court is not None:
            learned, mutants = _judge(material, court, findings, step, request.with_mutants)
    return LessonProof(
        lesson=material.lesson.id,
        findings=tuple(findings.found),
        cases=0 if learned is None else len(learned.knowledge.cases),
        mistakes=0 if learned is None else len(material.files.mistakes),
        mutants=mutants,
        tier="" if learned is None else tier_of(material, learned),
        seconds=round(time.perf_counter() - started, 2),
    )


def _can_be_judged(material: LessonMaterial) -> bool:
    try:
        wanted = (material.files, material.handout)
    except ContentError:
        return False  # the checks of files and sources have said why
    return all(wanted)


def _judge(
    material: LessonMaterial, court: Court, findings: Findings, step: Step, with_mutants: bool
) -> tuple[Learned | None, MutantCount | None]:
    with LessonRuns(material, court) as runs:
        step("public cases")
        check_handed_out(material, findings)  # while the workers get ready
        step("the reference")
        try:
            learned = runs.learn()
        except ContentError as error:
            tell_refusal(material, str(error), findings)
            return None, None
        reference = _judge_known(material, runs, learned, findings, step)
    note_what_it_takes(material, court, learned, findings)
    check_leaks(material, learned, findings)
    check_lines_given_away(material, findings)
    check_inputs(material, learned, findings)
    # a reference that hangs would hang in every mutant again, and without a case that is left out
    # mutants survive that it would catch
    hangs = "timed_out" in learned.knowledge.outcomes.values()
    if not with_mutants or hangs or findings.has_errors(*CASES_AMISS):
        return learned, None
    made, left_out = make_mutants(material)
    limits = limits_for_mutants(material.lesson.limits, reference)
    with LessonRuns(material, court, limits=limits) as runs:
        runs.be_taught(learned.knowledge)
        judged = judge_mutants(material, made, runs, step("mutants"))
        missed = [
            (
                "A mutant",
                Place(material.solution / one.file, one.line),
                as_submission(material, one),
            )
            for one, lives in judged
            if lives
        ]
        check_missed(runs, missed, findings)
    return learned, check_mutants(material, judged, left_out, findings)


def _judge_known(
    material: LessonMaterial, runs: LessonRuns, learned: Learned, findings: Findings, step: Step
) -> Run:
    """Judge the reference twice, the stub and each known mistake; give the reference's run."""
    files = material.files
    judged = [files.reference, files.reference, material.handout.stub]
    judged += [one.sources for one in files.mistakes]
    first, second, stub, *rest = runs.run(judged, step("known submissions"))
    mistakes = list(zip(files.mistakes, rest, strict=True))
    check_repeats(material, learned, [first, second], findings)
    check_reference(material, learned, first, findings)
    check_stub(material, runs, stub, findings.of("stub"))
    check_mistakes(material, runs, learned, mistakes, findings.of("mistakes"))
    missed = [
        (f"The mistake {one.name}", material.mistake_place(one.name), one.sources)
        for one, run in mistakes
        if runs.passes(run)
    ]
    check_missed(runs, missed, findings)
    return first
