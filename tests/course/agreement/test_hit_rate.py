"""Hit rate of the course is top-k accuracy, and its chances in a sample are hypergeometric."""

from pathlib import Path
from random import Random

import pytest

from tests.course.agreement.collections_of_queries import Collection
from tests.course.agreement.libraries import TOLERANCE, library
from tests.course.agreement.trec import scores
from tests.course.lesson_material import reference

numpy = library("numpy")
metrics = library("sklearn.metrics")
stats = library("scipy.stats")
held_out_rank = reference("hit_rate").held_out_rank
hit_rate = reference("hit_rate").hit_rate
sampled_hit_rate = reference("hit_rate").sampled_hit_rate
ITEMS = 30
PEOPLE = 400


def drawn(seed: int) -> tuple[list[int], list[list[float]]]:
    """Draw the held-out item of each person, and a score for each person and item."""
    draw = Random(seed)
    held_out = [draw.randrange(ITEMS) for _ in range(PEOPLE)]
    return held_out, [[draw.random() for _ in range(ITEMS)] for _ in range(PEOPLE)]


def ranks(held_out: list[int], given: list[list[float]]) -> list[int]:
    """Rank the held-out item of each person among all items by their scores."""
    orders = [sorted(range(ITEMS), key=row.__getitem__, reverse=True) for row in given]
    return [held_out_rank(order, item, []) for order, item in zip(orders, held_out, strict=True)]


def test_hit_rate_is_the_top_k_accuracy_of_scikit_learn() -> None:
    """Where each person is a sample and each item a class, both agree at every cut."""
    held_out, given = drawn(40)
    found = ranks(held_out, given)

    for k in range(1, ITEMS):
        theirs = metrics.top_k_accuracy_score(held_out, given, k=k, labels=range(ITEMS))
        assert hit_rate(found, k) == pytest.approx(theirs, abs=TOLERANCE)


def test_hit_rate_is_the_mean_success_of_trec_eval(tmp_path: Path) -> None:
    """A person is a query with one relevant document; who has no result is a miss."""
    held_out, given = drawn(41)
    people = dict(zip(map(str, range(PEOPLE)), zip(held_out, given, strict=True), strict=True))
    listed = {person: dict(enumerate(row)) for person, (_, row) in people.items()}
    cut = {
        person: {item: score for item, score in row.items() if item % 3 or person == "0"}
        for person, row in listed.items()
    }
    collection = Collection(
        {person: {f"i{item}": 1} for person, (item, _) in people.items()},
        {person: {f"i{item}": score for item, score in row.items()} for person, row in cut.items()},
    )

    theirs = scores(collection.written(tmp_path), "Success@5")["Success@5"]

    found = [
        held_out_rank(sorted(row, key=row.__getitem__, reverse=True), people[person][0], [])
        for person, row in cut.items()
    ]
    assert None in found
    assert hit_rate(found, 5) == pytest.approx(sum(theirs.values()) / PEOPLE, abs=TOLERANCE)


def test_the_chance_of_a_hit_is_that_of_scipys_hypergeometric_distribution() -> None:
    """Fewer than k of the negatives come from above, for 400 settings."""
    draw = Random(42)
    for _ in range(400):
        items = draw.randint(2, 2000)
        rank, negatives = draw.randint(1, items), draw.randrange(items)
        k = draw.randint(1, 20)

        theirs = stats.hypergeom.cdf(k - 1, items - 1, rank - 1, negatives)

        # scipy adds up logarithms of factorials, which costs it a few digits.
        assert sampled_hit_rate([rank], k, items, negatives) == pytest.approx(theirs, abs=1e-9)


def test_the_expected_hit_rate_is_the_mean_over_drawn_samples() -> None:
    """Of 4000 samples of 20 items it is off by less than five standard errors."""
    draw = numpy.random.default_rng(43)
    for rank in (3, 9, 15, 40):
        others = [place for place in range(1, 101) if place != rank]
        samples = [draw.choice(others, 20, replace=False) for _ in range(4000)]
        hits = numpy.mean([(sample < rank).sum() < 3 for sample in samples])

        chance = sampled_hit_rate([rank], 3, 100, 20)
        error = numpy.sqrt(chance * (1 - chance) / 4000)
        assert chance == pytest.approx(hits, abs=5 * error)
