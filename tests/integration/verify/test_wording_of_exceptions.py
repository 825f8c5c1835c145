"""Most lessons leave the words of an exception to the student, so no case has to ask for them."""

import pytest

from grader.proof.mutants import mutants_of

pytestmark = pytest.mark.jail


@pytest.mark.parametrize(
    "line", ["raise ValueError('too few')", "raise ValueError(n, 'too few') from None"]
)
def test_a_text_that_is_raised_is_wording(line: str) -> None:
    """A mutant that changes what an exception says is marked; that which raises none is not."""
    found = mutants_of(f"def f(n):\n    {line}\n".encode())

    assert [one.is_wording for one in found if "XX" in one.after] == [True]
    assert [one.is_wording for one in found if one.after == "pass"] == [False]


def test_a_text_that_is_returned_is_none() -> None:
    """What a function gives back is asked for."""
    found = mutants_of(b"def f():\n    return 'too few'\n")

    assert [one.is_wording for one in found if "XX" in one.after] == [False]
