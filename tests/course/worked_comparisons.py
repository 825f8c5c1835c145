"""What the texts about judges, people and whole systems work out by hand, computed again."""

import ast
import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb, inf, log2
from statistics import fmean

from tests.course.lesson_material import exercise, metric_of, reference, text
from tests.course.worked_examples import PAGE, Row, Worked, dcg_by_hand, only


def implicit_feedback() -> Worked:
    lesson = reference("implicit_feedback")
    products = {
        "A": ([1, 0, 1, 0], [1.0] * 4),
        "B": ([1, *[0] * 7], [0.25] * 8),
        "C": ([1, 0], [0.01] * 2),
    }
    events = ["impression", "click", "cart", "purchase"]
    happened = [events[:1], events[:2], ["impression", "click", "cart", "purchase"], events[:2]]
    return Worked(
        tables={
            "Event": [[lesson.grade_of([event])] for event in events],
            "What happened": [[lesson.grade_of(each)] for each in happened],
            "Product | Showings": [
                [name, len(clicks), sum(clicks), fmean(clicks)]
                for name, (clicks, _) in [*products.items()][:2]
            ],
            "Propensity $p$": [
                [p, *(lesson.clipped_weight(p, clip) for clip in (inf, 4, 2))]
                for p in (1, 0.5, 0.25, 0.1, 0.01)
            ],
            "Product | Not": [
                [name, *(lesson.ips_gain(*shown, clip) for clip in (inf, 4, 2, 1))]
                for name, shown in products.items()
            ],
        },
        numbers=[1 / position for position in (3, 5, 6, 7, 8)],
        given="0.1",
        sentences=[
            f"{lesson.ips_gain([1, 0, 1, 0], [1.0, 0.5, 0.2, 0.1], clip):g}" for clip in (4, inf)
        ],
        pictures={("looked_at.svg", "rect", "height"): [160 / i for i in range(1, 9)]},
    )


def rank_biased_precision() -> Worked:
    lesson, readers = reference("rank_biased_precision"), (0.5, 0.8, 0.95)
    known = [lesson.rank_biased_precision(PAGE, p) for p in readers]
    rest = [lesson.residual(PAGE, p) for p in readers]
    parts = [360 * width for bar in zip(known, rest, strict=True) for width in (*bar, 1)]
    seen = [round(1 / (1 - p)) for p in readers]
    return Worked(
        tables={
            "Position $i$": [[i, 0.5 ** (i - 1), 0.8 ** (i - 1)] for i in range(1, 6)],
            "$p$ | RBP": [
                [p, score, more, score, score + more]
                for p, score, more in zip(readers, known, rest, strict=True)
            ],
        },
        numbers=[sum(0.5**n / n for n in range(1, 60)), *known, *rest],
        sentences=[
            f"{seen[0]} for $p = 0.5$, {seen[1]} for $p = 0.8$ and {seen[2]} for $p = 0.95$.",
            f"= {lesson.residual([1, None, 1], 0.5):g}",
        ],
        pictures={("open.svg", "rect", "width"): parts},
    )


def unjudged_documents() -> Worked:
    lesson = reference("unjudged_documents")
    runs = [["d3", "d1", "d7", "d4"], ["d1", "d5", "d3", "d8"], ["d6", "d3", "d2", "d1"]]
    judged = {"d1": 2, "d2": 0, "d3": 1, "d5": 0, "d6": 1, "d7": 0}
    new, left = ["d9", "d5", "d3", "d4", "d1"], ["d5", "d3", "d1"]
    grades: list[int] = lesson.condensed(new, judged)
    as_bad, as_good = ([int(judged.get(name, other) > 0) for name in new] for other in (0, 1))
    short = [int(grade > 0) for grade in grades]
    listed: list[Row] = [[*new, 0, 1, 2], [*left, *grades]]
    adding: list[Row] = [["d9"], ["d5", 0], ["d3", 1, 1, 2 / 3], ["d4"]]
    adding += [["d1", 2, 1, 2 / 3], ["d6", 1, 0]]
    return Worked(
        tables={
            "Engine": [[name, *run] for name, run in zip("ABC", runs, strict=True)],
            "| Documents": listed,
            "Document |": adding,
            "Divided by |": [
                ["R", 0.5],
                [lesson.bpref(["x", "y", "z"], {"x": 0, "y": 1, "z": 1})],
            ],
        },
        numbers=[
            metric_of("AP", as_bad, 5, 3),
            metric_of("AP", as_good, 5, 5),
            metric_of("AP", short, 3, 3),
        ],
        sentences=[
            f"the list is `{as_bad}`",
            f"the list would be `{as_good}`",
            f"the list of yes or no is `{short}`",
            f"{lesson.bpref(new, judged):.6f}",
        ],
        shared={
            "README.md": [lesson.pool(runs, 3), judged, new],
            "test_unjudged_documents.py": [runs, judged, new],
        },
    )


