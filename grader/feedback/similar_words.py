"""Holds the sentences about submissions that are alike, for the terminal and the page."""

from collections.abc import Iterator, Sequence

from grader.feedback.words import percent
from grader.model.phrases import count, listed
from grader.model.similarity.findings import Comparison, Finding, Likeness, Region
from grader.model.similarity.winnowing import GUARANTEE, NOISE
from grader.model.similarity.works import Place

NO_PROOF = "Alike is no proof of copying: it says which files to read side by side, and where."
HOW_TO_READ = (
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
_LISTED = 8


def title_of(finding: Finding) -> str:
    """Say how two submissions are alike."""
    if finding.likeness is Likeness.SHARED:
        return f"{percent(finding.share)} % of the smaller file"
    return finding.likeness.value


def measure_of(finding: Finding) -> str:
    """Say how much is alike."""
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


def also_of(label: str, also: Sequence[str]) -> str:
    """Name who else has the same code as one of a pair."""
    return f"The same code as {label}: {names(also)}." if also else ""


def names(labels: Sequence[str]) -> str:
    """Write some names, and how many more there are."""
    if len(labels) <= _LISTED:
        return listed(labels)
    return f"{', '.join(labels[:_LISTED])} and {len(labels) - _LISTED} more"


def lines_of(span: tuple[Place, Place], *, with_file: bool = False) -> str:
    """Write from which line to which one a region goes."""
    first, last = span
    lines = str(first.line) if first.line == last.line else f"{first.line}-{last.line}"
    return f"{first.file}:{lines}" if with_file else lines


def longest_region(finding: Finding) -> Region | None:
    """Choose the region to look at first."""
    return max(finding.regions, key=lambda region: region.tokens, default=None)


def headline(comparison: Comparison) -> str:
    """Say in one sentence what was found."""
    compared = count(comparison.compared, "submission")
    if comparison.earlier:
        compared += f" and {comparison.earlier} earlier"
    found = count(len(comparison.findings), "pair")
    if not comparison.findings:
        return f"{compared} compared: none are alike beyond what everybody was given."
    verb = "is" if len(comparison.findings) == 1 else "are"
    return f"{compared} compared: {found} {verb} alike beyond what everybody was given."


def remarks(comparison: Comparison) -> Iterator[str]:
    """Say what was left out of the comparison, and why."""
    if comparison.typical_own < _SMALL_FILE:
        yield (
            f"The submissions are small: half of them have at most {comparison.typical_own} tokens "
            "of their own. Files this small are expected to be alike."
        )
    if comparison.small:
        yield (
            f"Hardly anything of their own, so that no pairs were made of them: "
            f"{names(comparison.small)}."
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
        yield f"No sound Python, and compared as far as it goes: {names(comparison.not_python)}."
    if comparison.cut:
        yield (
            f"Too long: of each file the first {comparison.most_tokens} tokens were compared: "
            f"{names(comparison.cut)}."
        )
    if comparison.unseen:
        yield f"{count(comparison.unseen, 'pair')} with less in common were not looked at closely."
    if comparison.is_thinned:
        yield (
            "So many have so much in common that the most widespread runs were not used to find "
            "pairs. A smaller --common leaves them out."
        )
