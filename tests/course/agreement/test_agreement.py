"""Each lesson's reference computes what other programs compute: one row, or one claim, a lesson."""

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.course.agreement import programs
from tests.course.agreement.collections_of_queries import CUTOFFS, Collection, one_query, seeded
from tests.course.agreement.programs import compatibility, dcg_of_rbp_eval, gdeval, trec_eval
from tests.course.lesson_material import LESSON_IDS, exercise, reference

pytestmark = pytest.mark.process

numpy = programs.library("numpy")
metrics = programs.library("sklearn.metrics")
stats = programs.library("scipy.stats")
# Both sides compute with the same 53 bits and in another order; 400 inputs differ by a few of the
# last bits, and a wrong definition by far more.
TOLERANCE = 1e-12
PATIENCE = [0.2, 0.5, 0.8, 0.95]
SCALE = [0, 1, 2, 3, 4]
# What grades are drawn from.
POOLS: list[list[float]] = [[0, 1], [0, 0, 1, 2, 3], [0, 0.5, 1.25, 4], [0]]

# What no library computes, with the reason.
WITHOUT_COUNTERPART = {
    "implicit_feedback": "its grades and its clipped weights are settled by the lesson itself",
}
lessons = {name: reference(name) for name in LESSON_IDS if name not in WITHOUT_COUNTERPART}
compare_rankings, hit_rate = lessons["compare_rankings"], lessons["hit_rate"]
kappas, log_base = lessons["cohens_kappa"], lessons["log_base"]
precision_at_k = lessons["precision_at_k"].precision_at_k
recall_at_k = lessons["recall_at_k"].recall_at_k
reciprocal_rank = lessons["reciprocal_rank"].reciprocal_rank
average_precision_at_k = lessons["average_precision"].average_precision_at_k
cumulative_gain = lessons["cumulative_gain"].cumulative_gain
ndcg_at_k = lessons["ndcg_at_k"].ndcg_at_k
ndcg_all_judged = lessons["ndcg_over_queries"].ndcg_all_judged
ndcg_score = lessons["ndcg_from_scores"].ndcg_score
bpref, condensed = lessons["unjudged_documents"].bpref, lessons["unjudged_documents"].condensed


def near(value: Any) -> Any:
    """Expect a number, or several, but for their last bits."""
    return pytest.approx(value, abs=TOLERANCE)


def of_condensed(drawn: Collection, query: str, _: int) -> float:
    """Compute the AP of a list without its unjudged documents."""
    found = [int(grade > 0) for grade in condensed(drawn.ranked(query), drawn.qrels[query])]
    value: float = average_precision_at_k(found, len(found), drawn.total_relevant(query))
    return value


def judged_only(drawn: Collection) -> Collection:
    """Remove from each run what was not judged."""
    run = {
        query: {name: score for name, score in found.items() if name in drawn.qrels[query]}
        for query, found in drawn.run.items()
    }
    return Collection(drawn.qrels, run)


Ours = Callable[[Collection, str, int], float]
NOTHING_MISSED = {"judged": 1.0, "missed": 0}
# The lesson, the measure of trec_eval, what the reference makes of one query, and how it is drawn.
BY_TREC_EVAL: dict[str, tuple[str, Ours, dict[str, Any]]] = {
    "precision_at_k": ("P@{k}", lambda c, q, k: precision_at_k(c.relevant(q), k), {}),
    "cumulative_gain": ("P@{k}", lambda c, q, k: cumulative_gain(c.relevant(q), k) / k, {}),
    "recall_at_k": (
        "R@{k}",
        lambda c, q, k: recall_at_k(c.relevant(q), k, c.total_relevant(q)),
        {},
    ),
    "reciprocal_rank": ("RR", lambda c, q, _: reciprocal_rank(c.relevant(q)), {}),
    "average_precision": (
        "AP@{k}",
        lambda c, q, k: average_precision_at_k(c.relevant(q), k, c.total_relevant(q)),
        {},
    ),
    "ndcg_at_k": ("nDCG@{k}", lambda c, q, k: ndcg_at_k(c.grades(q), k), NOTHING_MISSED),
    "ndcg_over_queries": (
        "nDCG@{k}",
        lambda c, q, k: ndcg_all_judged({q: c.ranked(q)}, c.qrels, k),
        {},
    ),
    "unjudged_documents": (
        "Bpref",
        lambda c, q, _: bpref(c.ranked(q), c.qrels[q]),
        {"judged": 0.3},
    ),
    "unjudged_documents, condensed": ("AP", of_condensed, {"judged": 0.6}),
}


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("compared", BY_TREC_EVAL)
def test_each_query_is_that_of_trec_eval(compared: str, ties: bool, tmp_path: Path) -> None:
    """400 queries agree at every cutoff, with and without relevant and judged documents."""
    name, ours, how = BY_TREC_EVAL[compared]
    drawn = seeded(LESSON_IDS.index(compared.partition(",")[0]), ties=ties, **how)
    asked = judged_only(drawn) if "condensed" in compared else drawn
    named = {name.format(k=k): k for k in CUTOFFS}

    theirs = trec_eval(asked.written(tmp_path), *named)

    for measured, k in named.items():
        assert len(theirs[measured]) > 300
        for query, value in theirs[measured].items():
            assert ours(drawn, query, k) == near(value)