def compare_systems() -> Worked:
    drawn = reference("compare_systems").randomization_test
    a, b = [0.9, 0.8, 0.7, 0.5], [0.5, 0.7, 0.5, 0.6]
    tenths = (4, 1, 2, -1)
    tens = [
        [0.05, 0.1, 0.05, 0.05, 0.0, 0.1, 0.05, 0.05, -0.05, 0.1],
        [0.5, -0.3, 0.35, 0.0, -0.25, 0.4, -0.22, 0.25, -0.05, -0.18],
    ]

    def sums(differences: Sequence[int]) -> list[int]:
        """Add the differences up in every way to set the signs."""
        ways = product((1, -1), repeat=len(differences))
        return [sum(s * d for s, d in zip(signs, differences, strict=True)) for signs in ways]

    def share(differences: Sequence[int]) -> float:
        far = [abs(one) >= abs(sum(differences)) for one in sums(differences)]
        return float(Fraction(sum(far), len(far)))

    ways = [(4, x, y, z) for x, y, z in product((1, -1), (2, -2), (-1, 1))]
    won = [0.1, 0.2, 0.3, 0.1, 0.5]
    passing = [drawn(won, [0.0] * 5, 99, seed) <= 0.05 for seed in range(100)]
    many = drawn(won, [0.0] * 5, 9999, 6)
    return Worked(
        tables={
            "Query": [[*row] for row in zip(a, b, [d / 10 for d in tenths], strict=True)],
            "tea": [
                [*(d / 10 for d in way), sum(way) / 10, "yes" if sum(way) >= 6 else "no"]
                for way in ways
            ],
            "Queries": [[n, 2**n, share([1] * n)] for n in (3, 4, 5, 6, 10)],
            "p |": [[share([round(100 * one) for one in ten]), *ten] for ten in tens],
            "Trials": [
                [trials, seed, drawn(a, b, trials, seed)]
                for trials, seed in ((99, 1), (999, 1), (999, 2), (9999, 1))
            ],
        },
        numbers=[100 * share(tenths), share([1] * 5), many],
        given="0.1 0.2 0.3 0.5",
        sentences=[
            f"`{a}` and `{b}`",
            f"= {fmean(a):.3f}",
            f"= {fmean(b):.3f}",
            f"There are {sum(passing)} of them, and the seed {passing.index(True)} is one;",
            f"with 9999 trials it gives {many:.4f}.",
        ],
        shared={"run.py": [f"= {ten}" for ten in tens]},
        pictures={("signs.svg", "circle", "cx"): sorted(240 + 25 * one for one in sums(tenths))},
    )


def compare_rankings() -> Worked:
    lesson = reference("compare_rankings")
    ap, ndcg, p_at_5 = [0.4, 0.3, 0.2, 0.1], [0.7, 0.8, 0.5, 0.6], [0.6, 0.8, 0.4, 0.4]
    old, new = ["d1", "d2", "d3", "d4"], ["d2", "d1", "d5", "d3"]
    below = {p: lesson.agreement(old, new, 4) * p**4 for p in (0.5, 0.9)}
    whole = {p: lesson.rank_biased_overlap(old, new, p) for p in below}
    seen = {p: whole[p] - below[p] for p in below}
    pairs = []
    for i, j in combinations(range(4), 2):
        one, other = ("WXYZ"[i if by[i] > by[j] else j] for by in (ap, ndcg))
        kind = "concordant" if one == other else "discordant"
        pairs.append(["WXYZ"[i], "WXYZ"[j], one, other, kind])
    depths = [
        [i, *old[:i], *new[:i], len({*old[:i]} & {*new[:i]}), lesson.agreement(old, new, i)]
        for i in range(1, 5)
    ]
    pages = ["d2 d1 d5 d3", "d2 d1 d5 d3", "d1 d2 d3 d4", "d2 d1 d3 d4", "d1 d2 d4 d3"]
    pages += ["d4 d3 d2 d1", "d5 d6 d7 d8"]
    compared: list[Row] = [
        [*old, *page.split(), p, lesson.rank_biased_overlap(old, page.split(), p)]
        for page, p in zip(pages, [0.5, 0.9, *[0.5] * 5], strict=True)
    ]
    bars = [360 * part for p in below for part in (seen[p], below[p], 1)]
    values = [ap, ndcg, p_at_5, old, new]
    return Worked(
        tables={"| W": [ap, ndcg], "Pair": pairs, "Depth": depths, "Old page": compared},
        numbers=[whole[0.9], *seen.values(), *below.values()],
        given="0.4 0.3 0.2 0.1 0.7 0.8 0.5 0.6",
        sentences=[f"{lesson.kendall_tau(ap, other):.6f}" for other in (ndcg, p_at_5)],
        shared=dict.fromkeys(("README.md", "test_compare_rankings.py"), values),
        pictures={("assumed.svg", "rect", "width"): bars},
    )


