"""What a child held is let go of, also where its jail breaks down."""

from typing import Any

import pytest

from grader.errors import JailError
from grader.judge.jail_children import JailChildren


class Over:
    """A child that is over, and cannot be ended."""

    is_closed = False

    def finish(self, _seconds: float) -> None:
        """Meet a jail that broke down."""
        raise JailError("It broke down.")

    def close(self) -> None:
        """Note that nothing is held any more."""
        self.is_closed = True


@pytest.fixture
def children() -> Any:
    """Hold a child that is over."""
    spec: Any = None
    made: Any = JailChildren(spec)
    made._over = Over()
    return made


def test_a_child_that_cannot_be_ended_is_closed(children: Any) -> None:
    """Its pipes are open for as long as the worker lives otherwise."""
    over = children._over

    with pytest.raises(JailError):
        children.tidy()

    assert over.is_closed


def test_a_child_of_a_jail_that_is_closed_is_closed(children: Any) -> None:
    """It need not be ended first."""
    over = children._over

    children.close()

    assert over.is_closed
