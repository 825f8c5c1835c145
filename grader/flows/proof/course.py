"""Proves a course: what holds for the whole of it, then lesson by lesson.

What was proved is remembered by content: an unchanged lesson costs nothing the next time.
"""

import hashlib
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path

import msgspec

from grader import __version__
from grader.course.course_file import files_below, read_course_file
from grader.course.manifest import MANIFEST, find_lesson, load_course
from grader.errors import ContentError
from grader.ground.folders import write_whole
from grader.ground.own_code import own_digest
from grader.ground.temporary import temporary_folder
from grader.jail.distributions import installed_versions
from grader.judge.jobs import Run
from grader.judge.learning import Learned
from grader.model.decoding import UNDECODABLE
from grader.model.soundness import PROOF_VERSION, CourseProof, LessonProof, MutantCount

from .allowed_mutants import find_allowed
from .case_orders import check_orders, copy_with_hooks
from .case_shapes import check_case_shapes, check_marks
from .course_files import check_files, check_sources, check_trees, check_unfinished
from .findings import Findings, Place
from .known_mistakes import (
    Passing,
    check_inputs,
    check_lines_given_away,
    check_missed,
    check_mistakes,
    check_stub,
)
from .leaks import check_leaks
from .lesson_runs import Court, LessonRuns, Tell
from .material import LessonMaterial, told
from .mutants import (
    Mutant,
    as_submission,
    check_mutants,
    judge_mutants,
    limits_for_mutants,
    make_mutants,
)
from .plain_runs import PlainOutcome, run_plainly
from .redefinition import check_redefined, redefined_submissions
from .reference import (
    CASES_AMISS,
    check_handed_out,
    check_reference,
    check_repeats,
    note_what_it_takes,
    prints_too_much,
    tell_refusal,
    tier_of,
)
from .wrapped_references import check_wrapped, make_wrapped

_FOLDER = "verified"
_DIGITS = 40
_REPEATS = 2
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
        path = findings.root / MANIFEST
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        for fault in str(error).splitlines():
            sentence, line = told(fault.removeprefix(f"{MANIFEST}: "), text)
            findings.of("manifest").error(sentence, Place(path, line))
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


@dataclass(frozen=True)
class _Known:
    """What the runs of a lesson that changes nothing came to."""

    learned: Learned
    reference: Run
    outcomes: dict[str, dict[str, str]]  # of the reference and of one mistake


def _prove_anew(material: LessonMaterial, request: VerifyRequest, step: Step) -> LessonProof:
    """Run every check of one lesson, in the order in which each can build on the one before."""
    started = time.perf_counter()
    court, findings = request.court, Findings(material.course.root)
    check_files(material, findings)
    is_unfinished = check_unfinished(material, findings)
    broken = check_sources(material, findings)
    if not is_unfinished:
        check_case_shapes(material, findings)
    known, mutants, wrapped = None, None, None
    if not is_unfinished and not broken and (not findings.has_errors() or _can_be_judged(material)):
        check_marks(material, findings)
        known = None if court is None else _judge(material, court, findings, step)
    # a reference that hangs would hang in every order again
    hangs = known is not None and "timed_out" in known.learned.knowledge.outcomes.values()
    if known is not None and court is not None and not hangs:
        # without a case that is left out or never runs, mutants survive that it would catch
        with_mutants = request.with_mutants and not findings.has_errors(*CASES_AMISS)
        mutants, wrapped = _try_variants(material, court, known, findings, (step, with_mutants))
    return LessonProof(
        lesson=material.lesson.id,
        findings=tuple(findings.found),
        cases=0 if known is None else len(known.learned.knowledge.cases),
        mistakes=0 if known is None else len(material.files.mistakes),
        mutants=mutants,
        wrapped=wrapped,
        tier="" if known is None else tier_of(material, known.learned),
        seconds=round(time.perf_counter() - started, 2),
    )


def _can_be_judged(material: LessonMaterial) -> bool:
    try:
        wanted = (material.files, material.handout)
    except ContentError:
        return False  # the checks of files and sources have said why
    return all(wanted)


