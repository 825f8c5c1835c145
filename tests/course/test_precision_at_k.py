"""Claims about what the text of the lesson precision_at_k teaches."""

import re

import pytest

from tests.course.lesson_material import exercise, metric_of, text

LESSON = "precision_at_k"
PAGE = [1, 0, 1, 1, 0]
WAY_DOWN = re.compile(
    r"^\| (\d) \| ([01]) \| (\d) \| \$\\frac\{(\d)\}\{(\d)\} = ([\d.]+)\$ \|$", re.MULTILINE
)


@pytest.mark.parametrize(
    ("formula", "k"),
    [
        (r"\mathrm{P@}5 = \frac{1 + 0 + 1 + 1 + 0}{5} = \frac{3}{5} = 0.6", 5),
        (r"\mathrm{P@}3 = \frac{1 + 0 + 1}{3} = \frac{2}{3} = 0.666667", 3),
        (r"\mathrm{P@}10 = \frac{3}{10} = 0.3", 10),
    ],
)
def test_shares_by_hand_are_precisions(formula: str, k: int) -> None:
    """A share of the text is the precision of the page that the lesson is about."""
    printed = formula.rpartition("= ")[2]

    assert formula in text(LESSON)
    assert metric_of("P", PAGE, k) == pytest.approx(float(printed), abs=5e-7)


def test_the_way_down_the_page_is_right() -> None:
    """Each row of the table has the relevance at k, the count so far, and the precision."""
    rows = WAY_DOWN.findall(text(LESSON))

    assert [int(row[0]) for row in rows] == [1, 2, 3, 4, 5]
    for row in rows:
        k, rel, so_far, above, below = map(int, row[:5])
        assert (rel, so_far) == (PAGE[k - 1], sum(PAGE[:k]))
        assert (above, below) == (so_far, k)
        assert float(row[5]) == pytest.approx(metric_of("P", PAGE, k), abs=5e-7)


def test_the_page_of_titles_is_the_list() -> None:
    """Yes and no in the table of results, and the page that Run draws, are the list in use."""
    answers = re.findall(r"^\| \d \| [^|$]+ \| (yes|no) \|$", text(LESSON), re.MULTILINE)
    drawn = (exercise(LESSON) / "run.py").read_text(encoding="utf-8")

    assert [int(answer == "yes") for answer in answers] == PAGE
    assert re.findall(r'^    \("(.*)", [01]\),$', drawn, re.MULTILINE) == re.findall(
        r"^\| \d \| ([^|$]+) \| (?:yes|no) \|$", text(LESSON), re.MULTILINE
    )


def test_the_last_two_rows_differ_in_their_order_only() -> None:
    """The last two lists of the table hold the same first four results in another order."""
    first, second = [1, 1, 0, 0, 0], [0, 0, 1, 1, 0]

    assert f"| `{first}` | 4 | 0.500000 |\n| `{second}` | 4 | 0.500000 |\n\n" in text(LESSON)
    assert sorted(first[:4]) == sorted(second[:4])
    assert metric_of("P", first, 2) > metric_of("P", second, 2)


def test_a_small_and_a_large_collection() -> None:
    """Two relevant recipes allow a P@10 of 0.2 at best; ten of fifty give 1 and leave forty."""
    assert r"$\frac{2}{10} = 0.2$" in text(LESSON)
    assert metric_of("P", [1, 1] + [0] * 8, 10) == pytest.approx(0.2)
    assert metric_of("P", [1] * 10, 10) == 1
    assert "fifty" in text(LESSON)
    assert "forty are missing" in text(LESSON)


def test_run_ends_with_a_true_sentence() -> None:
    """The three pages that Run draws have the same P@6."""
    pages = re.findall(r'"(.*?)": (\[[01, ]+\])', (exercise(LESSON) / "run.py").read_text("utf-8"))

    assert len(pages) == 3
    assert {metric_of("P", list(map(int, re.findall(r"\d", rels))), 6) for _, rels in pages} == {
        0.5
    }


def test_every_number_with_places_is_checked() -> None:
    """The numbers with places in the prose are those of the formulas that are computed."""
    prose = "\n".join(line for line in text(LESSON).splitlines() if not line.startswith("| "))

    assert set(re.findall(r"\d+\.\d+", prose)) == {"0.6", "0.666667", "0.3", "0.5", "0.2"}
