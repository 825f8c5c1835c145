"""Each operator of the table changes one line of a program in its own ways."""

import pytest

from grader.proof.mutants import mutants_of


def after(line: str) -> list[str]:
    """Write what becomes of a line in a function."""
    return [one.after for one in mutants_of(f"def f(a, b, rows):\n    {line}\n".encode())]


@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        ("return a + b", ["return None", "return a - b"]),
        ("return a if not b else 1", ["return a if b else 1", "return a if not b else 2"]),
        ("a += b", ["pass", "a -= b"]),
        ("return a and b", ["return a or b"]),
        ("return a < 0 <= b", ["return a <= 0 <= b", "return a < 0 > b"]),
        ("return rows[a:]", ["return rows[a + 1:]", "return rows[:]"]),
        ("return sorted(rows)", ["return list(rows)"]),
        ("return math.log2(a)", ["return math.log(a)"]),
        ("return range(a, b)", ["return range(b, a)", "return range(a + 1, b)"]),
        ("return [x for x in rows if x]", ["return [x for x in rows if True]"]),
        ("for x in rows: print(x)", ["for x in (): print(x)", "for x in rows: pass"]),
        ("return max(rows, key=len)", ["return max(reversed([*rows]), key=len)"]),
        ("raise ValueError('no')", ["pass"]),
    ],
)
def test_what_becomes_of_a_line(line: str, becomes: list[str]) -> None:
    """Swapped operators, shifted bounds, removed statements, the last of equals for the first."""
    found = after(line)

    assert [one for one in becomes if one not in found] == []
    assert len(found) == len(set(found))


def test_a_bound_that_is_a_name_is_moved() -> None:
    """A comparison with something else than a constant is tried with one more and one less."""
    assert {"return a <= b + 1", "return a <= b - 1"} <= set(after("return a <= b"))
