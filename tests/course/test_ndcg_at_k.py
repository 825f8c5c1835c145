"""Claims about the text of the lesson ndcg_at_k and about its demo class."""

import re
from math import log2

import pytest

from tests.course.lesson_material import LESSON_IDS, ROOT, assert_printed, exercise, mistakes, text

LESSON = "ndcg_at_k"
DEMO_CLASS = ROOT / "tests" / "material" / "demo_class"


def hand_dcg(grades: list[int]) -> float:
    """Compute a DCG the way that the text does it, term by term."""
    return sum(grade / log2(index + 2) for index, grade in enumerate(grades))


BY_HAND = {
    "4.0": hand_dcg([3, 0, 2]),
    "4.648712": hand_dcg([3, 2, 0, 0, 1]),
    "4.761860": hand_dcg([3, 2, 1, 0, 0]),
    "4.261860": hand_dcg([3, 2, 0]),
    "0.976239": hand_dcg([3, 2, 0, 0, 1]) / hand_dcg([3, 2, 1, 0, 0]),
    "0.894999": hand_dcg([3, 2, 0]) / hand_dcg([3, 2, 1]),
    "1.261860": 2 / log2(3),
    "0.386853": 1 / log2(6),
}


def test_every_divisor_in_the_table_is_right() -> None:
    """The table of divisors holds log2(i + 1) and 3 divided by it, to six places."""
    rows = re.findall(r"^\| (\d) \| \$.* = ([\d.]+)\$ \| ([\d.]+) \|$", text(LESSON), re.MULTILINE)

    assert [int(position) for position, _, _ in rows] == [1, 2, 3, 4, 5]
    for position, divisor, left in rows:
        assert float(divisor) == pytest.approx(log2(int(position) + 1), abs=5e-7)
        assert float(left) == pytest.approx(3 / log2(int(position) + 1), abs=5e-7)


@pytest.mark.parametrize("printed", BY_HAND)
def test_every_number_by_hand_is_right(printed: str) -> None:
    """A number of the worked examples stands in the text and agrees with its computation."""
    assert_printed(LESSON, printed, BY_HAND[printed])


def test_no_worked_number_escapes_the_check() -> None:
    """Every number with six places in the text is one that the claims above compute."""
    divisors = {f"{log2(i + 1):.6f}" for i in range(1, 6)}
    lefts = {f"{3 / log2(i + 1):.6f}" for i in range(1, 6)}

    assert set(re.findall(r"\d\.\d{6}", text(LESSON))) <= divisors | lefts | set(BY_HAND)


def test_a_cut_ideal_is_the_ideal_of_the_cut() -> None:
    """The best three results of the second example are worth as much as all five in best order."""
    assert hand_dcg([3, 2, 1]) == hand_dcg([3, 2, 1, 0, 0])


def test_the_lesson_builds_on_those_before_it() -> None:
    """The text names what it builds on, and the course puts all of it before the lesson."""
    before = LESSON_IDS[: LESSON_IDS.index(LESSON)]
    measures = {"precision": "precision_at_k", "recall": "recall_at_k", "MRR": "reciprocal_rank"}

    assert {"cumulative_gain", "dcg_at_k", *measures.values()} <= set(before)
    assert "Precision, recall and MRR ask one question" in text(LESSON)
    assert "`cumulative_gain`" in text(LESSON)
    assert "`dcg_at_k`" in text(LESSON)


def test_the_demo_class_is_complete() -> None:
    """The demo class has 24 students, one of whom submitted the stub as it was."""
    students = sorted(DEMO_CLASS.glob("*.py"))

    assert len(students) == 24
    assert not {student.stem for student in students} & mistakes(LESSON).keys()
    untouched = (exercise(LESSON) / f"{LESSON}.py").read_bytes()
    assert [path.stem for path in students if path.read_bytes() == untouched] == ["uma_fischer"]
