"""Prints what verify found out, on a terminal of any width, with or without colours."""

from collections.abc import Iterable, Sequence

from rich.console import Console

from grader.feedback.pen import Pen
from grader.feedback.verify_words import STYLES, cost_of, headline, verdict_of
from grader.model.soundness import CourseProof, Finding, Level

_ORDER = tuple(Level)


def print_proof(proof: CourseProof, console: Console) -> None:
    """Print the findings by lesson, errors first, and what each lesson was proved with."""
    pen = Pen(console)
    if proof.findings:
        pen.heading("The course")
        _print_findings(pen, proof.findings)
    for lesson in proof.lessons:
        pen.heading(lesson.lesson)
        pen.write(cost_of(lesson))
        _print_findings(pen, lesson.findings)
    console.print()
    style = "bold green" if proof.is_sound else "bold red"
    pen.write(verdict_of(proof), indent=0, style=style)


def _print_findings(pen: Pen, findings: Sequence[Finding]) -> None:
    for finding in _sorted(findings):
        pen.write(headline(finding), indent=4, mark="-", style=STYLES[finding.level])
        if finding.place is not None:
            pen.write(finding.place, indent=6)
        if finding.advice is not None:
            pen.write(finding.advice, indent=6)
        if finding.detail is not None:
            pen.write(finding.detail, indent=8)


def _sorted(findings: Iterable[Finding]) -> list[Finding]:
    return sorted(
        findings, key=lambda one: (_ORDER.index(one.level), one.file or "", one.line or 0)
    )
