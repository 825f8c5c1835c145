"""Claims about the numbers that the lessons' texts print: they hold, and none escapes.

A number with places is bound by a formula, an example of Python's prompt, a sentence that says
what a call gives, or a table; `worked_examples.py` and `worked_comparisons.py` compute
the rest, and what a table holds.
"""

import ast
import re
from functools import cache
from xml.etree import ElementTree

import pytest

from tests.course import lesson_material as material
from tests.course import worked_comparisons, worked_examples
from tests.course.worked_examples import Worked

NUMBER = re.compile(r"\d+\.\d+")
TABLE = re.compile(r"^\|.*\n\|[ |-]+\|\n((?:\|.*\n?)+)", re.MULTILINE)
TOKEN = re.compile(
    r"(?<![\w@.])(?:[A-Z]\b|d\d|yes|no\b|(?:con|dis)cordant|-?\d+(?:\.\d+)?)(?![\w@])"
)
SVG = "{http://www.w3.org/2000/svg}"
EVERYWHERE = {"0.0", "1.0"}  # the ends of a scale
FEW_PLACES = 2  # a number with fewer is exact
EXAMPLES = vars(worked_examples) | vars(worked_comparisons)  # a function for each lesson
COMPUTED = [lesson for lesson in material.LESSON_IDS if lesson in EXAMPLES]

each_lesson = pytest.mark.parametrize("lesson", material.LESSON_IDS)
each_computed = pytest.mark.parametrize("lesson", COMPUTED)


@cache
def worked(lesson: str) -> Worked:
    """Compute what a lesson's text works out."""
    found: Worked = EXAMPLES.get(lesson, Worked)()
    return found


def tables(lesson: str) -> dict[str, str]:
    """Return the rows of each table of a text by its heading line."""
    return {
        found[0].partition("\n")[0]: found[1] for found in TABLE.finditer(material.text(lesson))
    }


def rows_below(lesson: str, heading: str) -> list[str]:
    """Return the rows of the one table whose heading begins so."""
    (rows,) = [rows for head, rows in tables(lesson).items() if head.startswith(f"| {heading}")]
    return rows.splitlines()


def cells(row: str) -> list[str]:
    """Return the names, answers and numbers of a row; of a formula what it comes to."""
    parts = [cell.rpartition("=")[2] for cell in row.replace("−", "-").split("|")]
    return [token for part in parts for token in TOKEN.findall(part)]


def is_printed(printed: str, value: float | str) -> bool:
    """Tell whether a number is what was computed, to its last place."""
    if isinstance(value, str):
        return printed == value
    places = len(printed.partition(".")[2])
    is_exact = abs(float(printed) - value) < 1e-9
    return is_exact or (places >= FEW_PLACES and f"{value:.{places}f}" == printed)


@each_lesson
def test_every_equation_holds(lesson: str) -> None:
    """Both sides of an equation between numbers are equal, to the places that are printed."""
    found = list(material.equations(lesson))

    assert len(found) >= 4
    for formula, left, right in found:
        assert left == pytest.approx(right, abs=material.TOLERANCE), formula


@each_lesson
def test_every_value_that_is_told_is_true(lesson: str) -> None:
    """What a text says a call, a metric or a row of a table comes to, the reference computes."""
    told = list(material.told_values(lesson))

    assert told
    for saying, printed, computed in told:
        places = len(printed.partition(".")[2])
        assert f"{computed:.{places}f}" == printed, saying


@each_computed
def test_every_row_of_a_table_is_right(lesson: str) -> None:
    """Each row holds what the references compute, in order, and no row is missing."""
    for heading, expected in worked(lesson).tables.items():
        found = [cells(row) for row in rows_below(lesson, heading)]

        assert len(found) == len(expected)
        for printed, computed in zip(found, expected, strict=True):
            assert len(printed) == len(computed), (printed, computed)
            assert all(map(is_printed, printed, computed)), (printed, computed)


@each_lesson
def test_no_number_escapes(lesson: str) -> None:
    """Every number with places is bound by a rule above, computed by a reference, or given."""
    known = worked(lesson)
    prose = material.without_prompts(lesson)
    for heading in known.tables:
        for row in rows_below(lesson, heading):
            prose = prose.replace(row, "")
    bound = {printed for _, printed, _ in material.told_values(lesson)} | EVERYWHERE
    bound |= {*known.given.split(), *NUMBER.findall(" ".join(material.bound_sides(lesson)))}
    left = {*NUMBER.findall(prose)} - bound

    assert [one for one in left if not any(is_printed(one, value) for value in known.numbers)] == []


@each_computed
def test_sentences_and_shared_examples_hold(lesson: str) -> None:
    """What is computed stands in the text, and its examples in Run and in the public cases."""
    known = worked(lesson)

    assert [said for said in known.sentences if said not in material.text(lesson)] == []
    for name, values in known.shared.items():
        written = (material.exercise(lesson) / name).read_text(encoding="utf-8")
        assert [value for value in values if spelled(value) not in spelled(written)] == []


def spelled(value: object) -> str:
    """Write a value without what a formatter chooses: spaces, quotes, the last comma."""
    written = value if isinstance(value, str) else repr(value)
    return re.sub(r",(?=[\])}])", "", re.sub(r"\s", "", written).replace('"', "'"))


@each_computed
def test_pictures_are_drawn_to_scale(lesson: str) -> None:
    """The sizes of what a picture draws are those of the numbers that it is about."""
    for (name, element, attribute), expected in worked(lesson).pictures.items():
        drawn = ElementTree.parse(material.exercise(lesson) / name).iter(f"{SVG}{element}")
        found = " ".join(one.attrib[attribute] for one in drawn)

        sizes = [float(size) for size in re.findall(r"[\d.]+", found)]
        assert sizes == pytest.approx(expected, abs=0.02)


@each_lesson
def test_values_are_revealed_only_where_the_text_prints_them(lesson: str) -> None:
    """A case that reveals its values uses a list that the lesson's text prints."""
    revealing = [
        case
        for case in material.hidden_cases(lesson)
        if any("reveal('values')" in ast.unparse(mark) for mark in case.decorator_list)
    ]

    assert revealing
    for case in revealing:
        lists = [ast.unparse(node) for node in ast.walk(case) if isinstance(node, ast.List)]
        assert lists
        assert all(rels in material.text(lesson).replace('"', "'") for rels in lists)
