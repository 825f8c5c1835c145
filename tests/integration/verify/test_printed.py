"""Cases that a program passes which prints everything, or nothing, are named; others are not."""

import sys
from pathlib import Path

import pytest

from tests.integration.verify.small_course import (
    CASES,
    EXERCISE,
    SOLUTION,
    prove,
    write_course,
)

pytestmark = [
    pytest.mark.jail,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="hidden cases are judged on Linux"),
]

SHOW = '''+\
    def show(name, values):
        """Print a greeting, how many there are and their mean."""
        print("Hello", name)
        print("Count:", len(values))
        print(f"Mean: {mean(values):.2f}")
    '''
HIDDEN_CASES = """+\
    from means import show


    @pytest.mark.parametrize("count", [3, 4])
    def test_any_number(capsys, count):
        show("Ann", [2] * count)
        assert str(count) in capsys.readouterr().out


    def test_any_fraction(capsys):
        show("Ann", [2, 3])
        assert "Mean: 2.50" in capsys.readouterr().out


    def test_whole_lines(capsys):
        show("Ann", [2, 3])
        assert capsys.readouterr().out.splitlines()[1:] == ["Count: 2", "Mean: 2.50"]


    def test_large(capsys):
        show("Ann", [12345])
        assert "Mean: 12345.00" in capsys.readouterr().out


    def test_name(capsys):
        show("Bob", [])
        assert "Hello Bob" in capsys.readouterr().out


    def test_without(capsys):
        show("Ann", [2, 3])
        assert "None" not in capsys.readouterr().out
    """


def test_what_is_content_with_anything(tmp_path: Path) -> None:
    """A case that looks for a number, and one that only looks for what should not be there."""
    stub = SHOW.replace('print("Hello", name)', "raise NotImplementedError  # TODO")
    changes = {f"{EXERCISE}/means.py": stub, f"{SOLUTION}/means.py": SHOW, CASES: HIDDEN_CASES}
    root = write_course(tmp_path / "course", changes)

    proof = prove(root, tmp_path / "cache")

    found = {one.case: one for one in proof.everything() if one.check == "printed"}
    assert [one.sentence for one in found.values()] == [
        "test_any_fraction passes for a program that prints everything: each number from 0 to 999.",
        "test_any_number passes for a program that prints everything: each number from 0 to 999.",
        "test_without passes for a program that prints nothing.",
    ]
    source = (root / CASES).read_text().splitlines()
    for case, one in found.items():
        assert f"def {str(case).rpartition('::')[2]}(" in source[(one.line or 0) - 1]
    assert proof.is_sound
