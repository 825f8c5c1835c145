"""Both kappas of the course are those of scikit-learn."""

import math
import warnings
from random import Random

import pytest

from tests.course.agreement.libraries import TOLERANCE, library
from tests.course.lesson_material import reference

metrics = library("sklearn.metrics")
cohens_kappa = reference("cohens_kappa").cohens_kappa
weighted_kappa = reference("cohens_kappa").weighted_kappa
SCALE = [0, 1, 2, 3, 4]
Judges = tuple[list[int], list[int]]


def drawn(seed: int) -> list[Judges]:
    """Draw 400 pairs of judges who agree often, with two labels used at least."""
    draw = Random(seed)
    found: list[Judges] = []
    while len(found) < 400:
        first = draw.choices(SCALE[: draw.randint(2, 5)], k=draw.randint(2, 25))
        second = [draw.choice([grade, grade, draw.choice(SCALE)]) for grade in first]
        if len({*first, *second}) > 1:
            found.append((first, second))
    return found


def test_kappa_is_that_of_scikit_learn() -> None:
    """Kappa agrees on 400 pairs of judges, for grades and for words."""
    for first, second in drawn(20):
        theirs = metrics.cohen_kappa_score(first, second)

        assert cohens_kappa(first, second) == pytest.approx(theirs, abs=TOLERANCE)
        words = [["abcde"[grade] for grade in judge] for judge in (first, second)]
        assert cohens_kappa(*words) == pytest.approx(theirs, abs=TOLERANCE)


def test_weighted_kappa_is_that_of_scikit_learn_for_the_whole_scale() -> None:
    """Told all grades of the scale, linear weights agree on 400 pairs of judges."""
    for first, second in drawn(21):
        theirs = metrics.cohen_kappa_score(first, second, labels=SCALE, weights="linear")

        assert weighted_kappa(first, second) == pytest.approx(theirs, abs=TOLERANCE)


def test_scikit_learn_counts_steps_between_the_grades_in_use() -> None:
    """Without a 2 on either side it takes 1 and 3 for neighbours, and another number comes out."""
    first, second = [0, 1, 3, 3], [0, 3, 3, 1]

    in_use = metrics.cohen_kappa_score(first, second, weights="linear")

    assert weighted_kappa(first, second) != pytest.approx(in_use, abs=0.01)
    assert weighted_kappa([0, 1, 2, 2], [0, 2, 2, 1]) == pytest.approx(in_use, abs=TOLERANCE)


def test_one_label_for_everything_has_no_kappa() -> None:
    """It is None here, and nan in scikit-learn."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = metrics.cohen_kappa_score([1, 1, 1], [1, 1, 1])

    assert math.isnan(theirs)
    assert cohens_kappa([1, 1, 1], [1, 1, 1]) is None
    assert weighted_kappa([1, 1, 1], [1, 1, 1]) is None