def test_means_are_those_of_trec_eval(tmp_path: Path) -> None:
    """MRR, MAP and NDCG of a whole system are the mean of all queries; a cut is MRR@10."""
    drawn = seeded(12)
    names = ("RR", "AP", "nDCG@10", "RR@10")
    mean_average_precision = lessons["average_precision"].mean_average_precision
    mean_rank = lessons["reciprocal_rank"].mean_reciprocal_rank

    found = trec_eval(drawn.written(tmp_path), *names)

    theirs = [sum(found[name].values()) / len(drawn.run) for name in names]
    lists = [drawn.relevant(query) for query in drawn.run]
    pairs = [(drawn.relevant(query), drawn.total_relevant(query)) for query in drawn.run]
    assert [
        mean_rank(lists),
        mean_average_precision(pairs, 1000),
        ndcg_all_judged(drawn.results(), drawn.qrels, 10),
        mean_rank([rels[:10] for rels in lists]),
    ] == near(theirs)


@pytest.mark.parametrize("k", [1, 10, 100])
@pytest.mark.parametrize("max_grade", [1, 2, 4])
def test_exponential_ndcg_and_err_are_those_of_gdeval(
    tmp_path: Path, max_grade: int, k: int
) -> None:
    """Each query with a relevant document agrees; gdeval leaves out the others, which are 0.0."""
    drawn = seeded(14, max_grade=max_grade, ties=True, judged=1.0, missed=0)
    err_of = lessons["expected_reciprocal_rank"].expected_reciprocal_rank
    ndcg_of = lessons["exponential_gain"].exponential_ndcg

    theirs = gdeval(drawn.written(tmp_path), k, max_grade)

    assert len(theirs) > 300
    for query in drawn.run:
        ndcg, err = theirs.get(query, (0.0, 0.0))
        assert err_of(drawn.grades(query)[:k], max_grade) == near(err)
        assert ndcg_of(drawn.grades(query), k) == near(ndcg)


def lists_and_cuts(seed: int) -> Iterator[tuple[list[float], int]]:
    """Draw 120 lists of 2 to 25 grades, some of nothing but zeros, each with three cutoffs."""
    rng = Random(seed)
    for number in range(120):
        pool = POOLS[number % len(POOLS)]
        rels = [rng.choice(pool) for _ in range(rng.randint(2, 25))]
        yield from ((rels, k) for k in (1, rng.randint(2, 30), 100))


def falling(rels: Sequence[float]) -> list[list[float]]:
    """Make scores without ties that rank a list as it stands."""
    return [[-float(position) for position in range(len(rels))]]


def of_sklearn(name: str, rels: Sequence[float], k: int, **options: float) -> float:
    """Let scikit-learn score one list in its order."""
    value: float = getattr(metrics, name)([rels], falling(rels), k=k, **options)
    return value


def with_divisors(formula: str, rels: Sequence[float], k: int, base: float) -> float:
    """Sum up a list by the divisors of a formula."""
    divisors = getattr(log_base, f"divisors_{formula}")(min(k, len(rels)), base)
    total: float = sum(rel / divisor for rel, divisor in zip(rels, divisors, strict=False))
    return total


