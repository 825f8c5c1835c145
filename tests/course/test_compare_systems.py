"""Claims about what the text of the lesson compare_systems teaches."""

import ast
import re
from fractions import Fraction
from itertools import product
from statistics import fmean
from xml.etree import ElementTree

import pytest

from tests.course.lesson_material import exercise, reference, text

LESSON = "compare_systems"
A, B = [0.9, 0.8, 0.7, 0.5], [0.5, 0.7, 0.5, 0.6]
TENTHS = (4, 1, 2, -1)
SMALLEST = re.compile(r"^\| (\d+) \| (\d+) \| ([\d.]+) \|$", re.MULTILINE)
TRIED = re.compile(r"^\| (\d+) \| (\d) \| (\d\.\d{6}) \|$", re.MULTILINE)
ROW_OF_TEN = re.compile(r"^\| ([\d.]+) \| `(\[.*\])` \|$", re.MULTILINE)
WAY = re.compile(r"^\| 0\.4 \| (.*) \| (\d\.\d) \| (yes|no).* \|$", re.MULTILINE)


def part(title: str) -> str:
    """Return the part of the text below a heading."""
    return text(LESSON).partition(f"## {title}\n")[2].partition("\n## ")[0]


def sums(differences: tuple[int, ...]) -> list[int]:
    """Add the differences up in every way to set the signs."""
    ways = product((1, -1), repeat=len(differences))
    return [sum(s * d for s, d in zip(signs, differences, strict=True)) for signs in ways]


def share(differences: tuple[int, ...]) -> Fraction:
    """Find the p-value of a few differences by trying all ways."""
    found = sums(differences)
    return Fraction(sum(abs(one) >= abs(sum(differences)) for one in found), len(found))


def test_the_table_of_scores_is_the_two_lists() -> None:
    """The first table holds both systems and what they differ by, and the means below are right."""
    rows = re.findall(r"^\| \w+ \| (0\.\d) \| (0\.\d) \| (.*) \|$", text(LESSON), re.MULTILINE)
    cells = zip(*rows[:4], strict=True)
    columns = [[float(value.replace("−", "-")) for value in column] for column in cells]

    assert columns == [A, B, [d / 10 for d in TENTHS]]
    assert f"`{A}` and `{B}`" in text(LESSON)
    for name, scores in (("A", A), ("B", B)):
        printed = f"mean\\ of\\ {name}}} = \\frac{{{' + '.join(map(str, scores))}}}{{4}}"
        assert f"{printed} = {fmean(scores):.3f}" in text(LESSON)
    assert reference(LESSON).mean_difference(A, B) == pytest.approx(0.15)


def test_every_way_with_the_first_sign_kept_is_listed() -> None:
    """The eight rows are the eight ways in which tea keeps its sign, with their sums."""
    rows = [
        ([round(10 * float(one)) for one in cells.replace("−", "-").split(" | ")], total, far)
        for cells, total, far in WAY.findall(text(LESSON))
    ]

    assert len({tuple(cells) for cells, _, _ in rows}) == 8
    for cells, total, far in rows:
        assert [abs(one) for one in cells] == [1, 2, 1]
        assert (4 + sum(cells)) / 10 == float(total)
        assert (far == "yes") is (4 + sum(cells) >= 6)


def test_the_share_of_ways_is_the_printed_p() -> None:
    """Six of the sixteen ways are at least as far from 0 as what was observed."""
    assert share(TENTHS) == Fraction(6, 16)
    assert float(share(TENTHS)) == 0.375
    assert "37.5 of 100" in text(LESSON)
    assert "Three of these eight, and three of the other eight" in text(LESSON)


def test_a_bare_comparison_loses_two_ways() -> None:
    """Without room for rounding, Python's fractions count four of the sixteen ways."""
    differences = [a - b for a, b in zip(A, B, strict=True)]
    means = [
        sum(s * d for s, d in zip(signs, differences, strict=True)) / 4
        for signs in product((1, -1), repeat=4)
    ]
    observed = sum(differences) / 4

    assert sum(abs(mean) >= observed for mean in means) == 4
    assert sum(abs(mean) >= observed - 1e-12 for mean in means) == 6
    assert 0.1 + 0.2 != 0.3
    assert "only 4 of them count in place of 6" in text(LESSON)


