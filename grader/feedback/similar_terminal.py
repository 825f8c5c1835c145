"""Prints who is alike on a terminal of any width, and how to read it."""

from collections.abc import Mapping

from rich.console import Console

from grader.feedback.pen import Pen
from grader.feedback.similar_view import HOW_TO_READ, NO_PROOF, PairView, similar_view
from grader.model.phrases import count, first_of
from grader.model.similarity.findings import Comparison


def print_similar(
    comparison: Comparison, missing: Mapping[str, str], top: int, console: Console
) -> None:
    """Print the weightiest pairs, and below them what to make of them."""
    pen, view = Pen(console), similar_view(comparison, top)
    pen.write(view.headline, indent=0, style="bold")
    for pair in view.pairs:
        console.print()
        _print_pair(pen, pair)
    if view.more is not None:
        pen.write(view.more, indent=0)
    pen.heading("How to read it")
    for text in (NO_PROOF, *HOW_TO_READ) if view.pairs else (NO_PROOF,):
        pen.write(text)
    pen.heading("What was compared")
    for text in view.remarks:
        pen.write(text)
    if missing:
        pen.write(f"Nothing to compare from {count(len(missing), 'student')}:")
    some, more = first_of([f"{who}: {why}" for who, why in missing.items()])
    for line in (*some, *([more] if more else [])):
        pen.write(line, indent=4)


def _print_pair(pen: Pen, pair: PairView) -> None:
    pen.write(f"{pair.number}. {pair.left} and {pair.right}: {pair.title}", indent=0)
    pen.write(f"{pair.measure}.")
    if pair.look_at is not None:
        pen.write(f"Look first at lines {pair.look_at.left} and {pair.look_at.right}.")
    for line in pair.also:
        pen.write(line)