def _judge(material: LessonMaterial, court: Court, findings: Findings, step: Step) -> _Known | None:
    with LessonRuns(material, court) as runs:
        step("plain pytest")
        plain = run_plainly(material)  # while the workers get ready
        check_handed_out(material, plain, findings)
        if prints_too_much(material, plain, findings):
            return None
        step("the reference")
        try:
            learned = runs.learn()
        except ContentError as error:
            tell_refusal(material, str(error), plain.hidden, findings)
            return None
        known = _judge_known(material, runs, (learned, plain.hidden), findings, step)
    note_what_it_takes(material, court, learned, findings)
    check_leaks(material, learned, findings)
    check_lines_given_away(material, findings)
    check_inputs(material, learned, findings)
    return known


def _judge_known(
    material: LessonMaterial,
    runs: LessonRuns,
    seen: tuple[Learned, Mapping[str, PlainOutcome]],
    findings: Findings,
    step: Step,
) -> _Known:
    learned, plain = seen
    files, redefined = material.files, redefined_submissions(material)
    judged = [files.reference] * _REPEATS + [material.handout.stub]
    judged += [one.sources for one in files.mistakes]
    judged += [one.sources for one in redefined]
    ran = iter(runs.run(judged, step("known submissions")))
    repeats, stub = list(islice(ran, _REPEATS)), next(ran)
    mistakes = list(zip(files.mistakes, ran, strict=False))
    check_repeats(material, learned, repeats, findings)
    check_reference(material, learned, repeats[0], plain, findings)
    check_stub(material, runs, stub, findings.of("stub"))
    check_mistakes(material, runs, learned, mistakes, findings.of("mistakes"))
    missed = [
        (f"The mistake {one.name}", material.mistake_place(one.name), one.sources)
        for one, run in mistakes
        if runs.passes(run)
    ]
    check_missed(runs, missed, findings)
    ran_redefined = list(zip(redefined, ran, strict=True))
    check_redefined(material, runs, ran_redefined, repeats, findings)
    usual = {"the reference": runs.outcomes(repeats[0])}
    for mistake, run in mistakes:
        # one that fails some cases by plain wrong values shows most
        if len(usual) == 1 and set(runs.outcomes(run).values()) == {"passed", "failed"}:
            usual[f"the mistake {mistake.name}"] = runs.outcomes(run)
    return _Known(learned, repeats[0], usual)


def _try_variants(
    material: LessonMaterial,
    court: Court,
    known: _Known,
    findings: Findings,
    asked: tuple[Step, bool],
) -> tuple[MutantCount | None, MutantCount | None]:
    """Judge other orders and changed references, with little time for what never ends."""
    step, with_mutants = asked
    made, left_out = make_mutants(material) if with_mutants else ([], 0)
    limits = limits_for_mutants(material.lesson.limits, known.reference)
    knowledge = known.learned.knowledge
    with temporary_folder("grader-verify-") as folder:
        hidden = copy_with_hooks(material.hidden.folder, folder / "hidden")
        with LessonRuns(material, court, limits=limits, hidden=hidden) as runs:
            tell = step("other orders")
            check_orders(material, runs, knowledge, known.outcomes, findings, tell)
            if not with_mutants:
                return None, None
            judged = judge_mutants(material, made, runs, step("mutants"))
            check_missed(runs, _missed_mutants(material, judged), findings)
            wrapped = make_wrapped(material, runs.results(known.reference))
            sources = [one.sources for one in wrapped[0]]
            ran = runs.run(sources, step("wrapped references"), until_failure=True)
            survives = list(map(runs.passes, ran))
    allowed = find_allowed(material, findings)
    return (
        check_mutants(material, judged, left_out, allowed["mutants"], findings),
        check_wrapped(material, wrapped, survives, allowed["wrapped"], findings),
    )


def _missed_mutants(
    material: LessonMaterial, judged: Sequence[tuple[Mutant, bool]]
) -> Iterator[Passing]:
    for one, lives in judged:
        if lives:
            place = Place(material.solution / one.file, one.line)
            yield "A mutant", place, as_submission(material, one)