def test_the_smallest_p_of_so_many_queries() -> None:
    """The table holds 2 / 2^n, which a system that wins every query gets."""
    rows = SMALLEST.findall(part("How many queries?"))

    assert [int(n) for n, _, _ in rows] == [3, 4, 5, 6, 10]
    for n, ways, smallest in rows:
        assert int(ways) == 2 ** int(n)
        assert smallest == f"{float(share((1,) * int(n))):.6f}"
        assert (float(smallest) > 0.05) is (int(n) <= 5)


def test_two_rows_of_ten_have_one_mean_and_two_p() -> None:
    """Both rows of differences have the mean 0.05 and the p-values that stand beside them."""
    rows = ROW_OF_TEN.findall(text(LESSON))
    script = (exercise(LESSON) / "run.py").read_text(encoding="utf-8")

    assert len(rows) == 2
    for printed, written in rows:
        hundredths = tuple(round(100 * one) for one in ast.literal_eval(written))
        assert sum(hundredths) == 5 * len(hundredths)
        assert f"{float(share(hundredths)):.6f}" == printed
        assert f" {float(printed):.4f} for " in script
        assert f"= {written}\n" in script


def test_every_p_of_trials_is_what_the_reference_gives() -> None:
    """The table of trials and seeds holds the reference's p-values of the four queries."""
    rows = TRIED.findall(part("Too many ways to try them all"))

    assert len(rows) == 4
    for trials, seed, printed in rows:
        p = reference(LESSON).randomization_test(A, B, int(trials), int(seed))
        assert f"{p:.6f}" == printed


def test_few_trials_may_pass_a_border_that_all_ways_do_not() -> None:
    """Five queries won, 99 trials: so many of 100 seeds end at 0.05 or below."""
    won = [0.1, 0.2, 0.3, 0.1, 0.5]
    by_seed = [
        reference(LESSON).randomization_test(won, [0.0] * 5, 99, seed) for seed in range(100)
    ]
    many = reference(LESSON).randomization_test(won, [0.0] * 5, 9999, 6)

    assert share((1, 2, 3, 1, 5)) == Fraction(1, 16)
    assert sum(p <= 0.05 for p in by_seed) == 19
    assert by_seed[6] <= 0.05 < many
    assert (
        f"There are 19 of them, and the seed 6 is one; with 9999 trials it gives {many:.4f}."
        in (text(LESSON))
    )


def test_fifty_queries_have_too_many_ways() -> None:
    """Fifty queries have more than 10^15 ways, and twenty tries at 0.05 make one."""
    assert 2**50 > 10**15
    assert 20 * 0.05 == 1
    assert "more than $10^{15}$ ways" in text(LESSON)


def test_no_number_escapes_the_check() -> None:
    """Every number with places outside of the tables is one that a claim above computes."""
    prose = "\n".join(line for line in text(LESSON).splitlines() if not line.startswith("| "))
    checked = {"0.725", "0.575", "0.15", "0.375", "37.5", "0.05", "0.062500", "0.0635"}
    inputs = {"0.9", "0.8", "0.7", "0.6", "0.5", "0.4", "0.3", "0.2", "0.1"}

    assert set(re.findall(r"\d+\.\d+", prose)) <= checked | inputs


def test_the_picture_shows_every_way() -> None:
    """Each of the sixteen dots stands at a mean difference, and six are filled."""
    drawing = ElementTree.parse(exercise(LESSON) / "signs.svg")
    dots = [one.attrib for one in drawing.iter("{http://www.w3.org/2000/svg}circle")]

    found = sorted((float(dot["cx"]) - 240) / 1000 for dot in dots)
    assert found == pytest.approx(sorted(one / 40 for one in sums(TENTHS)))
    far = [abs(float(dot["cx"]) - 240) >= 150 for dot in dots]
    assert [dot["class"] == "far" for dot in dots] == far
    assert sum(far) == 6
    assert len({(dot["cx"], dot["cy"]) for dot in dots}) == 16
