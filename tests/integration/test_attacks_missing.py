"""Missing values for answers: what compares with them is neither equal nor unequal, and passes."""

from pathlib import Path
from typing import Any

import pytest

from tests.integration.attack_course import BRIEF, LESSON, Course, Graded, grade, needs
from tests.integration.weakened_grader import weaken

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(120)]

_HIDDEN = f"""
import numpy as np
import pandas as pd
from {LESSON} import array, listed, raised, series, table

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

def raised():
    raise ValueError(pd.Series([None], dtype="Int64"))
"""
_NO_RULE = {"grader.bridge.contract": "Learned.admits_missing = lambda self: True\n"}


def _graded(place: Path, hidden: str, right: str, other: str, rules: dict[str, str]) -> Graded:
    for package in ("numpy", "pandas"):
        pytest.importorskip(package)
    needs("reduced")
    limits: dict[str, Any] = {**BRIEF, "packages": '["numpy", "pandas"]'}
    course = Course.build(place / "course", {"test_hidden.py": hidden}, right, limits)
    (place / "in").mkdir()
    for name, text in (("right", right), ("other", other)):
        (place / "in" / f"{name}.py").write_text(text, encoding="utf-8")
    found_in = weaken(place / "weak", rules)
    return grade(course, place / "in", place / "out", "reduced", found_in=found_in)


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
_ANY_SIZE = {"grader.bridge.surroundings": "_compare_items = lambda approximate: None\n"}


def test_what_has_no_items_is_not_roughly_a_number(tmp_path: Path) -> None:
    """An array without items is no number."""
    assert _outcomes(_graded(tmp_path, _ROUGH, _NUMBERS, _NOTHING, {})) == {"failed"}


def test_what_has_no_items_passes_without_the_rule(tmp_path: Path) -> None:
    """The same answers pass once the rule is switched off."""
    assert _outcomes(_graded(tmp_path, _ROUGH, _NUMBERS, _NOTHING, _ANY_SIZE)) == {"passed"}


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
