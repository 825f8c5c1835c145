"""CG, DCG and NDCG of the course, with either gain and any base, are those of three libraries."""

import math
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.course.agreement.collections_of_queries import CUTOFFS, one_query, seeded
from tests.course.agreement.libraries import TOLERANCE, gdeval, library
from tests.course.agreement.trec import scores
from tests.course.lesson_material import reference

pytestmark = pytest.mark.process

metrics = library("sklearn.metrics")
rbp_eval = library("rbp_eval")
rbp_eval_dcg = library("rbp_eval.dcg")
cumulative_gain = reference("cumulative_gain").cumulative_gain
dcg_at_k = reference("dcg_at_k").dcg_at_k
dcg_of_list = reference("ndcg_at_k").dcg
ndcg_at_k = reference("ndcg_at_k").ndcg_at_k
exponential_dcg = reference("exponential_gain").exponential_dcg
exponential_ndcg = reference("exponential_gain").exponential_ndcg
log_base = reference("log_base")
# What grades are drawn from.
POOLS: list[list[float]] = [[0, 1], [0, 0, 1, 2, 3], [0, 0.5, 1.25, 4], [0]]


def lists_and_cuts(seed: int) -> Iterator[tuple[list[float], int]]:
    """Draw 400 lists of 2 to 25 grades, some of nothing but zeros, each with three cutoffs."""
    rng = Random(seed)
    for number in range(400):
        pool = POOLS[number % len(POOLS)]
        rels = [rng.choice(pool) for _ in range(rng.randint(2, 25))]
        yield from ((rels, k) for k in (1, rng.randint(2, 30), 100))


def dcg_of_rbp_eval(rels: Sequence[float], **options: float) -> float:
    """Let rbp_eval compute the DCG of one list, as first published if not told otherwise."""
    lines = [(f"d{place}", rel, place) for place, rel in enumerate(rels, start=1)]
    qrels = rbp_eval.load_qrels(StringIO("".join(f"1 0 {d} {rel}\n" for d, rel, _ in lines)))
    qrels.set_reltype(rbp_eval.RelType.FRACT, 1.0)
    run = rbp_eval.load_run(StringIO("".join(f"1 Q0 {d} {i} {-i} t\n" for d, _, i in lines)))
    ranked = run.get_qdocs_by_qid("1").get_scores(rbp_eval.Ordering.SCORE)
    asked = rbp_eval_dcg.DcgOptions(**{"normalised": False, **options})
    return float(rbp_eval_dcg.compute_dcg(qrels, "1", ranked, asked))


def falling(rels: list[float]) -> list[list[float]]:
    """Make scores without ties that rank a list as it stands."""
    return [[-float(position) for position in range(len(rels))]]


def test_dcg_and_ndcg_are_those_of_scikit_learn() -> None:
    """Both agree on 400 lists: no grades but zeros, fractions and k beyond the list included."""
    for rels, k in lists_and_cuts(5):
        dcg = metrics.dcg_score([rels], falling(rels), k=k)
        ndcg = metrics.ndcg_score([rels], falling(rels), k=k)
        assert dcg_at_k(rels, k) == pytest.approx(dcg, abs=TOLERANCE)
        assert dcg_of_list(rels[:k]) == pytest.approx(dcg, abs=TOLERANCE)
        assert ndcg_at_k(rels, k) == pytest.approx(ndcg, abs=TOLERANCE)


def test_the_exponential_gain_is_a_change_of_grades() -> None:
    """Handed 2 ** rel - 1 for the grades, scikit-learn gives the lesson's DCG and NDCG."""
    for rels, k in lists_and_cuts(6):
        gains = [2**rel - 1 for rel in rels]
        dcg = metrics.dcg_score([gains], falling(rels), k=k)
        ndcg = metrics.ndcg_score([gains], falling(rels), k=k)
        assert exponential_dcg(rels, k) == pytest.approx(dcg, abs=TOLERANCE)
        assert exponential_ndcg(rels, k) == pytest.approx(ndcg, abs=TOLERANCE)


def test_another_base_is_that_of_scikit_learn() -> None:
    """With the divisors of today's formula, the DCG agrees for bases from 1.5 to 10."""
    rng = Random(7)
    for rels, k in lists_and_cuts(7):
        base = rng.choice([1.5, 2, math.e, 3, 10])
        theirs = metrics.dcg_score([rels], falling(rels), k=k, log_base=base)
        divisors = log_base.divisors_today(min(k, len(rels)), base)
        ours = sum(rel / divisor for rel, divisor in zip(rels, divisors, strict=False))
        assert ours == pytest.approx(theirs, abs=TOLERANCE)


