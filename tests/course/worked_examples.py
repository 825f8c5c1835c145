"""What the texts about lists of results work out by hand, computed again by the references.

Each function is named by its lesson. What a table says stands here as the numbers of its rows, with
the names and answers between them; `test_texts.py` says how both are compared.
"""

import ast
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import log, log2
from statistics import fmean
from typing import Any

from tests.course.lesson_material import metric_of, reference, text

Row = Sequence[float | str]


@dataclass(frozen=True)
class Worked:
    """What one text holds; a file is named from the lesson's folder in exercises/."""

    tables: dict[str, Sequence[Row]] = field(default_factory=dict)  # by how their heading begins
    numbers: Sequence[float] = ()  # of sentences, where no formula or table binds them
    given: str = ""  # numbers that are chosen, not computed
    sentences: Sequence[str] = ()
    shared: dict[str, Sequence[object]] = field(default_factory=dict)  # by file: values or lines
    pictures: dict[tuple[str, str, str], Sequence[float]] = field(default_factory=dict)


PAGE = [1, 0, 1, 1, 0]
LONG_PAGE = [1, 0, 1, 1, 0, 0, 0, 1]
LIST, BEST = [3, 2, 0, 0, 1], [3, 2, 1, 0, 0]


def only(position: int) -> list[int]:
    """Return a list with one relevant result, the last."""
    return [0] * (position - 1) + [1]


def dcg_by_hand(gains: Sequence[float]) -> float:
    """Compute a DCG the way that the texts do it, term by term."""
    return sum(gain / log2(index + 2) for index, gain in enumerate(gains))


def _heights(bars: Sequence[tuple[float, float]], scale: float) -> list[float]:
    """List the heights of pairs of bars."""
    return [scale * height for pair in bars for height in pair]


def precision_at_k() -> Worked:
    down = [[k, PAGE[k - 1], sum(PAGE[:k]), metric_of("P", PAGE, k)] for k in range(1, 6)]
    titles = [[place, "yes" if rel else "no"] for place, rel in enumerate(PAGE, start=1)]
    return Worked(tables={"Position": titles, "$k$": down})


def recall_at_k() -> Worked:
    curves = [
        [metric_of("P", LONG_PAGE, k) for k in range(1, 9)],
        [metric_of("R", LONG_PAGE, k, 4) for k in range(1, 9)],
    ]
    rows = zip(range(1, 9), LONG_PAGE, *curves, strict=True)
    drawn = [
        part
        for curve in curves
        for index, value in enumerate(curve)
        for part in (60 + 50 * index, 220 - 180 * value)
    ]
    return Worked(
        tables={"$k$": [[*row] for row in rows]},
        shared={
            "run.py": [f"PAGE = {LONG_PAGE}", "TOTAL = 4", f"{LONG_PAGE} + [0] * 32"],
            "README.md": [f"`{PAGE}`, and its P@5 was 0.6", r"$\frac{4}{40} = 0.1$", LONG_PAGE],
        },
        pictures={("curves.svg", "polyline", "points"): drawn},
    )


def reciprocal_rank() -> Worked:
    queries = [[0, 0, 1, 1], [1, 0, 0, 1], [0, 0, 0], [0, 1]]
    mean = reference("reciprocal_rank").mean_reciprocal_rank
    rows = [[place, metric_of("RR", only(place))] for place in (1, 2, 3, 4, 5, 10)]
    return Worked(
        tables={"Position of": [*rows, [metric_of("RR", [0, 0])]]},
        numbers=[metric_of("RR", only(9)) - metric_of("RR", only(10))],
        sentences=[
            f"= {mean(queries):.6f}",
            f"= {mean([rels for rels in queries if 1 in rels]):.6f}",
            f"= {mean([[1], only(9)]):.6f}",
        ],
        shared={"README.md": [f"queries = {queries}"], "run.py": queries},
    )


def dcg_at_k() -> Worked:
    rows = [[i, log2(i + 1), metric_of("DCG", only(i), i)] for i in range(1, 6)]
    natural = "../../solutions/dcg_at_k/mistakes/natural_log.py"
    return Worked(
        tables={"Position $i$": rows},
        numbers=[metric_of("DCG", [1, 1, 0, 1, 0], 3)],
        sentences=[f"only a fifth is left, and with the logarithm {1 / log2(6):.6f}."],
        shared={natural: [f"about {1 / log(2):.2f}."]},
    )


def ndcg_at_k() -> Worked:
    rows = [[i, log2(i + 1), 3 * metric_of("DCG", only(i), i)] for i in range(1, 6)]
    return Worked(
        tables={"Position $i$": rows},
        numbers=[metric_of("DCG", LIST, 3), metric_of("NDCG", LIST, 3)],
    )


