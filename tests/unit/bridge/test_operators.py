"""Objects of the submission's are compared by their fields, among objects of one class."""

from typing import Any

import pytest

from grader.bridge.operators import Mode, by_fields
from grader.wire.classes import RemoteMeta, RemoteObject
from grader.wire.standins import own_dict

FIELDS = Mode("fields:x,y")


class Jail:
    """Reads the fields of objects that live over there."""

    def __init__(self) -> None:
        self.held: dict[int, dict[str, Any]] = {}

    def made(self, cls: type, **fields: Any) -> Any:
        """Make an object's stand-in."""
        made: Any = object.__new__(cls)
        self.held[id(made)] = fields
        return made

    def get(self, owner: Any, name: str) -> Any:
        """Read one field."""
        return self.held[id(owner)][name]


@pytest.fixture
def jail() -> Jail:
    """The other side."""
    return Jail()


def a_class(name: str) -> type:
    """A stand-in for a class of the submission's."""
    made: type = RemoteMeta(name, (RemoteObject,), {"_grader_built": True, "_grader_link": None})
    return made


@pytest.mark.parametrize(("y", "same"), [(2, True), (3, False)])
def test_objects_of_one_class_are_equal_by_their_fields(jail: Jail, y: int, same: bool) -> None:
    """Each field is read over there."""
    point = a_class("Point")

    mine, theirs = jail.made(point, x=1, y=2), jail.made(point, x=1, y=y)

    assert own_dict(mine) == {}
    assert by_fields(jail, mine, theirs, FIELDS) is same


def test_objects_of_two_classes_are_not(jail: Jail) -> None:
    """Whatever their fields hold; Python then asks the other one, and finds them different."""
    mine, theirs = jail.made(a_class("Point"), x=1, y=2), jail.made(a_class("Pair"), x=1, y=2)

    assert by_fields(jail, mine, theirs, FIELDS) is NotImplemented