OfList = Callable[[list[float], int], float]
# What a reference makes of a list and a cut, and what another program does.
OF_LISTS: dict[str, tuple[OfList, OfList]] = {
    "dcg_at_k, scikit-learn": (
        lessons["dcg_at_k"].dcg_at_k,
        lambda rels, k: of_sklearn("dcg_score", rels, k),
    ),
    "cumulative_gain, rbp_eval": (
        cumulative_gain,
        lambda rels, k: dcg_of_rbp_eval(rels, depth=k, discounted=False),
    ),
    "ndcg_at_k, scikit-learn": (ndcg_at_k, lambda rels, k: of_sklearn("ndcg_score", rels, k)),
    "exponential_gain, scikit-learn": (
        lessons["exponential_gain"].exponential_dcg,
        lambda rels, k: of_sklearn("dcg_score", [2**rel - 1 for rel in rels], k),
    ),
    "log_base today, scikit-learn": (
        lambda rels, k: with_divisors("today", rels, k, 3),
        lambda rels, k: of_sklearn("dcg_score", rels, k, log_base=3),
    ),
    "log_base at first, 2, rbp_eval": (
        lambda rels, k: with_divisors("at_first", rels, k, 2),
        lambda rels, k: dcg_of_rbp_eval(rels, depth=k, base=2),
    ),
    "log_base at first, 4.5, rbp_eval": (
        lambda rels, k: with_divisors("at_first", rels, k, 4.5),
        lambda rels, k: dcg_of_rbp_eval(rels, depth=k, base=4.5),
    ),
}


@pytest.mark.parametrize("compared", OF_LISTS)
def test_a_list_of_grades_scores_as_in_other_programs(compared: str) -> None:
    """120 lists agree: no grades but zeros, fractions and k beyond the list included."""
    ours, theirs = OF_LISTS[compared]

    for rels, k in lists_and_cuts(5):
        assert ours(rels, k) == near(theirs(rels, k))


def test_gaps_are_those_of_scikit_learns_ndcg() -> None:
    """It sees the retrieved documents alone, as `ndcg` and the gaps of queries do."""
    drawn, lesson = seeded(11), lessons["largest_gap"]
    results = {query: names for query, names in drawn.results().items() if len(names) > 1}
    results = dict(list(results.items())[:100])
    theirs = {
        k: {query: of_sklearn("ndcg_score", drawn.grades(query), k) for query in results}
        for k in (5, 10)
    }

    pairs = lesson.ndcg_at_cutoffs(results, drawn.qrels)

    for query, (at_5, at_10) in pairs.items():
        assert (at_5, at_10) == near((theirs[5][query], theirs[10][query]))
    for k, values in theirs.items():
        mean = sum(values.values()) / len(values)
        assert lessons["ndcg_over_queries"].ndcg(results, drawn.qrels, k) == near(mean)
        gaps = {query: 1 - values[query] for query in results if any(drawn.grades(query))}
        assert lesson.largest_gap(results, drawn.qrels, k)[1] == near(max(gaps.values()))


def test_ndcg_from_scores_is_that_of_scikit_learn() -> None:
    """100 matrices agree: ties, rows of zeros, fractions, and k from 1 to beyond the columns."""
    rng = numpy.random.default_rng(17)
    for number in range(100):
        shape = rng.integers(1, 6), rng.integers(2, 15)
        truth = rng.integers(0, 4, shape) * rng.choice([0.5, 1.0])
        truth[rng.random(shape[0]) < 0.1] = 0.0
        # Few different scores make many ties, and the normal ones have none.
        values = rng.integers(-2, 3, shape) / 4 if number % 2 else rng.standard_normal(shape)
        for k in (None, 1, int(rng.integers(1, 20))):
            theirs = metrics.ndcg_score(truth, values, k=k)
            assert ndcg_score(truth.tolist(), values.tolist(), k) == near(theirs)