def ndcg_over_queries() -> Worked:
    lesson = reference("ndcg_over_queries")
    found = {
        "tea": ["doc_X", "doc_Y", "doc_Z", "doc_W"],
        "museum": ["doc_A", "doc_B", "doc_C"],
    }
    tea = {"doc_X": 4, "doc_Y": 2, "doc_Z": 0, "doc_W": 3}
    judged = {"tea": tea, "museum": {"doc_C": 2, "doc_A": 1}}
    asked, missed = {"tea": found["tea"]}, {"tea": tea | {"doc_V": 3}}
    as_found = dcg_by_hand([4, 2, 0, 3])
    ideals = [
        [as_found, dcg_by_hand([4, 3, 2, 0]), lesson.ndcg(asked, missed, 4)],
        [as_found, dcg_by_hand([4, 3, 3, 2]), lesson.ndcg_all_judged(asked, missed, 4)],
    ]
    one = [
        [i, metric_of("RR", only(i)), metric_of("NDCG", only(i), i)] for i in range(1, 5)
    ]  # fmt: skip
    swapped = {"tea": ["doc_X", "doc_Y", "doc_W", "doc_Z"]}
    means = [found, found | {"third": ["doc_N"]}, swapped]
    bars = [(g, g / log2(i % 4 + 2)) for i, g in enumerate([4, 2, 0, 3, 4, 3, 2, 0])]
    return Worked(
        tables={"`tea` with": ideals, "Position $i$": one},
        numbers=[2 / log2(3), 3 / log2(5), 3 / log2(3)],
        sentences=[f"{lesson.ndcg(each, judged):.6f}" for each in means],
        shared={"README.md": [found, judged]},
        pictures={("gains.svg", "rect", "height"): _heights(bars, 36)},
    )


def largest_gap() -> Worked:
    lesson = reference("largest_gap")
    rows = re.findall(r"^\| (\w+) \| `(\[.*\])` \|$", text("largest_gap"), re.MULTILINE)
    grades = {query: ast.literal_eval(found) for query, found in rows}
    results = {query: [f"d{i}" for i, _ in enumerate(found)] for query, found in grades.items()}
    judged = {q: dict(zip(results[q], grades[q], strict=True)) for q in grades}
    gaps = [{q: lesson.largest_gap({q: results[q]}, judged, k)[1] for q in grades} for k in (5, 10)]
    scores: dict[str, Sequence[float]] = lesson.ndcg_at_cutoffs(results, judged)
    mean = fmean(at_five for at_five, _ in scores.values())
    named = [lesson.largest_gap(results, judged, k)[0] for k in (5, 10)]
    return Worked(
        tables={
            "Query | NDCG@5": [
                [at_five, gaps[0][q], at_ten, gaps[1][q]] for q, (at_five, at_ten) in scores.items()
            ]
        },
        numbers=[mean, mean + gaps[0]["bus"] / 4, gaps[0]["tea"] / 4],
        given="0.7",
        sentences=[f'At 5 "{named[0]}" has the largest gap, and at 10 "{named[1]}" has it.'],
        shared={"run.py": [grades], "test_largest_gap.py": [grades]},
    )


def exponential_gain() -> Worked:
    lesson = reference("exponential_gain")
    dcg, ndcg = lesson.exponential_dcg, lesson.exponential_ndcg
    systems = {"A": [3, 0, 0, 2, 2], "B": [2, 2, 3, 0, 0]}
    scales = [[2, 3, 1], [4, 6, 2], [6, 9, 3]]
    return Worked(
        tables={
            "Grade |": [[grade, grade, dcg([grade], 1)] for grade in range(5)],
            "System": [
                [name, *rels, metric_of("NDCG", rels, 5), ndcg(rels, 5)]
                for name, rels in systems.items()
            ],
            "Grades, $k": [[*rels, metric_of("NDCG", rels, 3), ndcg(rels, 3)] for rels in scales],
        },
        numbers=[metric_of("NDCG", LIST, 5), dcg(PAGE, 5), ndcg([1, 1, 1, 10], 4), dcg([0.5], 1)],
        sentences=[f"{dcg(rels, 5):.6f}" for rels in (LIST, BEST, *systems.values())],
        pictures={
            ("gains.svg", "rect", "height"): _heights([(g, dcg([g], 1)) for g in range(5)], 12)
        },
    )


def log_base() -> Worked:
    lesson = reference("log_base")

    def dcg(rels: Sequence[float], formula: Any, base: float) -> float:
        divisors: list[float] = formula(len(rels), base)
        return sum(rel / by for rel, by in zip(rels, divisors, strict=True))

    def divisors(formula: Any, bases: Sequence[float]) -> list[Row]:
        return [[*row] for row in zip(range(1, 6), *(formula(5, b) for b in bases), strict=True)]

    today, first = lesson.divisors_today, lesson.divisors_at_first
    by_base = {base: (dcg(LIST, today, base), dcg(BEST, today, base)) for base in (1.5, 2, 4, 10)}
    pairs = [
        [base, dcg([0, 0, 3], first, base), dcg([2, 0, 0], first, base), *higher]
        for base, higher in ((10, [0, 0, 3]), (2, [2, 0, 0]))
    ]
    curves = [
        part
        for base in (2, 4, 10)
        for i in range(1, 11)
        for part in (40 * i, 250 - 60 / log(i + 1, base))
    ]
    ten = 10  # a name, since the text speaks of log with a base and not of log10
    return Worked(
        tables={
            "Position $i$ | Base 2 | Base 4": divisors(today, (2, 4, 10)),
            "Position $i$ | Base 2 | Base 3": divisors(first, (2, 3, 10)),
            "Base | Factor": [
                [base, log2(base), found, ideal, found / ideal]
                for base, (found, ideal) in by_base.items()
            ],
            "Base | DCG": pairs,
        },
        numbers=[
            *(math.e, 1 / math.log10(2), by_base[2][0], by_base[10][0], log(1000, ten)),
            *(metric_of("NDCG", LIST, 3), metric_of("NDCG", LIST, 5)),
        ],
        given="1.5",
        pictures={("left_over.svg", "polyline", "points"): curves},
    )


