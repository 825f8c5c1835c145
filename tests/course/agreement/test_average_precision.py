"""AP and MAP of the course are those of trec_eval, and of scikit-learn where nothing is missed."""

from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.course.agreement.collections_of_queries import CUTOFFS, one_query, seeded
from tests.course.agreement.libraries import TOLERANCE, library
from tests.course.agreement.trec import scores
from tests.course.lesson_material import reference

metrics = library("sklearn.metrics")
average_precision_at_k = reference("average_precision").average_precision_at_k
mean_average_precision = reference("average_precision").mean_average_precision


@pytest.mark.parametrize("ties", [False, True])
def test_average_precision_is_that_of_trec_eval(tmp_path: Path, ties: bool) -> None:
    """Each of 400 queries agrees at every cutoff and without one, and so does their mean."""
    drawn = seeded(12, ties=ties)
    names = {f"AP@{k}": k for k in CUTOFFS} | {"AP": 1000}

    theirs = scores(drawn.written(tmp_path), *names)

    for (name, k), query in product(names.items(), drawn.run):
        ours = average_precision_at_k(drawn.relevant(query), k, drawn.total_relevant(query))
        assert ours == pytest.approx(theirs[name][query], abs=TOLERANCE)
    pairs = [(drawn.relevant(query), drawn.total_relevant(query)) for query in drawn.run]
    for name, k in names.items():
        mean = sum(theirs[name].values()) / len(theirs[name])
        assert mean_average_precision(pairs, k) == pytest.approx(mean, abs=TOLERANCE)


def test_average_precision_of_a_whole_list_is_that_of_scikit_learn() -> None:
    """Without ties and with nothing missed or cut off, two of its functions agree on 400 lists."""
    rng = Random(13)
    for _ in range(400):
        found = [rng.choice([0, 0, 1]) for _ in range(rng.randint(2, 40))]
        found[rng.randrange(len(found))] = 1
        falling = [float(-place) for place in range(len(found))]
        ours = average_precision_at_k(found, len(found), sum(found))
        value = metrics.average_precision_score(found, falling)
        assert ours == pytest.approx(value, abs=TOLERANCE)
        value = metrics.label_ranking_average_precision_score([found], [falling])
        assert ours == pytest.approx(value, abs=TOLERANCE)


def test_a_query_with_nothing_to_find_is_nothing_or_everything(tmp_path: Path) -> None:
    """It is 0.0 here and in trec_eval; scikit-learn warns and says 0.0, or 1.0 over labels."""
    drawn = one_query([0, 0])

    assert average_precision_at_k([0, 0], 2, 0) == 0.0
    assert scores(drawn.written(tmp_path), "AP")["AP"] == {"1": 0.0}
    with pytest.warns(UserWarning, match="No positive class"):
        assert metrics.average_precision_score([0, 0], [2.0, 1.0]) == 0.0
    assert metrics.label_ranking_average_precision_score([[0, 0]], [[2.0, 1.0]]) == 1.0


def test_the_divisor_makes_three_different_numbers(tmp_path: Path) -> None:
    """[1, 0, 1, 1, 0] with 4 relevant is 0.416667 at 3 by all of them, 0.833333 by those found."""
    drawn = one_query([1, 0, 1, 1, 0], missed=[1])

    theirs = scores(drawn.written(tmp_path), "AP@3")["AP@3"]["1"]
    first_three = metrics.average_precision_score([1, 0, 1], [3.0, 2.0, 1.0])

    assert average_precision_at_k([1, 0, 1, 1, 0], 3, 4) == pytest.approx(theirs, abs=TOLERANCE)
    assert theirs == pytest.approx(0.416667, abs=5e-7)
    assert first_three == pytest.approx(0.833333, abs=5e-7)


def test_ties_are_broken_by_name_or_taken_as_one_step(tmp_path: Path) -> None:
    """Three equal scores, the last by name relevant: trec_eval ranks it first, 1.0.

    To scikit-learn they are one step, where 1 of 3 is relevant. The course is given an order.
    """
    drawn = one_query([0, 0, 1])
    drawn.run["1"].update(dict.fromkeys(drawn.run["1"], 1.0))

    theirs = scores(drawn.written(tmp_path), "AP")["AP"]["1"]
    one_step = metrics.average_precision_score([0, 0, 1], [1.0, 1.0, 1.0])

    assert theirs == average_precision_at_k(drawn.relevant("1"), 3, 1) == 1.0
    assert one_step == pytest.approx(1 / 3, abs=TOLERANCE)
    assert average_precision_at_k([0, 0, 1], 3, 1) == pytest.approx(1 / 3, abs=TOLERANCE)