@pytest.mark.parametrize("ties", [False, True])
def test_ndcg_is_that_of_trec_eval_where_nothing_was_missed(tmp_path: Path, ties: bool) -> None:
    """With no judged document outside of the list both ideals are one: 400 queries agree."""
    drawn = seeded(7, ties=ties, judged=1.0, missed=0)

    theirs = scores(drawn.written(tmp_path), *(f"nDCG@{k}" for k in CUTOFFS))

    for k, query in product(CUTOFFS, drawn.run):
        value = theirs[f"nDCG@{k}"][query]
        assert ndcg_at_k(drawn.grades(query), k) == pytest.approx(value, abs=TOLERANCE)


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("k", [1, 10, 100])
def test_exponential_ndcg_is_that_of_gdeval(tmp_path: Path, k: int, ties: bool) -> None:
    """The queries that have a relevant document agree; gdeval leaves out all others."""
    drawn = seeded(8, ties=ties, judged=1.0, missed=0)

    theirs = gdeval(drawn.written(tmp_path), k, max_grade=4)

    assert {query for query in drawn.run if drawn.total_relevant(query)} == set(theirs)
    assert len(theirs) > 300
    for query, (ndcg, _) in theirs.items():
        assert exponential_ndcg(drawn.grades(query), k) == pytest.approx(ndcg, abs=TOLERANCE)


def test_a_missed_document_is_in_the_ideal_of_trec_eval_only(tmp_path: Path) -> None:
    """The ranking [3, 2] with a missed 3 is 1.0 here and 0.871049 there."""
    drawn = one_query([3, 2], missed=[3])

    theirs = scores(drawn.written(tmp_path), "nDCG@2")["nDCG@2"]["1"]

    assert ndcg_at_k(drawn.grades("1"), 2) == 1.0
    assert theirs == pytest.approx((3 + 2 / math.log2(3)) / (3 + 3 / math.log2(3)), abs=TOLERANCE)
    assert theirs == pytest.approx(0.871049, abs=5e-7)


def test_linear_and_exponential_gain_differ_by_a_known_amount(tmp_path: Path) -> None:
    """[1, 0, 4] is 0.647818 by trec_eval and 0.543794 by gdeval, each with a lesson of its own."""
    drawn = one_query([1, 0, 4])
    files = drawn.written(tmp_path)

    linear = scores(files, "nDCG@3")["nDCG@3"]["1"]
    exponential, _ = gdeval(files, 3, max_grade=4)["1"]

    assert ndcg_at_k([1, 0, 4], 3) == pytest.approx(linear, abs=TOLERANCE)
    assert exponential_ndcg([1, 0, 4], 3) == pytest.approx(exponential, abs=TOLERANCE)
    assert linear == pytest.approx(0.647818, abs=5e-7)
    assert exponential == pytest.approx(0.543794, abs=5e-7)


def test_one_document_is_too_few_for_scikit_learn() -> None:
    """The course scores a list of one, 1.0 if it is relevant; ndcg_score refuses to."""
    assert dcg_at_k([2], 1) == 2.0
    assert ndcg_at_k([2], 1) == 1.0
    with pytest.raises(ValueError, match="more than 1 document"):
        metrics.ndcg_score([[2.5]], [[1.0]])
    with pytest.raises(ValueError, match="Got binary instead"):
        metrics.dcg_score([[2]], [[1.0]])


def test_cumulative_gain_is_that_of_rbp_eval() -> None:
    """Told not to discount, it agrees on 400 lists."""
    for rels, k in lists_and_cuts(10):
        theirs = dcg_of_rbp_eval(rels, depth=k, discounted=False)
        assert cumulative_gain(rels, k) == pytest.approx(theirs, abs=TOLERANCE)


def test_dcg_is_that_of_rbp_eval() -> None:
    """A third program agrees on 400 lists, told to discount the first places too."""
    for rels, k in lists_and_cuts(9):
        theirs = dcg_of_rbp_eval(rels, depth=k, rank_adjust=1)
        assert dcg_at_k(rels, k) == pytest.approx(theirs, abs=TOLERANCE)


def test_the_first_dcg_did_not_discount_the_places_above_the_base() -> None:
    """As first published, [3, 2] is 5.0, and 4.261860 with the discount of today."""
    old = dcg_of_rbp_eval([3, 2])

    assert old == 5.0
    assert dcg_at_k([3, 2], 2) == pytest.approx(4.261860, abs=5e-7)


@pytest.mark.parametrize("base", [2, 3, 4.5, 10])
def test_the_first_dcg_is_that_of_rbp_eval(base: float) -> None:
    """With the divisors of the first formula, 400 lists agree."""
    for rels, k in lists_and_cuts(11):
        theirs = dcg_of_rbp_eval(rels, depth=k, base=base)
        divisors = log_base.divisors_at_first(min(k, len(rels)), base)
        ours = sum(rel / divisor for rel, divisor in zip(rels, divisors, strict=False))
        assert ours == pytest.approx(theirs, abs=TOLERANCE)
