"""Renders who is alike as one page, with both sources side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.feedback.html import environment
from grader.feedback.similar_words import (
    HOW_TO_READ,
    NO_PROOF,
    also_of,
    headline,
    lines_of,
    measure_of,
    remarks,
    title_of,
)
from grader.model.course import Lesson
from grader.model.phrases import count
from grader.model.similarity.findings import Comparison, Finding, Region
from grader.model.similarity.works import Place, Work
from grader.model.text import cut_text, printable

_TEMPLATE = "similar.html.j2"
_COLOURS = 6
_MOST_LINES = 1500  # of a file
_ALL_LINES = 200_000  # of a page
_LONGEST_LINE = 400


@dataclass(frozen=True)
class CodeLine:
    """One line of a source."""

    text: str
    regions: str  # the numbers of the regions that it belongs to
    colour: int  # 0: of none
    anchors: tuple[str, ...]  # of the regions that begin here


@dataclass(frozen=True)
class CodeFile:
    """One file of a side."""

    name: str
    lines: tuple[CodeLine, ...]
    left_out: int


@dataclass(frozen=True)
class RegionView:
    """A region, as the list above the sources has it."""

    number: int
    colour: int
    left: str
    right: str
    left_anchor: str  # nothing where the line is not shown
    right_anchor: str
    tokens: str


@dataclass(frozen=True)
class SideView:
    """One of two submissions."""

    student: str
    also: str
    files: tuple[CodeFile, ...]


@dataclass(frozen=True)
class PairView:
    """Two submissions side by side."""

    number: int
    title: str
    measure: str
    left: SideView
    right: SideView
    regions: tuple[RegionView, ...]


@dataclass(frozen=True)
class SimilarContext:
    """Everything on the page."""

    course_title: str
    lesson_title: str
    headline: str
    no_proof: str
    how_to_read: tuple[str, ...]
    pairs: tuple[PairView, ...]
    more: str
    remarks: tuple[str, ...]
    missing: tuple[tuple[str, str], ...]


def similar_page(
    comparison: Comparison,
    missing: Mapping[str, str],
    top: int,
    titles: tuple[Lesson, str],
) -> str:
    """Render the weightiest pairs; `titles` are the lesson and the course's title."""
    context = similar_context(comparison, missing, top, titles)
    return environment().get_template(_TEMPLATE).render(vars(context))


def similar_context(
    comparison: Comparison, missing: Mapping[str, str], top: int, titles: tuple[Lesson, str]
) -> SimilarContext:
    """Collect what the page shows."""
    lesson, course_title = titles
    shown = comparison.findings[:top]
    more = len(comparison.findings) - len(shown)
    most = min(_MOST_LINES, _ALL_LINES // (2 * max(1, len(shown))))
    return SimilarContext(
        course_title=course_title,
        lesson_title=lesson.title,
        headline=headline(comparison),
        no_proof=NO_PROOF,
        how_to_read=HOW_TO_READ,
        pairs=tuple(_pair(number, finding, most) for number, finding in enumerate(shown, 1)),
        more=f"{count(more, 'pair')} more: --top shows them, --csv has all." if more else "",
        remarks=tuple(remarks(comparison)),
        missing=tuple(sorted(missing.items())),
    )


def _pair(number: int, finding: Finding, most: int) -> PairView:
    left = _Shown(f"p{number}l", most, [region.left for region in finding.regions])
    right = _Shown(f"p{number}r", most, [region.right for region in finding.regions])
    return PairView(
        number=number,
        title=title_of(finding),
        measure=measure_of(finding),
        left=_side(finding.left, finding.left_also, left),
        right=_side(finding.right, finding.right_also, right),
        regions=tuple(_region(region, finding, left, right) for region in finding.regions),
    )


@dataclass(frozen=True)
class _Shown:
    """How one side is shown."""

    prefix: str  # of its anchors
    most: int  # lines of a file
    spans: Sequence[tuple[Place, Place]]  # of the regions, in order

    def anchor(self, number: int) -> str:
        """Name the place where a region begins, where its line is shown."""
        first, _ = self.spans[number - 1]
        return f"{self.prefix}{number}" if first.line <= self.most else ""

    def marks(self, name: str) -> dict[int, list[tuple[int, bool]]]:
        """Note the regions of each line of a file, and whether they begin there."""
        marks: dict[int, list[tuple[int, bool]]] = {}
        for number, (first, last) in enumerate(self.spans, 1):
            if first.file == name:
                for line in range(first.line, min(last.line, self.most) + 1):
                    marks.setdefault(line, []).append((number, line == first.line))
        return marks


def _region(region: Region, finding: Finding, left: _Shown, right: _Shown) -> RegionView:
    several = len(finding.left.sources) > 1
    return RegionView(
        region.number,
        _colour(region.number),
        lines_of(region.left, with_file=several),
        lines_of(region.right, with_file=several),
        left.anchor(region.number),
        right.anchor(region.number),
        count(region.tokens, "token"),
    )


def _colour(number: int) -> int:
    return (number - 1) % _COLOURS + 1


def _side(work: Work, also: Sequence[str], shown: _Shown) -> SideView:
    files = []
    for name, text in sorted(work.sources.items()):
        marks = shown.marks(name)
        lines = text.removesuffix("\n").split("\n")
        views = tuple(
            _line(shown.prefix, number, line, marks)
            for number, line in enumerate(lines[: shown.most], 1)
        )
        files.append(CodeFile(name, views, len(lines) - len(views)))
    return SideView(work.called, also_of(work.label, also), tuple(files))


def _line(
    prefix: str, number: int, text: str, marks: Mapping[int, list[tuple[int, bool]]]
) -> CodeLine:
    mine = marks.get(number, [])
    begun = [region for region, begins in mine if begins]
    return CodeLine(
        printable(cut_text(text, _LONGEST_LINE), lines=False).replace("\\t", "    "),
        ", ".join(str(region) for region, _ in mine),
        _colour(mine[-1][0]) if mine else 0,
        tuple(f"{prefix}{region}" for region in begun),
    )
