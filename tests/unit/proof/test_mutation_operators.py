"""Each careless way with numbers is one change of an expression, with a probe of its place."""

import ast

import pytest

from grader.proof.mutants import mutants_of
from grader.proof.mutation_operators import number_slips


def texts(expression: str) -> list[str]:
    """Write what takes the place of an expression."""
    return [slip.text for slip in number_slips(ast.parse(expression, mode="eval").body)]


@pytest.mark.parametrize(
    ("expression", "changed"),
    [
        ("a == b", ["abs(a - b) < 1e-09"]),
        ("a != b", ["abs(a - b) >= 1e-09"]),
        ("a < b", ["a + 1e-09 < b"]),
        ("0 < p <= 1", ["0 + 1e-09 < p <= 1", "0 < p <= 1 + 1e-09"]),
        ("a is b", []),
        ("a / b", ["round(a / b, 6)"]),
        ("a + b", []),
        ("float(text)", ["round(float(text), 6)"]),
        ("rels.index(1)", ["len(rels) - 1 - rels[::-1].index(1)"]),
        ("max(a, b)", []),
    ],
)
def test_what_takes_the_place(expression: str, changed: list[str]) -> None:
    """Near for equal, a rounded number and the last of equals each take the place once."""
    plain = [ast.unparse(ast.parse(text, mode="eval")) for text in texts(expression)]

    assert plain == changed


def test_keys_are_turned_round_and_taken_for_near() -> None:
    """A call with a key keeps the last of equals, and compares rounded keys."""
    assert texts("max(gaps, key=gaps.get)") == [
        "max(reversed([*gaps]), key=gaps.get)",
        "max(gaps, key=lambda one: round(gaps.get(one), 9))",
    ]


def test_a_probe_fails_where_a_fraction_comes_by() -> None:
    """With whole numbers the probe of a comparison answers, and with a fraction it raises."""
    mutants = mutants_of(b"def is_none(k):\n    return k == 0\n")
    probe = next(one.probe for one in mutants if one.probe is not None)
    names: dict[str, object] = {}
    exec(probe, names)
    is_none = names["is_none"]
    assert callable(is_none)

    assert is_none(0) is True
    with pytest.raises(ArithmeticError):
        is_none(0.5)


def test_a_bound_that_is_a_name_is_moved() -> None:
    """A comparison with something else than a constant is tried with one more and one less."""
    after = [one.after for one in mutants_of(b"def f(n, most):\n    return n <= most\n")]

    assert "return n <= most + 1" in after
    assert "return n <= most - 1" in after
