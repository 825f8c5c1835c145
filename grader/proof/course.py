"""Proves a course: what holds for the whole of it, then lesson by lesson."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from grader.advice.learning import Learned, learn_anew
from grader.course.manifest import MANIFEST, find_lesson, load_course
from grader.errors import ContentError
from grader.judge.fair_calls import FILE as INPUTS
from grader.judge.jobs import Job
from grader.model.soundness import PROOF_VERSION, CourseProof, LessonProof, MutantCount

from . import reference, together
from .course_files import check_files, check_sources, check_trees, check_unfinished
from .hidden_files import check_evaluators, check_hidden_files
from .known_mistakes import check_mistakes, check_stub
from .leaks import check_leaks
from .lesson_runs import Court, Tell, failed_cases, pool_for, refuse_faults, run_all
from .material import Findings, LessonMaterial, Place
from .mutants import check_mutants, check_needed, judge_mutants, limits_for_mutants, make_mutants

Step = Callable[[str], Tell]  # names a step; what it gives is told how far the step is
Progress = Callable[[str, str], Tell]  # lesson and step
DONE = "done"  # the last step of each lesson


def verify_course(
    root: Path,
    lesson_ids: Sequence[str],
    court: Court | None,
    progress: Progress,
    *,
    with_mutants: bool = True,
) -> CourseProof:
    """Prove these lessons of a course, all where none is named; without a court none is judged.

    Raises UsageError where there is no course, and for an unknown lesson.
    """
    findings = Findings(root.resolve())
    isolation = None if court is None else court.isolation
    try:
        course = load_course(root)
    except ContentError as error:
        for fault in str(error).splitlines():
            sentence = fault.removeprefix(f"{MANIFEST}: ")
            end = "" if sentence.endswith((".", "?")) else "."
            findings.of("manifest").error(f"{sentence}{end}", Place(findings.root / MANIFEST))
        return CourseProof(PROOF_VERSION, "", isolation, tuple(findings.found), ())
    chosen = [find_lesson(course, name) for name in lesson_ids] or course.lessons
    check_trees(course, findings)
    if court is None:
        findings.of("judging").warn("Nothing was judged: hidden cases are judged on Linux only.")
    materials = [LessonMaterial(course, lesson) for lesson in chosen]
    # several at once, since much of each is done by one process alone, and one more than there are
    # cores, since judging waits now for one side and now for the other
    at_once = min(len(materials), court.jobs + 1) if court else 1
    if court is not None:
        court = court._replace(jobs=max(1, court.jobs // at_once))

    def prove(material: LessonMaterial) -> LessonProof:
        step = partial(progress, str(material.lesson.id))
        proof = _prove(material, court, step, with_mutants=with_mutants)
        step(DONE)
        return proof

    def size(material: LessonMaterial) -> int:
        return sum(path.stat().st_size for path in material.hidden.folder.glob("*.py"))

    with ThreadPoolExecutor(at_once) as threads:
        # the long ones first, so that none of them is left alone at the end
        longest_first = sorted(materials, key=size, reverse=True)
        begun = {one.lesson.id: threads.submit(prove, one) for one in longest_first}
        try:
            proofs = tuple(begun[material.lesson.id].result() for material in materials)
        except BaseException:
            threads.shutdown(cancel_futures=True)
            raise
    return CourseProof(PROOF_VERSION, course.title, isolation, tuple(findings.found), proofs)


def _prove(
    material: LessonMaterial, court: Court | None, step: Step, *, with_mutants: bool
) -> LessonProof:
    """Run every check of one lesson, in the order in which each can build on the one before."""
    started = time.perf_counter()
    findings = Findings(material.course.root)
    check_files(material, findings)
    is_unfinished = check_unfinished(material, findings)
    is_broken = check_sources(material, findings)
    learned, mutants = None, None
    if not is_unfinished and not is_broken and (material.is_whole or not findings.errors()):
        check_hidden_files(material, findings)
        if court is not None:
            learned, mutants = _judge(material, court, findings, step, with_mutants)
    return LessonProof(
        lesson=material.lesson.id,
        findings=tuple(findings.found),
        cases=0 if learned is None else len(learned.knowledge.cases),
        mistakes=0 if learned is None else len(material.files.mistakes),
        mutants=mutants,
        tier="" if learned is None else reference.tier_of(material, learned),
        seconds=round(time.perf_counter() - started, 2),
    )


def _judge(
    material: LessonMaterial, court: Court, findings: Findings, step: Step, with_mutants: bool
) -> tuple[Learned | None, MutantCount | None]:
    """Judge the reference, each known mistake, the stub, and then the mutants."""
    files, is_apart = material.files, material.lesson.cases == "apart"
    with pool_for(material, court) as pool:
        step("public cases")
        reference.check_handed_out(material, findings)  # while the workers get ready
        tell = step("the reference and the mistakes")
        try:
            learned, of_mistakes = learn_anew(pool, material.lesson, files)
            refuse_faults(of_mistakes)
        except ContentError as error:
            if is_apart:
                together.check_apart(material, court, findings)
            reference.pass_on(material, str(error).splitlines(), findings)
            return None, None
        usual, stub = run_all(
            pool,
            [Job(0, files.reference, every_case=True), Job(1, material.handout.stub)],
            tell,
        )
    if learned.left_out and is_apart:
        together.check_apart(material, court, findings)
    reference.check_reference(material, learned, usual, findings)
    check_stub(material, learned, stub, findings)
    mistakes = zip(files.mistakes, of_mistakes, strict=True)
    check_mistakes(material, learned, mistakes, findings)
    check_leaks(material, learned, findings)
    for fault in learned.inputs_amiss:
        findings.of("inputs").warn(fault, Place(material.hidden.folder / INPUTS))
    reference.note_what_crosses(material, learned, findings)
    if is_apart:
        check_evaluators(material, findings)
    else:
        together.check_together(material, court, learned, findings)
    # a reference that hangs would hang in every mutant again, and without a case that is left out
    # mutants survive that it would catch
    hangs = "timed_out" in learned.knowledge.outcomes.values()
    if not with_mutants or hangs or findings.errors(*reference.CASES_AMISS):
        return learned, None
    made, left_out = make_mutants(material)
    failing = [frozenset(failed_cases(run, learned)) for run in of_mistakes]
    with pool_for(material, court, limits_for_mutants(material.lesson.limits, usual)) as pool:
        pool.learn(learned.knowledge)
        mutants = judge_mutants(material, made, pool, learned, usual, step("mutants"))
    check_needed(learned, [*failing, *(one.fails_in for one in mutants)], findings)
    return learned, check_mutants(material, mutants, left_out, findings)
