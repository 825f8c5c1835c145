"""The hidden cases of cohens_kappa, from simple to hard.

Expected values are computed here, before the call, so that no submission can reach them.
"""

import random
from fractions import Fraction

import pytest
from cohens_kappa import chance_agreement, cohens_kappa, observed_agreement, weighted_kappa

FUNCTIONS = (observed_agreement, chance_agreement, cohens_kappa, weighted_kappa)


def is_number(value):
    """Tell a number from text, None and truth values."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def met(first, second):
    """Give all pairs of a label of one judge with a label of the other."""
    return [(one, other) for one in first for other in second]


def share_of_equal(pairs):
    """Compute the share of pairs of equal labels exactly."""
    return Fraction(sum(one == other for one, other in pairs), len(pairs))


def mean_distance(pairs):
    """Compute the mean distance of pairs of grades exactly."""
    return sum(abs(Fraction(one) - Fraction(other)) for one, other in pairs) / len(pairs)


def expected_observed(first, second):
    """Compute the observed agreement."""
    return float(share_of_equal(list(zip(first, second, strict=True))))


def expected_chance(first, second):
    """Compute the chance agreement as the share of equal labels among all pairs."""
    return float(share_of_equal(met(first, second)))


def expected_kappa(first, second):
    """Compute kappa from the disagreement seen and expected."""
    seen = 1 - share_of_equal(list(zip(first, second, strict=True)))
    return float(1 - seen / (1 - share_of_equal(met(first, second))))


def expected_weighted(first, second):
    """Compute kappa with linear weights."""
    seen = mean_distance(list(zip(first, second, strict=True)))
    return float(1 - seen / mean_distance(met(first, second)))


def test_all_return_a_number():
    """All four functions return a number."""
    for function in FUNCTIONS:
        assert is_number(function([1, 0, 2], [1, 2, 0]))


@pytest.mark.reveal("values")
def test_observed_by_hand():
    """Ann and Ben of the lesson agree on 8 of 10 documents."""
    ann, ben = [1, 1, 1, 0, 0, 0, 0, 0, 0, 0], [1, 1, 0, 1, 0, 0, 0, 0, 0, 0]
    assert observed_agreement(ann, ben) == pytest.approx(0.8)


@pytest.mark.reveal("values")
def test_chance_by_hand():
    """Ann and Ben of the lesson have a chance agreement of 0.58."""
    ann, ben = [1, 1, 1, 0, 0, 0, 0, 0, 0, 0], [1, 1, 0, 1, 0, 0, 0, 0, 0, 0]
    assert chance_agreement(ann, ben) == pytest.approx(0.58)


@pytest.mark.reveal("values")
def test_kappa_by_hand():
    """Cleo and Dan of the lesson have a kappa of 0.6."""
    cleo, dan = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 1, 1, 0, 1, 0, 0, 0, 0]
    assert cohens_kappa(cleo, dan) == pytest.approx(0.6)


@pytest.mark.reveal("values")
def test_weighted_by_hand():
    """Gil and Ivo of the lesson have a weighted kappa of 0.478261."""
    gil, ivo = [3, 3, 2, 1, 0, 0], [3, 1, 2, 1, 2, 0]
    assert weighted_kappa(gil, ivo) == pytest.approx(0.478261, abs=1e-6)


@pytest.mark.points(2)
@pytest.mark.hint("Is it an agreement if both judges say that a document is not relevant?")
def test_observed_counts_every_equal_label():
    """Documents that both judges call not relevant count as agreement too."""
    assert observed_agreement([0, 0, 0, 1], [0, 0, 1, 1]) == pytest.approx(0.75)
    assert observed_agreement([0, 0, 0], [0, 0, 1]) == pytest.approx(2 / 3)
    assert observed_agreement([1, 1, 0, 1], [1, 0, 1, 1]) == pytest.approx(0.5)


@pytest.mark.hint("Compare document by document, not list by list.")
def test_observed_looks_at_each_document():
    """Judges who use each label equally often may still disagree everywhere."""
    assert observed_agreement([1, 0, 1, 0], [0, 1, 0, 1]) == 0
    assert observed_agreement([1, 0, 1], [0, 1, 1]) == pytest.approx(1 / 3)


def test_observed_at_both_ends():
    """The first document counts like the last one."""
    assert observed_agreement([1, 0, 0, 0], [1, 1, 1, 1]) == pytest.approx(0.25)
    assert observed_agreement([0, 0, 0, 1], [1, 1, 1, 1]) == pytest.approx(0.25)


@pytest.mark.points(2)
@pytest.mark.hint("What is the probability that both judges say 1, and that both say 0?")
def test_chance_for_two_labels():
    """The chance agreement has a term for each label: one judge's share times the other's."""
    for first, second in (
        ([1, 0, 0, 0], [0, 0, 1, 0]),
        ([1, 1, 1, 0], [1, 0, 0, 0]),
        ([1, 1, 1, 1, 0], [1, 0, 1, 0, 1]),
        ([0, 0, 0], [0, 1, 0]),
    ):
        expected = expected_chance(first, second)
        assert chance_agreement(list(first), list(second)) == pytest.approx(expected)


@pytest.mark.points(2)
@pytest.mark.hint("How many terms does the sum have if there are three labels?")
def test_chance_for_many_labels():
    """The chance agreement takes all labels into account, however many there are."""
    for first, second in (
        ([0, 1, 2, 3], [3, 1, 2, 0]),
        ([4, 4, 2, 0, 1], [4, 2, 2, 1, 1]),
        ([5, 6, 7, 7, 7, 7], [7, 7, 7, 6, 5, 5]),
    ):
        expected = expected_chance(first, second)
        assert chance_agreement(list(first), list(second)) == pytest.approx(expected)


@pytest.mark.hint("Does the chance agreement depend on which document got which label?")
def test_chance_does_not_look_at_documents():
    """The chance agreement stays the same if one judge's labels change places."""
    first = [1, 1, 0, 2, 0]
    values = [chance_agreement(first, each) for each in ([0, 1, 1, 2, 1], [1, 1, 1, 0, 2])]
    assert values[0] == pytest.approx(expected_chance(first, [2, 1, 1, 1, 0]))
    assert values[1] == pytest.approx(values[0])


