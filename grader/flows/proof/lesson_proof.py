"""Runs every check of one lesson, in the order in which each can build on the one before."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from grader.errors import ContentError
from grader.ground.temporary import temporary_folder
from grader.judge.jobs import Run
from grader.judge.learning import Learned
from grader.model.soundness import LessonProof, MutantCount

from .allowed_mutants import find_allowed
from .case_orders import check_orders, copy_with_hooks
from .case_shapes import check_case_shapes, check_marks
from .course_trees import check_files
from .findings import Findings, Place
from .known_mistakes import Passing, check_inputs, check_missed, check_mistakes, check_stub
from .leaks import check_leaks
from .lesson_runs import Court, LessonRuns, Tell
from .material import LessonMaterial
from .mutants import (
    NamedMutant,
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
    check_own_equality,
    check_reference,
    check_repeats,
    check_tier,
    check_together,
    prints_too_much,
    tell_refusal,
    tier_of,
)
from .sources import check_sources, check_unfinished
from .wrapped_references import check_wrapped, make_wrapped

_REPEATS = 2
Step = Callable[[str], Tell]  # names a step; what it gives is told how far the step is


@dataclass(frozen=True)
class _Known:
    """What the runs of a lesson that changes nothing came to."""

    learned: Learned
    reference: Run
    outcomes: dict[str, dict[str, str]]  # of the reference and of one mistake


@dataclass(frozen=True)
class _Variants:
    """What became of the changed references."""

    mutants: MutantCount | None = None
    wrapped: MutantCount | None = None


def prove_lesson(
    material: LessonMaterial, court: Court | None, step: Step, *, with_mutants: bool
) -> LessonProof:
    """Check one lesson; without a court only what needs no judging."""
    started = time.perf_counter()
    findings = Findings(material.course.root)
    check_files(material, findings)
    is_unfinished = check_unfinished(material, findings)
    broken = check_sources(material, findings)
    if not is_unfinished:
        check_case_shapes(material, findings)
    known, variants = None, _Variants()
    if not is_unfinished and not broken and (not findings.has_errors() or _can_be_judged(material)):
        check_marks(material, findings)
        known = None if court is None else _judge(material, court, findings, step)
    # a reference that hangs would hang in every order again
    hangs = known is not None and "timed_out" in known.learned.knowledge.outcomes.values()
    if known is not None and court is not None and not hangs:
        # without a case that is left out or never runs, mutants survive that it would catch
        with_mutants = with_mutants and not findings.has_errors(*CASES_AMISS)
        variants = _try_variants(material, court, known, findings, (step, with_mutants))
    return LessonProof(
        lesson=material.lesson.id,
        findings=tuple(findings.found),
        cases=0 if known is None else len(known.learned.knowledge.cases),
        mistakes=0 if known is None else len(material.files.mistakes),
        mutants=variants.mutants,
        wrapped=variants.wrapped,
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
    check_tier(material, learned, findings)
    check_own_equality(material, learned, findings)
    check_together(material, court, learned, findings)
    check_leaks(material, learned, findings)
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
) -> _Variants:
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
                return _Variants()
            judged = judge_mutants(material, made, runs, step("mutants"))
            check_missed(runs, _missed_mutants(material, judged), findings)
            wrapped = make_wrapped(material, runs.results(known.reference))
            sources = [one.sources for one in wrapped[0]]
            ran = runs.run(sources, step("wrapped references"), until_failure=True)
            survives = list(map(runs.passes, ran))
    allowed = find_allowed(material, findings)
    return _Variants(
        check_mutants(material, judged, left_out, allowed["mutants"], findings),
        check_wrapped(material, wrapped, survives, allowed["wrapped"], findings),
    )


def _missed_mutants(
    material: LessonMaterial, judged: Sequence[tuple[NamedMutant, bool]]
) -> Iterator[Passing]:
    for one, lives in judged:
        if lives:
            place = Place(material.solution / one.file, one.mutant.line)
            yield "A mutant", place, as_submission(material, one)
