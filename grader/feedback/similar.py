"""Says who is alike, once for the page and for the terminal, which it prints on."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from grader.feedback.pen import Pen
from grader.feedback.screen import Screen
from grader.feedback.words import percent
from grader.model.phrases import FIRST, count, first_of, listed
from grader.model.similarity.findings import Comparison, Finding, Likeness
from grader.model.similarity.winnowing import GUARANTEE, NOISE
from grader.model.similarity.works import Place, Work
from grader.model.text import cut_text, printable

_MOST_LINES = 1500  # of a file
_ALL_LINES = 200_000  # of a page
_LONGEST_LINE = 400


class CodeLine(Struct, frozen=True):
    """One line of a source."""

    text: str
    regions: tuple[int, ...]  # that it belongs to
    begun: tuple[int, ...]  # of these, the ones that begin here


class CodeFile(Struct, frozen=True):
    """One file of a submission."""

    name: str
    lines: tuple[CodeLine, ...]
    more: str | None  # lines that are left out


class Source(Struct, frozen=True):
    """All files of a submission."""

    files: tuple[CodeFile, ...]
    begun: frozenset[int]  # the regions that begin in a line that is shown


def sources_of(findings: Sequence[Finding]) -> list[tuple[Source, Source]]:
    """Lay out both sides of each finding; the more there are, the less of a file is shown."""
    most = min(_MOST_LINES, _ALL_LINES // (2 * max(1, len(findings))))
    return [
        (
            _source(one.left, [region.left for region in one.regions], most),
            _source(one.right, [region.right for region in one.regions], most),
        )
        for one in findings
    ]


def _source(work: Work, spans: Sequence[tuple[Place, Place]], most: int) -> Source:
    begun = (number for number, (first, _) in enumerate(spans, 1) if first.line <= most)
    return Source(tuple(_files(work, spans, most)), frozenset(begun))


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


_NO_PROOF = "Alike is no proof of copying: it says which files to read side by side, and where."
_HOW_TO_READ = (
    (
        "Names, numbers, texts, comments and layout are taken away before the comparison. "
        "So is what stands in the stub, the reference, the public cases or the lesson's own "
        "examples. What is left is counted in tokens: a name, a number, a word or a sign of "
        "Python is one."
    ),
    (
        "A region with the same number does the same things in the same order in both files. "
        "The share is the part of the smaller file's own tokens that the other has, too."
    ),
    (
        "Two who learned from the same page, asked the same tutor or worked at the same table "
        "write alike, and a short task leaves few ways to write it. What speaks for copying is "
        "what two people would not do alike by chance: the same odd step, the same mistake, the "
        "same code of no use. Ask both to explain their code before you conclude anything; no "
        "score should follow from this alone."
    ),
)
_SMALL_FILE = 80  # tokens of its own


class RegionView(Struct, frozen=True):
    """A run of tokens that two submissions share."""

    number: int
    left: str  # its lines
    right: str
    tokens: int


class PairView(Struct, frozen=True):
    """Two submissions that are alike."""

    number: int
    left: str
    right: str
    title: str
    measure: str
    also: tuple[str, ...]  # who else has the code of either
    regions: tuple[RegionView, ...]

    @property
    def look_at(self) -> RegionView | None:
        """The region to look at first."""
        return max(self.regions, key=lambda region: region.tokens, default=None)


class SimilarView(Struct, frozen=True):
    """Everything that is said of a class."""

    headline: str
    no_proof: str
    how_to_read: tuple[str, ...]
    pairs: tuple[PairView, ...]
    more: str | None  # pairs that are not shown
    remarks: tuple[str, ...]
    missing: tuple[str, ...]  # who submitted nothing that can be compared, and why


def similar_view(comparison: Comparison, missing: Mapping[str, str], top: int) -> SimilarView:
    """Say which pairs are alike, the weightiest `top` of them one by one."""
    shown = comparison.findings[:top]
    more = len(comparison.findings) - len(shown)
    return SimilarView(
        headline=_headline(comparison),
        no_proof=_NO_PROOF,
        how_to_read=_HOW_TO_READ if shown else (),
        pairs=tuple(_pair(number, one) for number, one in enumerate(shown, 1)),
        more=f"{count(more, 'pair')} more: --top shows them, --csv has all." if more else None,
        remarks=tuple(_remarks(comparison)),
        missing=tuple(f"{who}: {why}" for who, why in sorted(missing.items())),
    )


def print_similar(
    comparison: Comparison, missing: Mapping[str, str], top: int, screen: Screen
) -> None:
    """Print the weightiest pairs, and below them what to make of them."""
    pen, view = Pen(screen), similar_view(comparison, missing, top)
    pen.write(view.headline, indent=0, style="bold")
    for pair in view.pairs:
        pen.gap()
        _print_pair(pen, pair)
    if view.more is not None:
        pen.write(view.more, indent=0)
    pen.heading("How to read it")
    for text in (view.no_proof, *view.how_to_read):
        pen.write(text)
    pen.heading("What was compared")
    for text in view.remarks:
        pen.write(text)
    if view.missing:
        pen.write(f"Nothing to compare from {count(len(view.missing), 'student')}:")
    some, more = first_of(view.missing)
    for line in (*some, *([more] if more else [])):
        pen.write(printable(line, lines=False), indent=4)


def _print_pair(pen: Pen, pair: PairView) -> None:
    pen.write(f"{pair.number}. {pair.left} and {pair.right}: {pair.title}", indent=0)
    pen.write(f"{pair.measure}.")
    if pair.look_at is not None:
        pen.write(f"Look first at lines {pair.look_at.left} and {pair.look_at.right}.")
    for line in pair.also:
        pen.write(line)


def _pair(number: int, finding: Finding) -> PairView:
    several = len(finding.left.sources) > 1
    sides = ((finding.left, finding.left_also), (finding.right, finding.right_also))
    return PairView(
        number=number,
        left=printable(finding.left.called, lines=False),
        right=printable(finding.right.called, lines=False),
        title=_title(finding),
        measure=_measure(finding),
        also=tuple(
            f"The same code as {work.label}: {listed(also, FIRST)}." for work, also in sides if also
        ),
        regions=tuple(
            RegionView(
                one.number,
                _lines(one.left, with_file=several),
                _lines(one.right, with_file=several),
                one.tokens,
            )
            for one in finding.regions
        ),
    )


def _title(finding: Finding) -> str:
    if finding.likeness is Likeness.SHARED:
        return f"{percent(finding.share)} % of the smaller file"
    return finding.likeness.value


def _measure(finding: Finding) -> str:
    if finding.is_slight:
        return (
            f"{count(finding.tokens, 'token')} beyond what everybody was given: so little may well "
            "be alike by itself"
        )
    if finding.likeness is not Likeness.SHARED:
        return f"All {count(finding.tokens, 'token')} of their own"
    return (
        f"{count(finding.tokens, 'token')} in {count(len(finding.regions), 'region')}, of "
        f"{finding.left_own} and {finding.right_own} of their own"
    )


def _lines(span: tuple[Place, Place], *, with_file: bool) -> str:
    first, last = span
    lines = str(first.line) if first.line == last.line else f"{first.line}-{last.line}"
    return f"{first.file}:{lines}" if with_file else lines


def _headline(comparison: Comparison) -> str:
    compared = count(comparison.compared, "submission")
    if comparison.earlier:
        compared += f" and {comparison.earlier} earlier"
    found = count(len(comparison.findings), "pair")
    if not comparison.findings:
        return f"{compared} compared: none are alike beyond what everybody was given."
    verb = "is" if len(comparison.findings) == 1 else "are"
    return f"{compared} compared: {found} {verb} alike beyond what everybody was given."


def _remarks(comparison: Comparison) -> Iterator[str]:
    """Say what was left out of the comparison, and why."""
    if comparison.typical_own < _SMALL_FILE:
        yield (
            f"The submissions are small: half of them have at most {comparison.typical_own} tokens "
            "of their own. Files this small are expected to be alike."
        )
    if comparison.small:
        yield (
            f"Hardly anything of their own, so that no pairs were made of them: "
            f"{listed(comparison.small, FIRST)}."
        )
    if comparison.common:
        yield (
            f"Left out as idioms, since much of the class has them: "
            f"{count(comparison.common, 'run')} of {NOISE} tokens (--common 1 keeps them)."
        )
    yield (
        f"Left out as given: {count(comparison.given, 'run')} of {NOISE} tokens. Of what is left, "
        f"{GUARANTEE} tokens in a row that two share are always met."
    )
    if comparison.not_python:
        unsound = listed(comparison.not_python, FIRST)
        yield f"Not valid Python, compared as far as it can be read: {unsound}."
    if comparison.cut:
        yield (
            f"Too long: of each file the first {comparison.most_tokens} tokens were compared: "
            f"{listed(comparison.cut, FIRST)}."
        )
    if comparison.unseen:
        yield f"{count(comparison.unseen, 'pair')} with less in common were not looked at closely."
    if comparison.is_thinned:
        yield (
            "So many have so much in common that the most widespread runs were not used to find "
            "pairs. A smaller --common leaves them out."
        )