@pytest.mark.parametrize("max_grade", [1, 4])
def test_rbp_and_its_residual_are_those_of_rbp_eval(tmp_path: Path, max_grade: int) -> None:
    """Both agree on 400 queries with unjudged documents, for binary and for graded relevance."""
    drawn, lesson = seeded(16, max_grade=max_grade), lessons["rank_biased_precision"]

    theirs = programs.rbp(drawn.written(tmp_path), 1 / max_grade, PATIENCE)

    assert theirs.keys() == drawn.run.keys()
    for query, values in theirs.items():
        judged = {name: grade * (1 / max_grade) for name, grade in drawn.qrels[query].items()}
        rels = [judged.get(name) for name in drawn.ranked(query)]
        for p, (score, rest) in zip(PATIENCE, values, strict=True):
            assert lesson.rank_biased_precision(rels, p) == near(score)
            assert lesson.residual(rels, p) == near(rest)


@pytest.mark.parametrize("grades", [3, 1000])
def test_tau_is_that_of_scipy(grades: int) -> None:
    """Pairs of lists agree, with many ties and with hardly any; nan is a ValueError here."""
    rng = Random(grades)
    for _ in range(400):
        length = rng.randint(2, 25)
        a, b = ([rng.randrange(grades) / 8 for _ in range(length)] for _ in range(2))
        value = stats.kendalltau(a, b, variant="b").statistic
        if math.isnan(value):
            with pytest.raises(ValueError, match="without any order"):
                compare_rankings.kendall_tau(a, b)
        else:
            assert compare_rankings.kendall_tau(a, b) == near(value)


def test_overlap_is_that_of_ir_measures_plus_the_part_below_the_lists() -> None:
    """400 pairs of pages agree for each patience, once its divisor is taken out again."""
    rng, names = Random(26), [f"d{number:03}" for number in range(40)]
    for _ in range(400):
        k = rng.randint(1, 25)
        first, second = rng.sample(names, k), rng.sample(names, k)
        for p in PATIENCE:
            seen = compatibility(first, second, p) * (1 - p**k)
            below = compare_rankings.agreement(first, second, k) * p**k
            assert compare_rankings.rank_biased_overlap(first, second, p) == near(seen + below)


def test_the_drawn_p_value_lies_near_the_one_that_scipy_counts() -> None:
    """For 60 pairs of systems it is off by less than five standard errors of 2000 trials."""
    rng, trials, lesson = numpy.random.default_rng(19), 2000, lessons["compare_systems"]
    for seed in range(60):
        queries = int(rng.integers(2, 10))
        a = rng.random(queries).round(1).tolist()
        b = (numpy.array(a) + rng.normal(0.1, 0.3, queries)).round(1).tolist()

        counted = stats.permutation_test(
            (a, b),
            lambda one, other, axis: numpy.mean(one - other, axis=axis),
            permutation_type="samples",
            vectorized=True,
            n_resamples=numpy.inf,
        )
        drawn = lesson.randomization_test(a, b, trials, seed)

        assert lesson.mean_difference(a, b) == near(counted.statistic)
        # What is drawn counts the observed way too, so it is a little larger and never 0.
        expected = (counted.pvalue * trials + 1) / (trials + 1)
        error = math.sqrt(counted.pvalue * (1 - counted.pvalue) / trials)
        assert drawn == pytest.approx(expected, abs=5 * error + 1e-9)


def test_kappas_are_those_of_scikit_learn() -> None:
    """Both agree on 150 pairs of judges, for grades and for words; nan is None here."""
    draw = Random(20)
    for _ in range(150):
        first = draw.choices(SCALE[: draw.randint(1, 5)], k=draw.randint(2, 25))
        second = [draw.choice([grade, grade, draw.choice(SCALE)]) for grade in first]
        words = [["abcde"[grade] for grade in judge] for judge in (first, second)]
        if len({*first, *second}) == 1:
            assert kappas.cohens_kappa(first, second) is None
            assert kappas.weighted_kappa(first, second) is None
            continue

        theirs = metrics.cohen_kappa_score(first, second)
        weighted = metrics.cohen_kappa_score(first, second, labels=SCALE, weights="linear")

        assert kappas.cohens_kappa(first, second) == near(theirs)
        assert kappas.cohens_kappa(*words) == near(theirs)
        assert kappas.weighted_kappa(first, second) == near(weighted)


