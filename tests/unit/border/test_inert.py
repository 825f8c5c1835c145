"""What stands for an object that was refused."""

from collections.abc import Iterable

import pytest

from grader.border.inert import CallableInert, Inert, Wrong, WrongResult


def test_a_refused_object_shows_no_methods() -> None:
    """It has nothing that a test may look for without a question, but that it is callable."""

    def refuse() -> None:
        raise WrongResult(Wrong.OBJECT)

    inert = Inert(None, refuse)  # type: ignore[arg-type] # which raises

    assert not callable(inert)
    assert not hasattr(inert, "__len__")
    assert not isinstance(inert, Iterable)
    with pytest.raises(WrongResult):
        len(inert)
    called = CallableInert(None, refuse)  # type: ignore[arg-type] # which raises
    assert callable(called)
    with pytest.raises(WrongResult):
        called()