def cohens_kappa() -> Worked:
    lesson = reference("cohens_kappa")
    rows = re.findall(r"^\| (\w+) \| `(\[.*\])` \|$", text("cohens_kappa"), re.MULTILINE)
    judges = {name: ast.literal_eval(labels) for name, labels in rows}
    pairs = [("Cleo", "Dan"), ("Ann", "Ben"), ("Eve", "Finn")]
    asked = [[judges[name] for name in pair] for pair in pairs]
    agreed = [(lesson.observed_agreement(*two), lesson.chance_agreement(*two)) for two in asked]
    gil, hana, ivo = (judges[name] for name in ("Gil", "Hana", "Ivo"))
    return Worked(
        tables={
            "Judges": [
                [*both, lesson.cohens_kappa(*two)] for both, two in zip(agreed, asked, strict=True)
            ]
        },
        numbers=[agreed[0][1], agreed[2][1], lesson.cohens_kappa(gil, hana)],
        given="0.61 0.80",
        sentences=[f"{lesson.weighted_kappa(gil, other):.6f}" for other in (hana, ivo)],
        pictures={
            ("beyond_chance.svg", "rect", "width"): [
                350 * part for both in agreed for part in (*both, 1)
            ]
        },
    )


def hit_rate() -> Worked:
    lesson = reference("hit_rate")
    a, b = [1, 3, 600, 800], [12, 15, 18, 20]

    def sampled(ranks: Sequence[int], k: int) -> float:
        value: float = lesson.sampled_hit_rate(ranks, k, 1000, 100)
        return value

    def ndcg(ranks: Sequence[int]) -> float:
        return fmean(metric_of("NDCG", only(rank), 10) for rank in ranks)

    def sampled_ndcg(ranks: Sequence[int]) -> float:
        steps = range(1, 11)
        return sum((sampled(ranks, k) - sampled(ranks, k - 1)) / log2(k + 1) for k in steps)

    others = [place for place in range(1, 11) if place != 3]
    above = [sum(place < 3 for place in sample) for sample in combinations(others, 2)]
    ways = [above.count(drawn) for drawn in range(3)]
    step = [41.9, 50, 59.95, 50, 59.95, 250, 420, 250]
    ranks = [1, *range(10, 201, 10)]
    curve = [part for r in ranks for part in (40 + 1.9 * r, 250 - 200 * sampled([r], 10))]
    return Worked(
        tables={
            "Negatives": [[n, found, found / comb(9, 2), n + 1] for n, found in enumerate(ways)],
            "| A": [
                [lesson.hit_rate(a, 10), lesson.hit_rate(b, 10)],
                [ndcg(a), ndcg(b)],
                [100, sampled(a, 10), sampled(b, 10)],
                [100, sampled_ndcg(a), sampled_ndcg(b)],
            ],
        },
        sentences=[
            '"jaws", "fargo" and "alien" are left, and the rank is 3.',
            *(f"{lesson.sampled_hit_rate([3], k, 10, 2):.6f}" for k in (1, 2)),
            *(f"`{ranks}`" for ranks in (a, b)),
        ],
        pictures={("chances.svg", "polyline", "points"): [*step, *curve]},
    )


def evaluate_a_search_engine() -> Worked:
    lesson, folder = reference("evaluate_a_search_engine"), exercise("evaluate_a_search_engine")
    qrels, run = folder / "qrels.txt", folder / "run.txt"
    judged, found = lesson.read_qrels(qrels), lesson.read_run(run)
    per_query, overall = lesson.evaluate(judged, found)
    files = [path.read_text(encoding="utf-8") for path in (qrels, run)]
    rows: list[Row] = [[*scores.values()] for scores in (*per_query.values(), overall)]
    yes_or_no = ["yes", "no"]
    return Worked(
        tables={
            "Query | P@5": rows,
            "Measure": [[5, *yes_or_no], [10, *yes_or_no], yes_or_no, yes_or_no, [10]],
        },
        numbers=[per_query["tea"]["NDCG@10"]],
        given=" ".join(re.findall(r"\d+\.\d+", files[1])),
        sentences=[f"= {dcg_by_hand([4, 2, 0, 3]) / dcg_by_hand([4, 3, 3, 2]):.6f}"],
        shared={"README.md": [*files, judged, found]},
    )
