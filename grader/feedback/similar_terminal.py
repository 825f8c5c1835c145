"""Prints who is alike on a terminal of any width, and how to read it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from rich.console import Console
from rich.table import Table
from rich.text import Text

from grader.feedback.pen import Pen
from grader.feedback.similar_words import (
    HOW_TO_READ,
    NO_PROOF,
    also_of,
    headline,
    lines_of,
    longest_region,
    remarks,
    title_of,
)
from grader.model.phrases import count
from grader.model.similarity.findings import Comparison, Finding
from grader.model.text import printable

_WIDE = 72  # from here on there is room for the lines of the longest region
_MISSING = 8


def print_similar(
    comparison: Comparison, missing: Mapping[str, str], top: int, console: Console
) -> None:
    """Print the weightiest pairs as a table, and below it what to make of them."""
    pen = Pen(console)
    shown = comparison.findings[:top]
    pen.write(headline(comparison), indent=0, style="bold")
    if shown:
        console.print()
        console.print(_table(shown, console))
        more = len(comparison.findings) - len(shown)
        if more:
            pen.write(f"{count(more, 'pair')} more: --top shows them, --csv has all.", indent=0)
    for line in _also(shown):
        pen.write(line, indent=0)
    pen.heading("How to read it")
    for text in (NO_PROOF, *HOW_TO_READ) if shown else (NO_PROOF,):
        pen.write(text, indent=2)
    pen.heading("What was compared")
    for text in (*remarks(comparison), *_nothing(missing)):
        pen.write(text, indent=2)


def _table(findings: Sequence[Finding], console: Console) -> Table:
    is_wide = console.width >= _WIDE
    shown = Table()
    shown.add_column("#", justify="right", overflow="fold")
    for heading in ("One", "Other", "Alike"):
        shown.add_column(heading, overflow="fold")
    shown.add_column("Tokens", justify="right", overflow="fold")
    if is_wide:
        shown.add_column("Look first at", overflow="fold")
    for number, finding in enumerate(findings, 1):
        cells = [str(number), finding.left.called, finding.right.called, title_of(finding)]
        cells.append(str(finding.tokens))
        cells += [_where(finding)] if is_wide else []
        shown.add_row(*(_text(cell, console) for cell in cells))
    return shown


def _where(finding: Finding) -> str:
    region = longest_region(finding)
    if region is None:
        return ""
    several = len(finding.left.sources) > 1
    left = lines_of(region.left, with_file=several)
    return f"lines {left} and {lines_of(region.right, with_file=several)}"


def _also(findings: Sequence[Finding]) -> Iterator[str]:
    for number, finding in enumerate(findings, 1):
        sides = ((finding.left, finding.left_also), (finding.right, finding.right_also))
        for work, also in sides:
            if also:
                yield f"{number}. {also_of(work.label, also)}"


def _nothing(missing: Mapping[str, str]) -> Iterator[str]:
    if missing:
        some = [f"{who}: {why}" for who, why in islice(missing.items(), _MISSING)]
        more = len(missing) - len(some)
        left = f" And {more} more." if more > 0 else ""
        yield f"Nothing to compare from {count(len(missing), 'student')}. {' '.join(some)}{left}"


def _text(cell: str, console: Console) -> Text:
    seen = printable(cell, lines=False)
    return Text(seen.encode(console.encoding, "backslashreplace").decode(console.encoding))
