"""Claims about what the text of the lesson reciprocal_rank teaches."""

import re

import pytest

from tests.course.lesson_material import exercise, metric_of, reference, text

LESSON = "reciprocal_rank"
QUERIES = [[0, 0, 1, 1], [1, 0, 0, 1], [0, 0, 0], [0, 1]]


def mean(queries: list[list[int]]) -> float:
    """Compute the MRR by the reference."""
    value: float = reference(LESSON).mean_reciprocal_rank(queries)
    return value


def test_the_table_of_positions_is_right() -> None:
    """Each row gives the reciprocal rank of one relevant result at that position."""
    found = re.findall(
        r"^\| (\d+) \| \$\\frac\{1\}\{(\d+)\} = ([\d.]+)\$ \|$", text(LESSON), re.MULTILINE
    )

    assert [int(position) for position, _, _ in found] == [1, 2, 3, 4, 5, 10]
    for position, below, printed in found:
        rels = [0] * (int(position) - 1) + [1]
        assert position == below
        assert metric_of("RR", rels) == pytest.approx(float(printed), abs=5e-7)


def test_a_step_costs_much_at_the_top_and_little_below() -> None:
    """From position 1 to 2 a half is lost, and from 9 to 10 about 0.01."""
    assert "$1 - 0.5 = 0.5$" in text(LESSON)
    assert "only about 0.01." in text(LESSON)
    assert f"{1 / 9 - 1 / 10:.2f}" == "0.01"


def test_the_mean_by_hand_is_right() -> None:
    """The four queries of the text have the MRR that is worked out for them."""
    ranks = [metric_of("RR", rels) for rels in QUERIES]

    assert f"\nqueries = {QUERIES}\n" in text(LESSON)
    assert r"\frac{0.333333 + 1 + 0 + 0.5}{4} = \frac{1.833333}{4} = 0.458333" in text(LESSON)
    assert ranks == pytest.approx([0.333333, 1, 0, 0.5], abs=5e-7)
    assert mean(QUERIES) == pytest.approx(0.458333, abs=5e-7)


def test_leaving_out_the_failed_query_would_help_the_engine() -> None:
    """Without the query that found nothing the mean is 0.611111, as printed."""
    assert r"$\frac{1.833333}{3} = 0.611111$" in text(LESSON)
    assert mean([rels for rels in QUERIES if 1 in rels]) == pytest.approx(0.611111, abs=5e-7)


def test_the_mean_of_positions_is_something_else() -> None:
    """Positions 1 and 9 have a mean of 5, and their reciprocal ranks one of 0.555556."""
    assert (1 + 9) / 2 == 5
    assert r"\frac{1 + 0.111111}{2} = 0.555556" in text(LESSON)
    assert mean([[1], [0] * 8 + [1]]) == pytest.approx(0.555556, abs=5e-7)


def test_precision_and_recall_do_not_see_the_first_example() -> None:
    """The two lists that the lesson starts from agree in P@4 and R@4 and differ in RR."""
    first, second = [1, 0, 0, 0], [0, 0, 0, 1]

    assert f"`{first}` and `{second}`" in text(LESSON)
    assert metric_of("P", first, 4) == metric_of("P", second, 4)
    assert metric_of("R", first, 4, 1) == metric_of("R", second, 4, 1)
    assert metric_of("RR", first) != metric_of("RR", second)


def test_everything_below_the_first_is_unseen() -> None:
    """The two lists that are said to score 1 do."""
    assert "`[1, 0, 0, 1]` and `[1]` both score 1." in text(LESSON)
    assert metric_of("RR", [1, 0, 0, 1]) == metric_of("RR", [1]) == 1


def test_run_draws_the_queries_of_the_text() -> None:
    """The four lists that Run draws are those of the worked example."""
    drawn = (exercise(LESSON) / "run.py").read_text(encoding="utf-8")

    assert re.findall(r'": (\[[01, ]+\]),$', drawn, re.MULTILINE) == list(map(str, QUERIES))


def test_every_number_with_places_is_checked() -> None:
    """The numbers with places in the prose are those that are computed above."""
    prose = "\n".join(line for line in text(LESSON).splitlines() if not line.startswith("| "))

    assert set(re.findall(r"\d+\.\d+", prose)) == {
        *("0.333333", "0.5", "1.833333", "0.458333", "0.611111"),
        *("0.2", "0.111111", "0.555556", "0.01"),
    }