@pytest.mark.hint("A label that one judge never uses has a share of 0 there.")
def test_labels_of_one_judge_only():
    """A label that only one of the judges uses adds nothing to the chance agreement."""
    assert chance_agreement([1, 2, 2], [3, 3, 2]) == pytest.approx(2 / 9)
    assert chance_agreement([1, 1], [0, 0]) == 0
    assert cohens_kappa([1, 1], [0, 0]) == 0


@pytest.mark.points(2)
@pytest.mark.hint("Which values may a label have?")
def test_words():
    """Labels may be words, in the first three functions."""
    first = ["spam", "ham", "ham", "eggs", "ham"]
    second = ["ham", "ham", "ham", "eggs", "spam"]
    observed, chance = expected_observed(first, second), expected_chance(first, second)
    kappa = expected_kappa(first, second)
    assert observed_agreement(first, second) == pytest.approx(observed)
    assert chance_agreement(first, second) == pytest.approx(chance)
    assert cohens_kappa(first, second) == pytest.approx(kappa)


@pytest.mark.hint("What does == say of these two labels in Python?")
def test_which_labels_are_equal():
    """1 and 1.0 are one label, and "Yes" and "yes" are two."""
    for first, second, share in (
        ([1, 0, 1], [1.0, 0, 1.0], 1.0),
        (["yes", "no", "yes"], ["Yes", "no", "yes"], 2 / 3),
    ):
        chance, kappa = expected_chance(first, second), expected_kappa(first, second)
        assert observed_agreement(list(first), list(second)) == pytest.approx(share)
        assert chance_agreement(list(first), list(second)) == pytest.approx(chance)
        assert cohens_kappa(list(first), list(second)) == pytest.approx(kappa)


@pytest.mark.points(2)
@pytest.mark.hint("Mind the brackets above and below the line.")
def test_kappa_for_two_labels():
    """Kappa is the part of the possible agreement beyond chance that was reached."""
    for first, second in (
        ([1, 1, 0, 0], [1, 0, 0, 0]),
        ([1, 0, 0, 0, 0, 1], [1, 0, 0, 1, 0, 1]),
        ([1, 1, 1, 0, 0], [0, 1, 1, 1, 0]),
    ):
        expected = expected_kappa(first, second)
        assert cohens_kappa(list(first), list(second)) == pytest.approx(expected)


def test_kappa_of_equal_judges():
    """Judges who agree on every document have a kappa of 1."""
    for labels in ([1, 0], [1, 0, 0, 0, 0, 0], [3, 1, 2, 2], ["a", "b", "a"]):
        assert cohens_kappa(list(labels), list(labels)) == pytest.approx(1)


@pytest.mark.hint("Is the chance agreement 1, or only close to it?")
def test_one_document_unlike_the_others():
    """A chance agreement of nearly 1 still leaves something to be reached."""
    labels = [0] * 60 + [1]
    assert cohens_kappa(labels, list(labels)) == pytest.approx(1)
    assert weighted_kappa(labels, list(labels)) == pytest.approx(1)
    assert cohens_kappa(labels, [0] * 61) == pytest.approx(0, abs=1e-12)
    labels = [0] * 999 + [1]
    assert cohens_kappa(labels, list(labels)) == pytest.approx(1)