def test_hit_rate_is_the_top_k_accuracy_of_scikit_learn() -> None:
    """Where each person is a sample and each item a class, both agree at every cut."""
    draw, items = Random(40), range(30)
    held_out = [draw.choice(items) for _ in range(400)]
    given = [[draw.random() for _ in items] for _ in held_out]
    orders = [sorted(items, key=row.__getitem__, reverse=True) for row in given]
    found = [
        hit_rate.held_out_rank(order, item, [])
        for order, item in zip(orders, held_out, strict=True)
    ]

    for k in items[1:]:
        theirs = metrics.top_k_accuracy_score(held_out, given, k=k, labels=items)
        assert hit_rate.hit_rate(found, k) == near(theirs)


def test_the_chance_of_a_hit_is_that_of_scipys_hypergeometric_distribution() -> None:
    """Fewer than k of the negatives come from above, for 400 settings."""
    draw = Random(42)
    for _ in range(400):
        items = draw.randint(2, 2000)
        rank, negatives = draw.randint(1, items), draw.randrange(items)
        k = draw.randint(1, 20)

        theirs = stats.hypergeom.cdf(k - 1, items - 1, rank - 1, negatives)

        # scipy adds up logarithms of factorials, which costs it a few digits.
        ours = hit_rate.sampled_hit_rate([rank], k, items, negatives)
        assert ours == pytest.approx(theirs, abs=1e-9)


# The last lesson's names for a query, theirs, and the lesson's names for the mean.
MEASURES = {
    "P@5": ("P@5", "P@5"),
    "R@10": ("R@10", "R@10"),
    "RR": ("RR", "MRR"),
    "AP": ("AP", "MAP"),
    "NDCG@10": ("nDCG@10", "NDCG@10"),
}


def evaluated(files: programs.Files) -> tuple[Any, Any]:
    """Evaluate two files by the reference."""
    lesson = lessons["evaluate_a_search_engine"]
    found: tuple[Any, Any] = lesson.evaluate(lesson.read_qrels(files[0]), lesson.read_run(files[1]))
    return found


def shuffled(folder: Path) -> programs.Files:
    """Write 400 queries with ties, the lines of the run in no order."""
    files = seeded(22, ties=True).written(folder)
    lines = files[1].read_text(encoding="utf-8").splitlines()
    Random(22).shuffle(lines)
    files[1].write_text("\n".join(lines) + "\n", encoding="utf-8")
    return files


def half_known(folder: Path) -> programs.Files:
    """Write a judged query without results, and one without judgments."""
    one = one_query([1, 0])
    more = Collection(one.qrels | {"2": {"d000": 1}}, one.run | {"3": {"d000": 1.0}})
    return more.written(folder)


EVALUATED: dict[str, Callable[[Path], programs.Files]] = {
    "yes or no": lambda folder: seeded(20, max_grade=1).written(folder),
    "grades, ties, shuffled": shuffled,
    "queries of one file only": half_known,
    "the lesson's own": lambda _: (
        exercise("evaluate_a_search_engine") / "qrels.txt",
        exercise("evaluate_a_search_engine") / "run.txt",
    ),
}


@pytest.mark.parametrize("name", EVALUATED)
def test_an_engine_is_evaluated_as_by_trec_eval(name: str, tmp_path: Path) -> None:
    """All measures of all queries and their means agree, read from the same files."""
    files = EVALUATED[name](tmp_path)

    theirs = trec_eval(files, *(measured for measured, _ in MEASURES.values()))
    per_query, overall = evaluated(files)

    for ours, (measured, mean_name) in MEASURES.items():
        values = theirs[measured]
        assert {query: scores[ours] for query, scores in per_query.items()} == near(values)
        assert overall[mean_name] == near(sum(values.values()) / len(values))


def test_every_lesson_is_compared_or_says_why_not() -> None:
    """Each lesson's reference is asked by this module, or listed with the reason."""
    written = Path(__file__).read_text(encoding="utf-8")

    assert [name for name in lessons if written.count(f'"{name}"') == 0] == []
    assert {*lessons, *WITHOUT_COUNTERPART} == set(LESSON_IDS)


@pytest.mark.parametrize(
    ("is_offered", "error"), [(True, RuntimeError), (False, pytest.skip.Exception)]
)
def test_a_missing_library_fails_ci_where_it_is_offered(
    is_offered: bool, error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where CI runs, a comparison that did not happen is no agreement."""
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(programs, "ALL_ARE_OFFERED", is_offered)

    with pytest.raises(error, match="no_such_library"):
        programs.library("no_such_library")
