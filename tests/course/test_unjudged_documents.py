"""Claims about what the text of the lesson unjudged_documents teaches."""

import ast
import re
from collections.abc import Sequence

import pytest

from tests.course.lesson_material import assert_printed, exercise, metric_of, reference, text

LESSON = "unjudged_documents"
DEPTH = 3
RUNS = [["d3", "d1", "d7", "d4"], ["d1", "d5", "d3", "d8"], ["d6", "d3", "d2", "d1"]]
JUDGED = {"d1": 2, "d2": 0, "d3": 1, "d5": 0, "d6": 1, "d7": 0}
NEW = ["d9", "d5", "d3", "d4", "d1"]
WORST = (["x", "y", "z"], {"x": 0, "y": 1, "z": 1})
ROW_OF_A_RUN = re.compile(r"^\| [ABC] \| (d\d) \| (d\d) \| (d\d) \| (d\d) \|$", re.MULTILINE)


def bpref(ranking: Sequence[str], judged: dict[str, int]) -> float:
    """Compute bpref by the reference."""
    value: float = reference(LESSON).bpref(ranking, judged)
    return value


def yes_or_no(unjudged: int) -> list[int]:
    """Return the new engine's list, with what an unjudged document counts as."""
    return [int(JUDGED.get(name, unjudged) > 0) for name in NEW]


def by_hand() -> dict[str, float]:
    """Compute each number of the text that has places."""
    condensed = [int(grade > 0) for grade in reference(LESSON).condensed(NEW, JUDGED)]
    return {
        "0.244444": metric_of("AP", yes_or_no(0), 5, 3),
        "0.643333": metric_of("AP", yes_or_no(1), 5, 5),
        "0.388889": metric_of("AP", condensed, 3, 3),
        "0.666667": 1 - 1 / 3,
        "0.444444": bpref(NEW, JUDGED),
        "0.5": ((1 - 1 / 2) + (1 - 1 / 2)) / 2,
        "0.0": bpref(*WORST),
    }


@pytest.mark.parametrize("printed", by_hand())
def test_every_number_by_hand_is_right(printed: str) -> None:
    """A number of the worked examples stands in the text and agrees with its computation."""
    assert_printed(LESSON, printed, by_hand()[printed])


def test_no_worked_number_escapes_the_check() -> None:
    """Every number with places is computed by the claim above."""
    assert set(re.findall(r"\d+\.\d+", text(LESSON))) == set(by_hand())


def test_runs_pool_and_judgments_are_those_that_the_claims_compute_with() -> None:
    """The table of runs, the pool and the grades of the text are those of the public cases too."""
    blocks = re.findall(r"```python\n(?:judged = )?([\[{].*?)\n```", text(LESSON), re.DOTALL)
    pool, judged = map(ast.literal_eval, blocks)

    assert [[*row] for row in ROW_OF_A_RUN.findall(text(LESSON))] == RUNS
    assert pool == reference(LESSON).pool(RUNS, DEPTH)
    assert judged == JUDGED
    assert list(judged) == pool
    assert f"returns `{NEW}`".replace("'", '"') in text(LESSON)
    public = (exercise(LESSON) / f"test_{LESSON}.py").read_text(encoding="utf-8")
    for value in (RUNS, JUDGED, NEW):
        assert str(value).replace("'", '"') in public


def test_what_is_said_of_the_pool() -> None:
    """Nine places hold six documents; d1 and d3 were found more than once, d4 and d8 too low."""
    places = [name for run in RUNS for name in run[:DEPTH]]
    doubled = {name for name in places if places.count(name) > 1}
    below = {name for run in RUNS for name in run} - set(places)

    assert (len(places), len(set(places))) == (9, 6)
    assert (doubled, below) == ({"d1", "d3"}, {"d4", "d8"})
    assert "because d1 and d3 were found more than once" in text(LESSON)
    assert "d4 and d8 stay unjudged" in text(LESSON)


def test_the_lists_of_the_new_engine() -> None:
    """Unjudged as 0, as relevant and left out, the lists and grades are those of the text."""
    grades = reference(LESSON).condensed(NEW, JUDGED)
    named = [name for name in NEW if name in JUDGED]

    assert f"the list is `{yes_or_no(0)}`" in text(LESSON)
    assert f"the list would be `{yes_or_no(1)}`" in text(LESSON)
    row = f"| Condensed | {', '.join(named)} | {', '.join(map(str, grades))} |"
    assert row in text(LESSON)
    assert f"the list of yes or no is `{[int(grade > 0) for grade in grades]}`" in text(LESSON)


def test_bpref_sees_no_unjudged_document() -> None:
    """With the unjudged documents removed first, bpref is the same number."""
    left = [name for name in NEW if name in JUDGED]

    assert len(left) < len(NEW)
    assert bpref(left, JUDGED) == bpref(NEW, JUDGED)


def test_the_bound_makes_the_worst_order_zero() -> None:
    """With every bad document on top bpref is 0, whether R or N is larger; the paper's is not."""
    for bad, good in ((1, 2), (2, 2), (4, 2)):
        judged = {f"bad{one}": 0 for one in range(bad)} | {f"good{one}": 1 for one in range(good)}

        assert bpref(list(judged), judged) == 0

    assert ((1 - 1 / 2) + (1 - 1 / 2)) / 2 > bpref(*WORST) == 0


def test_unjudged_documents_above_the_first_good_one_cost_nothing() -> None:
    """Nine of them change neither the condensed list nor bpref."""
    judged = {"good": 1, "bad": 0}
    ranking = ["good", "bad"]
    flooded = [f"new{one}" for one in range(9)] + ranking

    assert reference(LESSON).condensed(flooded, judged) == [1, 0]
    assert bpref(flooded, judged) == bpref(ranking, judged) == 1.0