def ndcg_from_scores() -> Worked:
    score = reference("ndcg_from_scores").ndcg_score
    true, scores = [[1, 3, 0, 2]], [[0.9, 0.4, 0.4, 0.1]]
    orders = [[1, 3, 0, 2], [1, 0, 3, 2]]
    bars = [(gain, gain / log2(i + 2)) for i, gain in enumerate([1, 1.5, 1.5, 2])]
    second = [[0, 1, 2, 0]], [[0.2, 0.8, 0.5, 0.1]]
    computed = [score(*second), score(true + second[0], scores + second[1])]
    return Worked(
        tables={
            "Order": [[*gains, dcg_by_hand(gains)] for gains in orders],
            "$k$": [[k, score(true, scores, k)] for k in range(1, 5)],
        },
        numbers=[1.5 / log2(3), 2 / log2(5), score([[3, 2, 1, 0]], [[1, 1, 1, 1]])],
        given="0.9 3.2 0.45 0.4 0.1 0.2 0.8 0.5",
        sentences=[f"{value:.6f}" for value in computed],
        shared={"README.md": [f"np.array({true})", f"np.array({scores})"]},
        pictures={("tied.svg", "rect", "height"): _heights(bars, 60)},
    )


def average_precision() -> Worked:
    pages = [[1, 1, 1, 0, 0], PAGE, [0, 0, 1, 1, 1]]
    queries = [(PAGE, 4), ([0, 1], 1), ([0, 0, 0], 2)]
    part = metric_of("P", PAGE, 1) + metric_of("P", PAGE, 3)
    mean = reference("average_precision").mean_average_precision(queries, 5)
    heights = [200 * metric_of("P", LONG_PAGE, place) for place in (1, 3, 4, 8)]
    return Worked(
        tables={
            "| `[1, 1, 1": [
                [metric_of("P", page, 5) for page in pages],
                [metric_of("R", page, 5, 4) for page in pages],
                [metric_of("RR", page) for page in pages],
            ],
            "Position": [
                [place, rel, *([metric_of("P", PAGE, place)] if rel else [])]
                for place, rel in enumerate(PAGE, start=1)
            ],
            "Divided by |": [[metric_of("AP", PAGE, 3, 4)], [part / 3], [part / 2]],
        },
        numbers=[metric_of("P", PAGE, 3), metric_of("AP", LONG_PAGE, 8, 4)],
        sentences=[f"= {mean:.6f}"],
        shared={name: [queries] for name in ("README.md", "run.py", "test_average_precision.py")},
        pictures={
            ("area.svg", "rect", "height"): [200, *heights],
            ("area.svg", "rect", "width"): [400, *[100] * 4],
        },
    )


def expected_reciprocal_rank() -> Worked:
    chance = reference("expected_reciprocal_rank").stop_probability
    there = [*accumulate((1 - chance(grade, 3) for grade in LIST), float.__mul__, initial=1.0)]
    stops = [here * chance(grade, 3) for here, grade in zip(there[:-1], LIST, strict=True)]
    steps = [
        [i, grade, there[i - 1], chance(grade, 3), stops[i - 1], 1 / i, stops[i - 1] / i]
        for i, grade in enumerate(LIST, start=1)
    ]
    swapped = [2, 3, 0, 0, 1]
    ndcgs = [metric_of("NDCG", rels, 5) for rels in (LIST, swapped)]
    errs = [metric_of("ERR", rels, 3) for rels in (LIST, swapped)]
    stay = [round(1000 * stop) for stop in stops]
    return Worked(
        tables={"Grade |": [[g, chance(g, 3)] for g in range(4)], "Position $i$": steps},
        numbers=[there[2], stops[1], stops[4], *ndcgs, ndcgs[0] - ndcgs[1], errs[0] - errs[1]],
        sentences=[
            f"{stay[0]} are satisfied and stop",
            f"about {stay[1]} of them stop there, and about {round(1000 * there[2])} go on",
        ],
        pictures={
            ("cascade.svg", "rect", "height"): _heights(
                list(zip(there[:-1], stops, strict=True)), 160
            )
        },
    )
