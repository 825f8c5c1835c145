"""Compares the submissions of a class by their fingerprints, and ranks who is alike."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from statistics import median

from msgspec import Struct

from .findings import Comparison, Finding, Likeness, Region, Settings
from .tokens import BREAK, Tokens
from .winnowing import NOISE
from .works import Marked, ReadWork, Work, given_hashes, joined, mark_work, read_files

_ALL_TOKENS = 2_000_000  # of a class: what memory and time are bounded by
_FEWEST_TOKENS = 1_000  # that are read of a file, however large the class is
_FEWEST_ALIKE = 6  # texts that must have a run before it is called an idiom
_NEARLY_ALL = 0.9  # of both: from here on two are alike as a whole
_MOST_MEETINGS = 20_000_000  # of two texts in one fingerprint


ReadTokens = Callable[[Work, int], Mapping[str, Tokens] | None]  # of each file, so many


def _read_here(work: Work, most: int) -> Mapping[str, Tokens]:
    return read_files(work.sources, most)


class _Same(Struct, frozen=True):
    """Submissions that are the same once names and layout are gone."""

    marked: Marked
    reads: tuple[ReadWork, ...]

    @property
    def works(self) -> tuple[Work, ...]:
        """The submissions, those of the class first."""
        return tuple(read.work for read in self.reads)

    @property
    def parties(self) -> set[str]:
        """Who submitted them."""
        return {work.party for work in self.works}

    @property
    def is_earlier(self) -> bool:
        """Whether none is of the class itself."""
        return all(work.is_earlier for work in self.works)


def compare(
    works: Sequence[Work],
    given: Mapping[str, str],
    settings: Settings | None = None,
    tokens_of: ReadTokens = _read_here,
) -> Comparison:
    """Find who is alike beyond the texts that everybody was given, by file name.

    A submission of which `tokens_of` gives nothing is left out.
    """
    asked = settings or Settings()
    most = max(_FEWEST_TOKENS, min(asked.most_tokens, _ALL_TOKENS // max(1, len(works))))
    found = ((work, tokens_of(work, most)) for work in works)
    read = [joined(work, tokens) for work, tokens in found if tokens is not None]
    known = given_hashes(given, most)
    common = _common_runs(read, known, asked.common_share)
    groups = _groups(read, known | common)
    large = [group for group in groups if group.marked.own >= asked.least_whole]
    small = [group for group in groups if group.marked.own < asked.least_whole]
    pairs, unseen, is_thinned = _candidates(large, asked.most_pairs)
    shared = [finding for pair in pairs for finding in _pair(*pair, asked)]
    texts = {_words(text) for text in given.values()}
    alike = [
        finding
        for group in groups
        for finding in _alike(group, asked)
        # whoever submits the stub as it is has copied nobody
        if not texts.issuperset(map(_words, finding.left.sources.values()))
    ]
    return Comparison(
        findings=tuple(sorted([*alike, *shared], key=_rank)),
        compared=sum(not one.work.is_earlier for one in read),
        earlier=sum(one.work.is_earlier for one in read),
        small=tuple(sorted(w.called for group in small for w in group.works if not w.is_earlier)),
        common=len(common),
        given=len(known),
        not_python=tuple(one.work.called for one in read if not one.is_python),
        cut=tuple(one.work.called for one in read if one.left_out),
        unseen=unseen,
        most_tokens=most,
        typical_own=_typical_own(groups),
        is_thinned=is_thinned,
    )


def _words(text: str) -> str:
    return " ".join(text.split())


def _rank(finding: Finding) -> tuple[bool, int, float, str, str]:
    order = list(Likeness).index(finding.likeness)
    is_slight = finding.is_slight
    return is_slight, order, -finding.weight, finding.left.label, finding.right.label


def _common_runs(read: Sequence[ReadWork], known: set[int], share: float) -> set[int]:
    """Hash the runs that more than a share of the class has; equal texts are counted once."""
    texts = {one.kinds: one for one in read if not one.work.is_earlier}
    least = max(_FEWEST_ALIKE, int(share * len(texts)) + 1)
    if share >= 1 or len(texts) < least:
        return set()
    having: Counter[int] = Counter()
    for one in texts.values():
        having.update(set(one.hashes))
    return {value for value, times in having.items() if times >= least} - known - {-1}


def _groups(read: Sequence[ReadWork], known: set[int]) -> list[_Same]:
    same: dict[str, list[ReadWork]] = defaultdict(list)
    for one in read:
        same[one.kinds].append(one)
    groups = []
    for members in same.values():
        members.sort(key=lambda one: (one.work.is_earlier, one.work.label))
        groups.append(_Same(mark_work(members[0], known), tuple(members)))
    return groups


def _typical_own(groups: Sequence[_Same]) -> int:
    own = [group.marked.own for group in groups for work in group.works if not work.is_earlier]
    return int(median(own)) if own else 0


def _candidates(groups: Sequence[_Same], most: int) -> tuple[list[tuple[_Same, _Same]], int, bool]:
    """Choose the pairs to look at: those that share most fingerprints, for their size."""
    having: dict[int, list[int]] = defaultdict(list)
    for number, group in enumerate(groups):
        for mark in group.marked.marks:
            having[mark].append(number)
    meetings: Counter[tuple[int, int]] = Counter()
    left = _MOST_MEETINGS
    for numbers in sorted(having.values(), key=len):
        left -= len(numbers) * (len(numbers) - 1) // 2
        if left < 0:
            break
        meetings.update(combinations(numbers, 2))
    sizes = [len(group.marked.marks) for group in groups]
    ranked = sorted(
        (
            (-times * times / min(sizes[one], sizes[other]), one, other)
            for (one, other), times in meetings.items()
            if _may_be_told(groups[one], groups[other])
        )
    )
    chosen = [(groups[one], groups[other]) for _, one, other in ranked[:most]]
    return chosen, len(ranked) - len(chosen), left < 0


def _may_be_told(one: _Same, other: _Same) -> bool:
    is_of_class = not (one.is_earlier and other.is_earlier)
    return is_of_class and len(one.parties | other.parties) > 1


def _pair(one: _Same, other: _Same, asked: Settings) -> Iterator[Finding]:
    left, right = one.marked, other.marked
    runs = shared_runs(left.read.kinds, right.read.kinds, (left.marks, right.marks))
    regions: list[Region] = []
    for run in runs:
        start, end = _bare(left.given, run.left, run.left + run.length)
        shift = run.right - run.left
        tokens = min(
            left.own_within(start, end - start), right.own_within(start + shift, end - start)
        )
        if tokens:
            regions.append(
                Region(
                    len(regions) + 1,
                    (left.read.place(start), left.read.place(end - 1)),
                    (right.read.place(start + shift), right.read.place(end + shift - 1)),
                    tokens,
                )
            )
    finding = Finding(
        Likeness.SHARED,
        one.works[0],
        other.works[0],
        sum(region.tokens for region in regions),
        left.own,
        right.own,
        tuple(regions),
        tuple(work.label for work in one.works[1:]),
        tuple(work.label for work in other.works[1:]),
    )
    nearly_all = finding.tokens >= _NEARLY_ALL * max(left.own, right.own)
    least = asked.least_whole if nearly_all else asked.least_tokens
    if finding.tokens >= least and finding.share >= asked.least_share:
        yield finding


def _bare(given: bytearray, start: int, end: int) -> tuple[int, int]:
    """Cut what everybody was given off both ends of a run."""
    first, last = given.find(0, start, end), given.rfind(0, start, end)
    return (start, start) if first < 0 else (first, last + 1)


def _alike(group: _Same, asked: Settings) -> Iterator[Finding]:
    """Tell of equal bytes always, and of equal kinds of tokens where there are enough of them."""
    by_bytes: dict[str, list[ReadWork]] = defaultdict(list)
    for read in group.reads:
        by_bytes[read.work.digest or read.work.label].append(read)
    for reads in by_bytes.values():
        if _is_telling(reads):
            yield _whole(group.marked, Likeness.IDENTICAL, (reads, []))
    first, *rest = by_bytes.values()
    others = [read for reads in rest for read in reads]
    is_large = group.marked.own >= asked.least_whole
    if others and is_large and _is_telling([first[0], *others]):
        yield _whole(group.marked, Likeness.SAME, (first, others))


def _is_telling(reads: Sequence[ReadWork]) -> bool:
    parties = {read.work.party for read in reads}
    return len(parties) > 1 and not all(read.work.is_earlier for read in reads)


def _whole(
    marked: Marked, likeness: Likeness, sides: tuple[list[ReadWork], list[ReadWork]]
) -> Finding:
    ours, theirs = sides
    left = ours[0]
    right = next(one for one in [*theirs, *ours] if one.work.party != left.work.party)
    start, end = _bare(marked.given, 0, len(marked.given))
    region = Region(
        1,
        (left.place(start), left.place(end - 1)),
        (right.place(start), right.place(end - 1)),
        marked.own,
    )
    return Finding(
        likeness,
        left.work,
        right.work,
        marked.own,
        marked.own,
        marked.own,
        (region,) if marked.own else (),
        tuple(one.work.label for one in ours if one is not left and one is not right),
        tuple(one.work.label for one in theirs if one is not right),
    )


_BLOCK = 1024
_MOST_PLACES = 12  # of one fingerprint in one text
_MOST_RUNS = 4000


class Run(Struct, frozen=True):
    """Tokens that stand in both texts."""

    left: int
    right: int
    length: int


def shared_runs(
    left: str, right: str, marks: tuple[Mapping[int, Sequence[int]], Mapping[int, Sequence[int]]]
) -> list[Run]:
    """List what two texts share around their common fingerprints, in the order of the left."""
    found = sorted(_grown(left, right, marks), key=lambda run: (-run.length, run.left, run.right))
    taken = bytearray(len(left)), bytearray(len(right))
    kept = []
    for run in found:
        rest = _trimmed(run, taken)
        if rest is not None:
            kept.append(rest)
            taken[0][rest.left : rest.left + rest.length] = b"\1" * rest.length
            taken[1][rest.right : rest.right + rest.length] = b"\1" * rest.length
    return sorted(kept, key=lambda run: run.left)


def _grown(
    left: str, right: str, marks: tuple[Mapping[int, Sequence[int]], Mapping[int, Sequence[int]]]
) -> Iterator[Run]:
    """Grow each pair of equal fingerprints as far as the texts agree."""
    ours, theirs = marks
    reached: dict[int, int] = {}  # by how far the texts stand apart: what is grown already
    seeds = sorted(
        (one, other)
        for mark in ours.keys() & theirs.keys()
        for one in ours[mark][:_MOST_PLACES]
        for other in theirs[mark][:_MOST_PLACES]
    )
    for one, other in seeds[:_MOST_RUNS]:
        if reached.get(one - other, -1) >= one + NOISE:
            continue
        before = _agree_before(left, right, one, other)
        after = _agree(left, right, one, other)
        if after >= NOISE:  # equal hashes may be an accident
            reached[one - other] = one + after
            yield Run(one - before, other - before, before + after)


def _agree(left: str, right: str, one: int, other: int) -> int:
    """Count the tokens from two places on that are the same, up to a break."""
    size, done = _BLOCK, 0
    while size:
        ours = left[one + done : one + done + size]
        if len(ours) == size and ours == right[other + done : other + done + size]:
            done += size
        else:
            size //= 2
    end = left.find(BREAK, one, one + done)
    return done if end < 0 else end - one


def _agree_before(left: str, right: str, one: int, other: int) -> int:
    """Count the tokens before two places that are the same, back to a break."""
    size, done = _BLOCK, 0
    while size:
        ours = left[max(one - done - size, 0) : one - done]
        theirs = right[max(other - done - size, 0) : other - done]
        if len(ours) == size and ours == theirs:
            done += size
        else:
            size //= 2
    begin = left.rfind(BREAK, one - done, one)
    return done if begin < 0 else one - begin - 1


def _trimmed(run: Run, taken: tuple[bytearray, bytearray]) -> Run | None:
    """Cut off what a longer run has taken at either end; None where too little is left."""
    ours = taken[0][run.left : run.left + run.length]
    theirs = taken[1][run.right : run.right + run.length]
    free = (
        bytes(a | b for a, b in zip(ours, theirs, strict=True))
        if any(ours) or any(theirs)
        else None
    )
    if free is None:
        return run
    start = free.find(0)
    if start < 0:
        return None
    end = free.find(1, start)
    length = (len(free) if end < 0 else end) - start
    return Run(run.left + start, run.right + start, length) if length >= NOISE else None
