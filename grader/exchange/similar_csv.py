"""Writes who is alike as CSV: a row for each pair, the weightiest first."""

import csv
import io
from collections.abc import Sequence

from grader.model.similarity.findings import Comparison, Finding
from grader.model.similarity.works import Place

from .formulas import guarded

COLUMNS = (
    "student_1",
    "student_2",
    "alike",
    "shared_tokens",
    "share",
    "own_tokens_1",
    "own_tokens_2",
    "lines_1",
    "lines_2",
    "same_code_as_1",
    "same_code_as_2",
)


def similar_csv(comparison: Comparison) -> str:
    """Write every finding; cells that a spreadsheet would run are guarded."""
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    table.writerow(COLUMNS)
    for finding in comparison.findings:
        table.writerow([guarded(cell) for cell in _row(finding)])
    return written.getvalue()


def _row(finding: Finding) -> list[str]:
    return [
        finding.left.label,
        finding.right.label,
        finding.likeness.value,
        str(finding.tokens),
        f"{finding.share:.4f}",
        str(finding.left_own),
        str(finding.right_own),
        _lines([region.left for region in finding.regions], finding.left.sources),
        _lines([region.right for region in finding.regions], finding.right.sources),
        " ".join(finding.left_also),
        " ".join(finding.right_also),
    ]


def _lines(spans: Sequence[tuple[Place, Place]], sources: object) -> str:
    """Write lines as "3-9 14"; of several files with their names."""
    is_one = isinstance(sources, dict) and len(sources) == 1
    return " ".join(
        ("" if is_one else f"{first.file}:")
        + (f"{first.line}-{last.line}" if last.line != first.line else str(first.line))
        for first, last in sorted(spans, key=lambda span: (span[0].file, span[0].line))
    )
