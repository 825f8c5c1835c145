"""Where no known mistake explains everything, what explains most is named, or nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.judge.diagnosis import matches_in_part

CASES = "abcdefgh"
RIGHT = dict.fromkeys(CASES, "True|right")
Behaviour = dict[str, str]


def behaviour(text: str) -> Behaviour:
    """Read what is done in each case: `.` as the reference, a digit otherwise, p, q passed so."""
    said = {".": "True|right", "p": "True|otherwise", "q": "True|in a third way"}
    return {case: said.get(sign, f"False|{sign}") for case, sign in zip(CASES, text, strict=True)}


KNOWN = {
    "first": "11111...",
    "last": "......22",
    "passing": "3.....p.",
    "middle": "...444..",
    "likewise": "...444.4",
}


@pytest.mark.parametrize(
    ("does", "names"),
    [
        ("111119..", {"first": "abcde"}),
        ("11911...", {"first": "abde"}),
        ("11111.22", {"first": "abcde", "last": "gh"}),
        ("11111.29", {"first": "abcde"}),
        ("111.....", {}),
        ("3.......", {}),
        ("11999...", {}),
        ("...44492", {}),
        ("...4449.", {}),
        ("........", {}),
    ],
    ids=[
        "beside something unknown",
        "and otherwise in a case",
        "two at once",
        "the other shows otherwise where it is alone",
        "passes where it fails",
        "does as the reference where it does not",
        "less than half",
        "two explain as much",
        "one that is refuted explains as much",
        "nothing fails",
    ],
)
def test_what_explains_most_is_named(does: str, names: dict[str, str]) -> None:
    """It explains half at least, more than any other, and is wrong in no case that passes."""
    known = {name: behaviour(text) for name, text in KNOWN.items()}

    found = matches_in_part(behaviour(does), RIGHT, known)

    assert found == {name: frozenset(cases) for name, cases in names.items()}


def test_what_two_have_in_common_may_hide_as_much_as_each_explains() -> None:
    """Two at once are named where each shows otherwise in what they have in common."""
    known = {"one": behaviour("1111...."), "other": behaviour("..3333..")}

    found = matches_in_part(behaviour("119933.."), RIGHT, known)

    assert found == {"one": frozenset("ab"), "other": frozenset("ef")}


@pytest.mark.parametrize(
    ("rival", "names"), [("777444..", set()), ("777444.7", {"middle"})], ids=["three", "four"]
)
def test_what_shows_in_many_passing_cases_is_no_rival(rival: str, names: set[str]) -> None:
    """One that is undone in up to three of them may be one of two at once; in more it is not."""
    known = {"middle": behaviour("...444.."), "rival": behaviour(rival)}

    assert matches_in_part(behaviour("...4449."), RIGHT, known).keys() == names


def named(does: str, **known: str) -> str:
    """Name what explains the behaviour, in the order of the alphabet."""
    found = matches_in_part(
        behaviour(does), RIGHT, {name: behaviour(text) for name, text in known.items()}
    )
    return " ".join(sorted(found))


@pytest.mark.parametrize(
    ("other", "names"), [("..22...4", "one other"), ("..22....", "")], ids=["both", "one alone"]
)
def test_one_mistake_may_undo_another_where_both_show(other: str, names: str) -> None:
    """One that would show in a passing case is named where the other shows there too."""
    assert named("1122....", one="11.....3", other=other) == names


@pytest.mark.parametrize(
    ("does", "one", "names"),
    [
        ("111p....", "11......", "one"),
        ("111ppp..", "11......", ""),
        ("1999pp..", "1...pp..", ""),
    ],
)
def test_what_passes_otherwise_is_to_be_explained_too(does: str, one: str, names: str) -> None:
    """Half is explained of what fails, and of all that the reference does otherwise."""
    assert named(does, one=one) == names


@pytest.mark.parametrize(
    ("does", "one", "other", "names"),
    [
        ("12222...", "133.....", ".2222...", "other"),
        (".2222...", ".2222...", ".222....", "one"),
        ("12222...", "1......4", ".2222...", "other"),
    ],
    ids=["hides twice what it explains", "explains nothing of its own", "would show in a pass"],
)
def test_a_second_mistake_needs_evidence(does: str, one: str, other: str, names: str) -> None:
    """One alone is named where what explains the rest is too weak to be believed."""
    assert named(does, one=one, other=other) == names


@pytest.mark.parametrize(
    ("one", "other", "names"),
    [
        ("11133...", "...22.q.", ""),
        ("11133...", "...22.p.", "one other"),
        (".1111...", "1.111...", ""),
        ("..111...", "11..1...", "one other"),
    ],
    ids=["contradicted in a passing case", "two at once", "alike in most", "alike in a case"],
)
def test_two_that_explain_everything_and_cannot_both_be_there(
    one: str, other: str, names: str
) -> None:
    """Nothing is named where two explain all that fails together, and do not go together."""
    does = "11122.p." if "2" in other else "11111..."

    assert named(does, one=one, other=other) == names


@pytest.mark.parametrize(
    ("one", "more", "names"),
    [
        ("1.......", {"rival": ".222.333"}, "one other"),
        ("1.......", {"rival": ".222..33"}, ""),
        ("133.....", {"rival": ".222.333"}, "one other"),
        ("1333....", {"rival": ".222.333"}, ""),
        ("1.......", {"rival": ".222.333", "third": "1222.333"}, ""),
        ("1.......", {"rival": ".2223.33", "third": "1..4.5..", "fourth": ".225.6.."}, ""),
    ],
    ids=[
        "a rival leaves three cases",
        "a rival leaves two cases",
        "hides less than three times what it explains",
        "hides as much as that",
        "a single rival",
        "another pair leaves nothing too",
    ],
)
def test_two_that_leave_nothing_are_named_beside_a_weaker_rival(
    one: str, more: dict[str, str], names: str
) -> None:
    """A pair that accounts for every case is named, unless another does nearly as well."""
    assert named("1222....", one=one, other=".222....", **more) == names


def test_two_that_leave_a_case_are_not_named_beside_a_rival() -> None:
    """Where something else is wrong too, a rival leaves it open which two there are."""
    known = {"one": "1.......", "other": ".222....", "rival": ".222.333"}

    assert named("12229...", **known) == ""


def test_cases_that_count_for_nobody_say_nothing() -> None:
    """A case that the reference does not pass is no failing case."""
    right = {**RIGHT, "h": "False|skipped"}
    mistake, does = ({**behaviour(text), "h": "False|skipped"} for text in ("11......", "11.9...."))

    assert matches_in_part(does, right, {"one": mistake}) == {"one": frozenset("ab")}


DOES = st.text(".pq123", min_size=8, max_size=8).map(behaviour)


@given(DOES, st.dictionaries(st.sampled_from("uvwxyz"), DOES, max_size=6))
def test_nothing_is_named_without_evidence(does: Behaviour, known: dict[str, Behaviour]) -> None:
    """What is named explains half of what fails, and shows elsewhere only beside another."""
    found = matches_in_part(does, RIGHT, known)

    failing = {case for case in CASES if does[case].startswith("False")}
    explained = set().union(*found.values())
    assert len(found) <= 2
    assert not found or 2 * len(explained) >= len(failing)
    for name, cases in found.items():
        assert cases == {case for case in failing if known[name][case] == does[case]} != set()
        others = [each for other, each in known.items() if other != name]
        for case in set(CASES) - failing:
            is_undone = any(other[case] != RIGHT[case] for other in others)
            assert is_undone or known[name][case].startswith("True")
            assert is_undone or does[case] != RIGHT[case] or known[name][case] == RIGHT[case]
