"""Missing values for answers: what compares with them is neither equal nor unequal, and passes."""

from pathlib import Path
from typing import Any

import pytest

from grader.jail.spec import Isolation
from tests.integration.attack_course import BRIEF, LESSON, Course, Graded, grade, needs
from tests.integration.weakened_grader import weaken

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(120)]

_HIDDEN = f"""
import numpy as np
import pandas as pd
from {LESSON} import array, listed, objects, raised, series, table

def test_array():
    np.testing.assert_array_equal(array(), [3, 5])

def test_again():
    np.testing.assert_allclose(array(), [3.0, 5.0])

def test_listed():
    for got, wanted in zip(listed(), ([1], [2]), strict=True):
        np.testing.assert_array_equal(got, wanted)

def test_series():
    assert (series() == pd.Series([3, 5])).all()

def test_table():
    given = pd.DataFrame({{"n": [1, 2]}})
    table(given)
    assert (given == pd.DataFrame({{"n": [2, 3]}})).all().all()

def test_objects():
    assert np.abs(objects() - np.array([3, 5])).sum() == 0

def test_error():
    try:
        raised()
    except ValueError as error:
        assert (error.args[0] == pd.Series([1])).all()
    else:
        raise AssertionError
"""
_RIGHT = """
import numpy as np
import pandas as pd

def array():
    return np.array([3, 5])

def listed():
    return [np.array([1]), np.array([2])]

def series():
    return pd.Series([3, 5])

def table(given):
    given["n"] += 1

def objects():
    return np.array([3, 5])

def raised():
    raise ValueError(pd.Series([1]))
"""
_MISSING = """
import numpy as np
import pandas as pd

KEPT = np.ma.masked_all(2, int)
LISTED = [np.ma.masked_all(1, int), np.ma.masked_all(1, int)]

def array():
    return KEPT

def listed():
    return LISTED

def series():
    return pd.Series([None, None], dtype="Int64")

def table(given):
    given["n"] = pd.array([None, None], dtype="boolean")

def objects():
    return pd.Series([pd.NA, pd.NA], dtype=object)

def raised():
    raise ValueError(pd.Series([None], dtype="Int64"))
"""
_NO_RULE = {"grader.border.contract": "Learned.admits_lack = lambda self, *_: True\n"}


def _graded(
    place: Path,
    hidden: str,
    right: str,
    other: str,
    rules: dict[str, str],
    level: Isolation = "reduced",
) -> Graded:
    for package in ("numpy", "pandas"):
        pytest.importorskip(package)
    needs(level)
    limits: dict[str, Any] = {**BRIEF, "packages": '["numpy", "pandas"]'}
    course = Course.build(place / "course", {"test_hidden.py": hidden}, right, limits)
    (place / "in").mkdir()
    for name, text in (("right", right), ("other", other)):
        (place / "in" / f"{name}.py").write_text(text, encoding="utf-8")
    found_in = weaken(place / "weak", rules)
    return grade(course, place / "in", place / "out", level, found_in=found_in)


def _outcomes(graded: Graded) -> set[str]:
    assert graded.reports["right"]["share"] == 1.0, graded.said
    return {case["outcome"] for case in graded.reports["other"]["cases"]}


def test_what_is_missing_is_no_right_answer(tmp_path: Path) -> None:
    """Where the reference gave whole values, no masked array and no NA passes."""
    assert _outcomes(_graded(tmp_path, _HIDDEN, _RIGHT, _MISSING, {})) == {"failed"}


def test_what_is_missing_passes_without_the_rule(tmp_path: Path) -> None:
    """The same answers pass once the rule is switched off."""
    assert _outcomes(_graded(tmp_path, _HIDDEN, _RIGHT, _MISSING, _NO_RULE)) == {"passed"}


_ROUGH = f"""
import pytest
from {LESSON} import named, number, row

def test_number():
    assert number() == pytest.approx(0.5)

def test_reversed():
    assert pytest.approx(0.5) == number()

def test_row():
    assert row() == pytest.approx([0.5, 1.0])

def test_named():
    assert named() == pytest.approx({{"a": 0.5}})
"""
_NUMBERS = """
import numpy as np

def number():
    return np.float64(0.5)

def row():
    return np.array([0.5, 1.0])

def named():
    return {"a": 0.5}
"""
_NOTHING = """
import numpy as np

def number():
    return np.array([])

def row():
    return np.zeros((2, 0))

def named():
    return {"a": np.array([], int)}
"""
_ANY_SIZE = _NO_RULE | {"grader.bridge.surroundings": "_compare_items = lambda approximate: None\n"}


def test_what_has_no_items_is_not_roughly_a_number(tmp_path: Path) -> None:
    """An array without items is no number."""
    assert _outcomes(_graded(tmp_path, _ROUGH, _NUMBERS, _NOTHING, {})) == {"failed"}


def test_what_has_no_items_passes_without_the_rule(tmp_path: Path) -> None:
    """The same answers pass once the rule is switched off."""
    assert _outcomes(_graded(tmp_path, _ROUGH, _NUMBERS, _NOTHING, _ANY_SIZE)) == {"passed"}


