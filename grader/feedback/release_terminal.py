"""Prints what keeps a release from being written, and what was left out of it."""

from collections.abc import Sequence

from grader.feedback.pen import Pen
from grader.model.phrases import count
from grader.model.soundness import Finding, Level

_LISTED = 8


def print_release(findings: Sequence[Finding], left_out: Sequence[str], pen: Pen) -> None:
    """Print errors with file and line and what to do, then what is worth a look."""
    findings = sorted(findings, key=lambda one: (one.file or "", one.line or 0))
    errors = [finding for finding in findings if finding.level is Level.ERROR]
    for finding in errors:
        _print(finding, pen, "red")
    for finding in findings:
        if finding.level is not Level.ERROR:
            _print(finding, pen, "yellow")
    if left_out:
        more = f" and {len(left_out) - _LISTED} more" if len(left_out) > _LISTED else ""
        pen.write(
            f"Left out, since neither the manifest nor a lesson's usual files name them: "
            f"{', '.join(left_out[:_LISTED])}{more}.",
            indent=0,
        )
    if errors:
        pen.write(
            f"Nothing was written: {count(len(errors), 'thing')} that no student may receive.",
            indent=0,
            style="bold red",
        )


def _print(finding: Finding, pen: Pen, style: str) -> None:
    place = finding.place or "the course"
    pen.whole(f"{place}: {finding.level.value}: {finding.sentence}", style=style)
    if finding.advice is not None:
        pen.write(finding.advice, indent=2)
    elif finding.level is Level.ERROR:
        pen.write("Take it out of the file, or change the hidden case.", indent=2)
