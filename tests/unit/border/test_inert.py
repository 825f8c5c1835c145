"""What stands for an object that was refused."""

from collections.abc import Iterable

import pytest

from grader.border.inert import Inert, Wrong, WrongResult


def test_a_refused_object_shows_no_methods() -> None:
    """Neither is it callable, nor has it what a test may look for without a question."""

    def refuse() -> None:
        raise WrongResult(Wrong.OBJECT)

    inert = Inert(None, refuse)  # type: ignore[arg-type] # which raises

    assert not callable(inert)
    assert not hasattr(inert, "__len__")
    assert not isinstance(inert, Iterable)
    with pytest.raises(WrongResult):
        len(inert)
