"""The guarantee of winnowing: what two texts share is met, wherever it stands."""

import itertools

from hypothesis import example, given, settings
from hypothesis import strategies as st

from grader.model.similarity.compare import shared_runs
from grader.model.similarity.tokens import read_tokens
from grader.model.similarity.winnowing import GUARANTEE, NOISE, run_hashes, winnow

KINDS = st.text("NS0abcde", max_size=60)
SHARED = st.text("NS0abcde", min_size=GUARANTEE, max_size=50)


def marks(kinds: str, known: frozenset[int] = frozenset()) -> dict[int, list[int]]:
    hashes = run_hashes(kinds)
    found: dict[int, list[int]] = {}
    for place in winnow(hashes, known):
        found.setdefault(hashes[place], []).append(place)
    return found


@settings(max_examples=300, deadline=None)
@given(KINDS, KINDS, SHARED, KINDS, KINDS)
@example("", "", "N" * GUARANTEE, "", "")
def test_a_shared_run_is_found(
    before: str, other_before: str, run: str, after: str, other_after: str
) -> None:
    """Two texts with GUARANTEE tokens in common have a fingerprint of these in common."""
    left, right = before + run + after, other_before + run + other_after

    ours, theirs = marks(left), marks(right)

    assert ours.keys() & theirs.keys() & set(run_hashes(run))


@settings(max_examples=300, deadline=None)
@given(KINDS, KINDS, SHARED, KINDS, st.sets(st.integers(0, 49)))
def test_a_shared_run_is_found_beside_what_is_known(
    before: str, other_before: str, run: str, after: str, places: set[int]
) -> None:
    """The same holds where parts of the run are known, as long as a window is not wholly so."""
    inside = run_hashes(run)
    known = frozenset(inside[place] for place in places if place < len(inside))
    if all(value in known for value in inside[: GUARANTEE - NOISE + 1]):
        return

    ours, theirs = marks(before + run, known), marks(other_before + run + after, known)

    common = ours.keys() & theirs.keys()
    assert common & set(inside)
    assert not common & known


@settings(max_examples=200, deadline=None)
@given(KINDS, KINDS, SHARED)
def test_what_is_shared_is_shared(before: str, other: str, run: str) -> None:
    """Runs hold the same in both texts, are long enough, and take no token twice."""
    left, right = before + run + other, other + run + before

    runs = shared_runs(left, right, (marks(left), marks(right)))

    assert runs
    for one in runs:
        assert left[one.left :][: one.length] == right[one.right :][: one.length]
        assert one.length >= NOISE
    for side in ("left", "right"):
        ends = sorted((getattr(one, side), getattr(one, side) + one.length) for one in runs)
        assert all(end <= begin for (_, end), (begin, _) in itertools.pairwise(ends))


@given(KINDS)
def test_few_are_chosen(kinds: str) -> None:
    """Of each window one run is chosen, so no two neighbours of those chosen are far apart."""
    hashes = run_hashes(kinds)

    chosen = list(winnow(hashes))

    assert chosen == sorted(set(chosen))
    assert bool(chosen) == bool(hashes)
    assert all(b - a <= GUARANTEE - NOISE + 1 for a, b in itertools.pairwise(chosen))


@settings(deadline=None)
@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    """Reading tokens never fails, and each stands on a line that there is."""
    for is_python in (True, False):
        found = read_tokens(text, 1000, is_python=is_python)

        assert len(found.kinds) == len(found.lines)
        assert all(1 <= line <= text.count("\n") + 1 + text.count("\r") for line in found.lines)


def test_layout_names_and_docstrings_fall_away() -> None:
    """Names, numbers, texts, comments and layout make no difference; words and signs do."""
    one = 'def f(a):\n    """Say."""\n    # why\n    return a + 1\n'
    same = "def  g(b) :\n\treturn (b\n  +2.5)\n".replace("(b\n  +2.5)", "b \\\n + 2.5")

    assert read_tokens(one, 99).kinds == read_tokens(same, 99).kinds
    assert read_tokens(one, 99).kinds != read_tokens(one.replace("+", "-"), 99).kinds
    assert read_tokens(one, 99).kinds == read_tokens(one, 99, is_python=False).kinds
