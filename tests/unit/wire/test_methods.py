"""What a method in a stand-in class shows of itself, and to whom."""

import inspect

import pytest

from grader.wire.methods import Member


def test_method_has_the_face_of_a_function() -> None:
    """A method lying in a stand-in class looks like a function, as `mock` asks."""
    member = Member("add", "function")

    assert inspect.isfunction(member)
    assert callable(member)


@pytest.mark.parametrize(
    ("name", "kind"), [("test_more", "function"), ("test", "function"), ("add", "class")]
)
def test_nothing_to_collect(name: str, kind: str) -> None:
    """A submission's method under the name of a case is nothing that pytest collects."""
    assert not callable(Member(name, kind))