@pytest.mark.hint("Kappa may be negative. What does that say about the judges?")
def test_kappa_below_chance():
    """Judges who agree less often than by chance have a kappa below 0."""
    assert cohens_kappa([1, 0, 1, 0], [0, 1, 0, 1]) == pytest.approx(-1)
    assert cohens_kappa([1, 0, 0], [0, 1, 0]) == pytest.approx(-0.5)


def test_kappa_of_a_judge_with_one_label():
    """If one judge gives one label to all documents, the agreement is the one by chance."""
    assert cohens_kappa([1, 1, 1, 1], [1, 0, 1, 1]) == pytest.approx(0, abs=1e-12)
    assert weighted_kappa([2, 2, 2], [2, 0, 3]) == pytest.approx(0, abs=1e-12)


@pytest.mark.points(2)
@pytest.mark.hint("What is left to be gained if chance alone agrees on everything?")
def test_no_kappa_for_one_label():
    """If both judges give one label to everything, there is no kappa: None."""
    for label in (0, "yes"):
        for n in (1, 4):
            assert cohens_kappa([label] * n, [label] * n) is None
            assert chance_agreement([label] * n, [label] * n) == 1
    assert is_number(cohens_kappa([0, 0, 1], [0, 0, 1]))


@pytest.mark.points(2)
@pytest.mark.hint("What is the expected distance of two judges who use one grade only?")
def test_no_weighted_kappa_for_one_grade():
    """If both judges give one grade to everything, there is no weighted kappa either."""
    for grade in (0, 3):
        for n in (1, 4):
            assert weighted_kappa([grade] * n, [grade] * n) is None
    assert is_number(weighted_kappa([2, 2, 3], [2, 2, 3]))


@pytest.mark.points(2)
@pytest.mark.hint("How far apart are the two grades of each document?")
def test_weighted_for_grades():
    """A disagreement counts by its distance in grades."""
    for first, second in (
        ([0, 1, 2], [0, 1, 1]),
        ([0, 3, 1, 2], [3, 3, 1, 2]),
        ([4, 0, 2, 2, 1], [0, 4, 2, 1, 1]),
        ([2, 4, 4], [1, 0, 4]),
    ):
        expected = expected_weighted(first, second)
        assert weighted_kappa(list(first), list(second)) == pytest.approx(expected)


@pytest.mark.hint("Is a disagreement by two grades worth as much as one by one grade?")
def test_near_is_better_than_far():
    """The judge who misses by less has the higher weighted kappa, at the same kappa."""
    truth, near, far = [4, 0, 1, 3, 0], [3, 0, 1, 4, 0], [4, 3, 1, 0, 0]
    assert cohens_kappa(truth, near) == pytest.approx(cohens_kappa(truth, far))
    assert weighted_kappa(truth, near) > weighted_kappa(truth, far) + 0.1


@pytest.mark.points(2)
@pytest.mark.hint("Take the difference of the grades themselves.")
def test_weighted_with_gaps_in_the_scale():
    """The distance is the difference of the grades, also if no judge uses those between."""
    for first, second in (
        ([0, 1, 5, 5], [1, 1, 5, 0]),
        ([0, 0.5, 2], [0.5, 0.5, 0]),
        ([10, 0, 1], [10, 1, 0]),
    ):
        expected = expected_weighted(first, second)
        assert weighted_kappa(list(first), list(second)) == pytest.approx(expected)


@pytest.mark.hint("Compute both kappas for a list of zeros and ones.")
def test_both_kappas_for_two_labels():
    """With the grades 0 and 1 only, both kappas are the same number."""
    first, second = [1, 0, 0, 1, 1, 0, 0], [1, 1, 0, 1, 0, 0, 0]
    expected = expected_kappa(first, second)
    assert weighted_kappa(first, second) == pytest.approx(expected)
    assert cohens_kappa(first, second) == pytest.approx(expected)


def test_judges_may_change_places():
    """The order of the two judges changes nothing, in all four functions."""
    first, second = [0, 2, 2, 1, 3], [1, 2, 0, 1, 1]
    for function in FUNCTIONS:
        assert function(first, second) == pytest.approx(function(second, first))
    assert observed_agreement(second, first) == pytest.approx(0.4)


