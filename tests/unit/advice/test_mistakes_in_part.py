"""Where no known mistake explains everything, what explains most is named, or nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.advice.mistakes import Fingerprint, mistake_in_part
from tests.unit.advice.builders import fingerprints_of

CASES = "abcdefgh"
RIGHT: Fingerprint = dict.fromkeys(CASES, (True, "right"))


def did(text: str) -> Fingerprint:
    """Read what is done in each case: `.` as the reference, a digit otherwise, p, q passed so."""
    said = {".": "right", "p": "otherwise", "q": "in a third way"}
    return {
        case: (sign in said, said.get(sign, sign)) for case, sign in zip(CASES, text, strict=True)
    }


KNOWN = {
    "first": "11111...",
    "last": "......22",
    "passing": "3.....p.",
    "middle": "...444..",
    "likewise": "...4444.",
}


@pytest.mark.parametrize(
    ("does", "name", "cases", "is_all"),
    [
        ("111119..", "first", "abcde", False),
        ("11911...", "first", "abde", False),
        ("11111.22", "first", "abcde", False),
        ("11111p..", "first", "abcde", True),
        ("111.....", "", "", False),
        ("3.......", "", "", False),
        ("11999...", "", "", False),
        ("...4449.", "", "", False),
        ("........", "", "", False),
    ],
    ids=[
        "beside something unknown",
        "and otherwise in a case",
        "beside another mistake",
        "beside another right answer",
        "passes where it fails",
        "does as the reference where it does not",
        "less than half",
        "two explain as much",
        "nothing fails",
    ],
)
def test_what_explains_most_is_named(does: str, name: str, cases: str, is_all: bool) -> None:
    """It explains half at least, more than any other, and is wrong in no case that passes."""
    known = {each: did(text) for each, text in KNOWN.items()}

    found = mistake_in_part(did(does), fingerprints_of(RIGHT, **known))

    assert found == (name or None, frozenset(cases), is_all)


@pytest.mark.parametrize(
    ("does", "one", "name"),
    [
        ("111p....", "11......", "one"),
        ("111pppp.", "11......", "one"),
        ("11.pq...", "11.qp...", "one"),
        ("11......", "11.p....", None),
        ("11.p....", "11.9....", None),
        ("1999pp..", "1...pp..", None),
    ],
)
def test_what_passes_with_another_answer_rules_nothing_out(
    does: str, one: str, name: str | None
) -> None:
    """Not where a mistake passes as well; it must show where it shows, and half is explained."""
    found = mistake_in_part(did(does), fingerprints_of(RIGHT, one=did(one)))

    assert found[0] == name


DOES = st.text(".pq123", min_size=8, max_size=8).map(did)


@given(DOES, st.dictionaries(st.sampled_from("uvwxyz"), DOES, max_size=6))
def test_nothing_is_named_without_evidence(
    does: Fingerprint, known: dict[str, Fingerprint]
) -> None:
    """What is named explains half of what fails, and would fail no case that passes."""
    name, cases, _ = mistake_in_part(does, fingerprints_of(RIGHT, **known))

    if name is not None:
        failing = {case for case in CASES if not does[case][0]}
        assert 2 * len(cases) >= len(failing)
        assert cases == {case for case in failing if known[name][case] == does[case]} != set()
        for case in set(CASES) - failing:
            assert known[name][case][0]
            assert does[case] != RIGHT[case] or known[name][case] == RIGHT[case]