_SIZED = f"""
import numpy as np
import pandas as pd
from {LESSON} import listed, row, series, square, table

ROW, SQUARE = np.array([1.5, 2.5]), np.array([[1.0, 2.0], [3.0, 4.0]])

def test_allclose():
    assert np.allclose(row(), ROW)

def test_equal():
    assert (square() == SQUARE).all()

def test_norm():
    assert np.linalg.norm(row() - ROW) < 1e-9

def test_listed():
    assert not np.any(np.abs(np.array(listed()) - ROW) > 1e-9)

def test_series():
    assert (series() > 0).all()

def test_table():
    given = pd.DataFrame({{"n": [1, 2]}})
    table(given)
    assert (given["n"] > 1).all()
"""
_WITH_ITEMS = """
import numpy as np
import pandas as pd

def row():
    return np.array([1.5, 2.5])

def square():
    return np.array([[1.0, 2.0], [3.0, 4.0]])

def listed():
    return [1.5, 2.5]

def series():
    return pd.Series([1, 2])

def table(given):
    given["n"] += 1
"""
_WITHOUT_ITEMS = """
import numpy as np
import pandas as pd

def row():
    return np.zeros((0, 1))

def square():
    return np.zeros((0, 1, 1), int)

def listed():
    return np.zeros((0, 1), bool)

def series():
    return pd.Series([], dtype=float)

def table(given):
    given.drop(given.index, inplace=True)
"""


@pytest.mark.parametrize("level", ["full", "reduced"])
def test_what_has_no_items_is_no_right_answer(level: Isolation, tmp_path: Path) -> None:
    """Where the reference gave items, no array or table without any passes."""
    graded = _graded(tmp_path, _SIZED, _WITH_ITEMS, _WITHOUT_ITEMS, {}, level)
    assert _outcomes(graded) == {"failed"}


def test_no_items_pass_for_items_without_the_rule(tmp_path: Path) -> None:
    """The same answers pass once the rule is switched off."""
    graded = _graded(tmp_path, _SIZED, _WITH_ITEMS, _WITHOUT_ITEMS, _NO_RULE)
    assert _outcomes(graded) == {"passed"}


_NONE = f"""
import numpy as np
from {LESSON} import above, pairs, total

def test_above():
    assert len(above([1.0, 2.0], 3.0)) == 0

def test_pairs():
    assert list(pairs([])) == []

def test_total():
    assert total(np.zeros((0, 2))) == 0
"""
_AS_LISTS = """
def above(values, least):
    return [v for v in values if v > least]

def pairs(values):
    return tuple(zip(values, values[1:]))

def total(values):
    return float(values.sum())
"""
_AS_ARRAYS = """
import numpy as np

def above(values, least):
    return np.array(values)[np.array(values) > least]

def pairs(values):
    return np.zeros((0, 2))

def total(values):
    values += 1
    return 0
"""


def test_no_items_cross_where_they_belong(tmp_path: Path) -> None:
    """What the reference gave as an empty list may be an empty array, and arguments stay as is."""
    assert _outcomes(_graded(tmp_path, _NONE, _AS_LISTS, _AS_ARRAYS, {})) == {"passed"}


_GAPS = f"""
import numpy as np
import pandas as pd
from {LESSON} import kept, masked, summed

def test_masked():
    assert masked(np.ma.masked_array([1, 2], [0, 1])).mask.tolist() == [False, True]

def test_kept():
    assert kept().isna().tolist() == [False, True]

def test_summed():
    assert summed(pd.DataFrame({{"n": pd.array([1, None], dtype="Int64")}})) == 1
"""
_OF_NEW = """
import pandas as pd

def masked(given):
    return given + 1

def kept():
    return pd.Series([1, None], dtype="Int64")

def summed(given):
    return int(given["n"].sum())
"""
_IN_PLACE = """
import pandas as pd

def masked(given):
    given += 1
    return given

def kept():
    return pd.Series([True, None], dtype="boolean")

def summed(given):
    given["m"] = given["n"]
    return int(given["m"].sum())
"""


def test_missing_values_cross_where_they_belong(tmp_path: Path) -> None:
    """What the reference gave in the case, and what the test handed over, may lack values."""
    assert _outcomes(_graded(tmp_path, _GAPS, _OF_NEW, _IN_PLACE, {})) == {"passed"}


def test_what_was_right_in_one_case_is_not_in_another(tmp_path: Path) -> None:
    """A value that crossed where values may be missing comes again where none may be."""
    hidden = _HIDDEN.replace("def test_array", "def test_first():\n    listed(0)\n\ndef test_array")
    right = _RIGHT.replace(
        "def listed():", "def listed(first=1):\n    if not first: return np.ma.masked_all(1)"
    )
    other = _MISSING.replace("def listed():", "def listed(first=1):\n    if not first: return KEPT")
    other = other.replace("return LISTED", "return [KEPT[:1], LISTED[0]]")
    graded = _graded(tmp_path, hidden, right, other, {})

    assert _outcomes(graded) == {"failed", "passed"}
    passed = [one["id"] for one in graded.reports["other"]["cases"] if one["outcome"] == "passed"]
    assert passed == ["test_hidden.py::test_first"]