@pytest.mark.points(2)
@pytest.mark.hint("zip stops at the end of the shorter list. Compare the lengths yourself.")
def test_refuses_different_lengths():
    """All four functions raise a ValueError for lists of different lengths."""
    for function in FUNCTIONS:
        for first, second in (([1, 0], [1]), ([1], [1, 0, 1]), ([0], []), ([], [0])):
            with pytest.raises(ValueError):  # noqa: PT011 - any words will do
                function(list(first), list(second))


@pytest.mark.hint("Is there a share of no documents?")
def test_refuses_no_documents():
    """All four functions raise a ValueError if there are no documents."""
    for function in FUNCTIONS:
        with pytest.raises(ValueError):  # noqa: PT011 - any words will do
            function([], [])


@pytest.mark.hint("Does your code round? Return the number as it is.")
def test_not_rounded():
    """No number is rounded, and no grade."""
    first, second = [0, 1, 2, 1 / 3, 0, 1, 1], [0, 2, 2, 1, 1 / 3, 1, 0]
    for function, expected in (
        (observed_agreement, expected_observed(first, second)),
        (chance_agreement, expected_chance(first, second)),
        (cohens_kappa, expected_kappa(first, second)),
        (weighted_kappa, expected_weighted(first, second)),
    ):
        assert function(list(first), list(second)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.hint("Do you ask whether two labels are equal, or whether they are close?")
def test_near_grades_are_not_equal():
    """Two grades that differ a little are two grades."""
    first, second = [0.5, 0.5 + 1e-10, 2], [0.5 + 1e-10, 0.5 + 1e-10, 2]
    assert observed_agreement(first, second) == pytest.approx(2 / 3)
    assert chance_agreement(first, second) == pytest.approx(1 / 3)
    assert cohens_kappa(first, second) == pytest.approx(0.5)
    assert weighted_kappa([0, 1e-10], [0, 1e-10]) == pytest.approx(1)


def test_every_call_counts_anew():
    """A call does not depend on the calls before it."""
    for function, answers in (
        (observed_agreement, (0.25, 0.75)),
        (chance_agreement, (0.25, 0.5)),
        (cohens_kappa, (0.0, 0.5)),
        (weighted_kappa, (0.0, 0.5)),
    ):
        for first, expected in zip(([0, 2, 0, 2], [0, 1, 0, 0]), answers, strict=True):
            assert function(first, [1, 1, 0, 0]) == pytest.approx(expected)
        for first, expected in zip(([0, 2, 0, 2], [0, 1, 0, 0]), answers, strict=True):
            assert function([1, 1, 0, 0], first) == pytest.approx(expected)


@pytest.mark.hint("Does your code change a list? Print it before and after the call.")
def test_input_stays_as_it_was():
    """Your functions do not change the lists."""
    agreed = [([2, 0, 1], [1, 0, 2]), ([3, 3], [3, 3])]
    nothing_in_common = [([0, 1, 2], [1, 2, 0]), ([0, 1, 0], [1, 0, 2])]
    no_better_than_chance = [([1, 1, 1], [1, 0, 0]), ([1, 1, 1], [0, 0, 1])]
    for function in FUNCTIONS:
        for first, second in (*agreed, *nothing_in_common, *no_better_than_chance):
            before = list(first), list(second)
            function(first, second)
            assert (first, second) == before
        assert is_number(function([2, 0, 1], [1, 0, 2]))


@pytest.mark.hint("What has your code done to the lists by the time it refuses them?")
def test_refused_lists_stay_as_they_were():
    """Your functions do not change lists that they refuse."""
    for function in FUNCTIONS:
        for first, second in (([1, 0, 2], [0, 3]), ([0, 3], [1, 0, 2]), ([], [2, 1, 3])):
            before = list(first), list(second)
            with pytest.raises(ValueError):  # noqa: PT011 - any words will do
                function(first, second)
            assert (first, second) == before


@pytest.mark.points(2)
@pytest.mark.hint("Compute short lists by hand until one answer differs from yours.")
def test_many_judges():
    """All four functions agree with the definition for many pairs of judges."""
    draw = random.Random(60)
    for n in range(2, 14, 2):
        first = [0, *[draw.randint(0, 4) for _ in range(n - 1)]]
        second = [draw.choice([grade, draw.randint(0, 4)]) for grade in first[:-1]] + [4]
        observed, chance = expected_observed(first, second), expected_chance(first, second)
        kappa, weighted = expected_kappa(first, second), expected_weighted(first, second)
        assert observed_agreement(list(first), list(second)) == pytest.approx(observed)
        assert chance_agreement(list(first), list(second)) == pytest.approx(chance)
        assert cohens_kappa(list(first), list(second)) == pytest.approx(kappa, abs=1e-11)
        assert weighted_kappa(list(first), list(second)) == pytest.approx(weighted, abs=1e-11)
