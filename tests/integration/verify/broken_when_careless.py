"""Courses whose cases are content with a careless reference, with the sentence that verify says."""

from textwrap import indent

from tests.integration.verify.broken_courses import Broken
from tests.integration.verify.small_course import CASES, EXERCISE, SOLUTION


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


def _weak(changes: dict[str, str | None], said: str, level: str = "error") -> Broken:
    sentence = f"A submission whose {said} passes every hidden case."
    return Broken(changes, f"{SOLUTION}/means.py:11", sentence, level, with_mutants=True)


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
    "a list that is sorted": _weak(
        _with_function(
            "top(values, k)",
            "(sum(values[: max(k, 0)]) + 1) * 0.12345678",
            "for k, found in ((2, 10), (9, 12), (0, 0), (-1, 0)):\n"
            "    assert top([1, 9, 2], k) == pytest.approx((found + 1) * 0.12345678, abs=1e-12)\n"
            "assert top([2, 2, 4], 2) == pytest.approx(5 * 0.12345678, abs=1e-12)\n",
        ),
        "top sorts its input",
    ),
    "an answer that is rounded": _weak(
        _with_function(
            "share(n)",
            "n * 0.12345678",
            "assert share(1) == pytest.approx(0.12345678, abs=1e-6)\n"
            "assert share(5) == pytest.approx(0.6172839, abs=1e-6)\n",
        ),
        "share rounds its answer",
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
