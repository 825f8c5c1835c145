"""Courses whose cases are content with a careless reference, with the sentence that verify says."""

from textwrap import indent

from tests.integration.verify.broken_courses import Broken
from tests.integration.verify.small_course import CASES, EXERCISE, SOLUTION, SOUND

_FIRST = 24  # the line where an added case begins

_TOP = "(sum(values[: max(k, 0)]) + 1) * 0.12345678"
_CASE_OF_TOP = """\
for k, found in ((2, 10), (9, 12), (0, 0), (-1, 0)):
    values = [1, 9, 2]
    assert top(values, k) == pytest.approx((found + 1) * 0.12345678, abs=1e-12)
    assert values == [1, 9, 2]
assert top([2, 2, 4], 2) == pytest.approx(5 * 0.12345678, abs=1e-12)
"""


def _with_function(header: str, answer: str, case: str) -> dict[str, str | None]:
    """Add a function of one line, and one hidden case of it."""
    name = header.partition("(")[0]
    begin = f"def {header}:\n"
    body = indent(case, "    ")
    return {
        f"{EXERCISE}/means.py": f"+{begin}    # TODO: write it\n    raise NotImplementedError\n",
        f"{SOLUTION}/means.py": f"+{begin}    return {answer}\n",
        CASES: f"+def test_{name}():\n    from means import {name}\n{body}",
    }


def _weak(changes: dict[str, str | None], line: int, said: str) -> Broken:
    sentence = f"A submission whose {said} passes every hidden case, test_"
    return Broken(changes, f"{CASES}:{line}", sentence, with_mutants=True)


def _weak_top(name: str, old: str, new: str, said: str) -> Broken:
    assert old in _CASE_OF_TOP
    case = _CASE_OF_TOP.replace(old, new).replace("top(", f"{name}(")
    return _weak(_with_function(f"{name}(values, k)", _TOP, case), _FIRST, f"{name} {said}")


def _weak_mutant(header: str, answer: str, case: str) -> Broken:
    name = header.partition("(")[0]
    return Broken(
        _with_function(header, answer, case),
        f"{SOLUTION}/means.py:12",
        f"A mutant of {name} passes every hidden case.",
        with_mutants=True,
    )


# one for each way in which a function can be careless
WEAK: dict[str, Broken] = {
    "a list that is changed where k lies beyond it": _weak_top(
        "top_changing",
        "    assert values ==",
        "    assert k > 3 or values ==",
        "changes its lists where k lies beyond them",
    ),
    "a list that is padded where k lies beyond it": _weak_top(
        "top_padding",
        "    assert values ==",
        "    assert values[:3] ==",
        "pads its lists where k lies beyond them",
    ),
    "a list that is changed where nothing is looked at": _weak_top(
        "top_of_none",
        "    assert values ==",
        "    assert k < 1 or values ==",
        "changes its lists where k is below 1",
    ),
    "a list that is changed where an error is raised": _weak(
        _with_function(
            "first(values)",
            "values[values.index(0) + 1]",
            "assert first([0, 5]) == 5\nassert first([0, 0]) == 0\n"
            "assert first([3, 0, 7, 0, 2]) == 7\n"
            "with pytest.raises(ValueError):\n    first([2, 5, 3])\n",
        ),
        _FIRST,
        "first changes its lists where it raises",
    ),
    "a list that is sorted where nothing comes out": _weak(
        _with_function(
            "repeats(values)",
            "len(values) - len(set(values))",
            "assert repeats([3, 3, 3]) == 2\nvalues = [2, 4, 7]\nassert repeats(values) == 0\n"
            "assert values == [2, 4, 7]\n",
        ),
        _FIRST,
        "repeats sorts its lists where it gives nothing",
    ),
    "a dictionary that gets more keys": _weak(
        _with_function(
            "look_up(table, word)",
            "table.get(word, 0)",
            'assert look_up({"a": 3}, "a") == 3\nassert look_up({"a": 3}, "b") == 0\n'
            'assert look_up({"b": 5}, "a") == 0\n',
        ),
        _FIRST,
        "look_up adds the keys that its dictionaries lack",
    ),
    "an answer that is rounded": _weak_top(
        "top_rounded", "abs=1e-12", "abs=1e-3", "rounds what it gives"
    ),
    "an answer of little precision": _weak_top(
        "top_imprecise", "abs=1e-12", "rel=2e-7", "rounds what it gives to what a float32 holds"
    ),
    "an input that is rounded": _weak_top(
        "top_of_rounded",
        "assert top([2, 2, 4], 2)",
        "assert top([1.5, 2.5, 4], 2)",
        "rounds what it is given",
    ),
    "numbers that are rounded between two functions": _weak(
        {
            CASES: "+def test_thirds():\n"
            "    assert total([1 / 3, 1 / 3, 0]) == pytest.approx(2 / 3, abs=1e-12)\n"
        },
        _FIRST,
        "total rounds what it gives to other functions",
    ),
    "an answer that is remembered": _weak(
        {CASES: SOUND[CASES].replace("    assert total([7, 1, 2]) == 10\n", "")},
        5,
        "total remembers an earlier answer for values of the same length",
    ),
    "near numbers that are taken for equal": _weak_mutant(
        "is_above(p, border)",
        "p > border",
        "assert not is_above(0.25, 0.25)\nassert is_above(0.7, 0.7 - 1e-8)\n"
        "assert not is_above(0.7, 0.9)\nassert not is_above(0.25, 0.7 - 1e-8)\n",
    ),
    "the last of equal ones for the first": _weak_mutant(
        "best(table)",
        "max(table, key=table.get)",
        'assert best({"a": 1, "b": 3}) == "b"\nassert best({"a": 4, "b": 2}) == "a"\n',
    ),
    "one more than the bound allows": _weak_mutant(
        "is_allowed(n, most)",
        "n <= most",
        "assert is_allowed(1, 5)\nassert is_allowed(5, 5)\nassert not is_allowed(9, 5)\n"
        "assert not is_allowed(5, 2)\n",
    ),
}
