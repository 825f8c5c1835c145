"""Lays out the sources of two submissions that are alike, line by line, for their page."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from grader.model.phrases import first_of
from grader.model.similarity.findings import Finding
from grader.model.similarity.works import Place, Work
from grader.model.text import cut_text, printable

_MOST_LINES = 1500  # of a file
_ALL_LINES = 200_000  # of a page
_LONGEST_LINE = 400


@dataclass(frozen=True)
class CodeLine:
    """One line of a source."""

    text: str
    regions: tuple[int, ...]  # that it belongs to
    begun: tuple[int, ...]  # of these, the ones that begin here


@dataclass(frozen=True)
class CodeFile:
    """One file of a submission."""

    name: str
    lines: tuple[CodeLine, ...]
    more: str | None  # lines that are left out


@dataclass(frozen=True)
class Source:
    """All files of a submission."""

    files: tuple[CodeFile, ...]

    @cached_property
    def begun(self) -> frozenset[int]:
        """The regions that begin in a line that is shown."""
        lines = (line for file in self.files for line in file.lines)
        return frozenset(region for line in lines for region in line.begun)


def sources_of(findings: Sequence[Finding]) -> list[tuple[Source, Source]]:
    """Lay out both sides of each finding; the more there are, the less of a file is shown."""
    most = min(_MOST_LINES, _ALL_LINES // (2 * max(1, len(findings))))
    return [
        (
            Source(tuple(_files(one.left, [region.left for region in one.regions], most))),
            Source(tuple(_files(one.right, [region.right for region in one.regions], most))),
        )
        for one in findings
    ]


def _files(work: Work, spans: Sequence[tuple[Place, Place]], most: int) -> Iterator[CodeFile]:
    for name, text in sorted(work.sources.items()):
        begun: defaultdict[int, list[int]] = defaultdict(list)
        held: defaultdict[int, list[int]] = defaultdict(list)
        for number, (first, last) in enumerate(spans, 1):
            if first.file == name:
                begun[first.line].append(number)
                for line in range(first.line, min(last.line, most) + 1):
                    held[line].append(number)
        lines, more = first_of(text.removesuffix("\n").split("\n"), most)
        shown = (
            CodeLine(_shown(line), tuple(held[number]), tuple(begun[number]))
            for number, line in enumerate(lines, 1)
        )
        yield CodeFile(name, tuple(shown), more)


def _shown(line: str) -> str:
    return printable(cut_text(line, _LONGEST_LINE), lines=False).replace("\\t", "    ")
