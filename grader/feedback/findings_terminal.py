"""Prints what was found out about a course, on a terminal of any width."""

from collections.abc import Sequence

from rich.console import Console

from grader.feedback.pen import Pen
from grader.model.phrases import count
from grader.model.soundness import CourseProof, Finding, LessonProof, Level

_ORDER = tuple(Level)
_STYLES = {Level.ERROR: "red", Level.WARNING: "yellow", Level.NOTE: ""}
_WORDS = {Level.ERROR: "wrong", Level.WARNING: "look at", Level.NOTE: "note"}
_TIERS = {
    "": "not judged",
    "functions": "functions and data",
    "objects": "objects",
    "together": "cases beside the submission",
}


def print_proof(proof: CourseProof, screen: Console) -> None:
    """Print the findings by lesson, errors first, and what each lesson was proved with."""
    pen = Pen(screen)
    if proof.findings:
        pen.heading("The course")
        _print_findings(pen, proof.findings)
    for lesson in proof.lessons:
        pen.heading(lesson.lesson)
        pen.write(_cost(lesson))
        _print_findings(pen, lesson.findings)
    pen.gap()
    style = "bold green" if proof.is_sound else "bold red"
    pen.write(_conclusion(proof), indent=0, style=style)


def _print_findings(pen: Pen, findings: Sequence[Finding]) -> None:
    for one in sorted(
        findings, key=lambda one: (_ORDER.index(one.level), one.file or "", one.line or 0)
    ):
        headline = f"{_WORDS[one.level]} ({one.check}): {one.sentence}"
        pen.write(headline, indent=4, mark="-", style=_STYLES[one.level])
        for text in filter(None, (one.place, one.advice)):
            pen.write(text, indent=6)
        for line in (one.detail or "").splitlines():  # copied, so never broken
            pen.line((f"        {pen.encodable(line)}".rstrip(), ""))


def _cost(lesson: LessonProof) -> str:
    """Say what a lesson was proved with, and how long that took."""
    parts = []
    if lesson.cases:
        parts += [count(lesson.cases, "case"), count(lesson.mistakes, "known mistake")]
    if (made := lesson.mutants) is not None:
        allowed = f", {made.allowed} allowed" if made.allowed else ""
        left = made.judged - made.killed - made.allowed
        fate = f"{made.killed} caught{allowed}" + (f", {left} not caught" if left else "")
        parts.append(f"{count(made.judged, 'mutant')} ({fate})")
    return ", ".join((*parts, _TIERS[lesson.tier], f"{lesson.seconds:.1f} s"))


def _conclusion(proof: CourseProof) -> str:
    """Say in one sentence whether the course is sound."""
    errors, warnings = proof.count(Level.ERROR), proof.count(Level.WARNING)
    also = f" {count(warnings, 'thing')} to look at." if warnings else ""
    if errors:
        return f"The course is not sound: {count(errors, 'thing')} wrong.{also}"
    return f"The course is sound ({count(len(proof.lessons), 'lesson')}).{also}"
