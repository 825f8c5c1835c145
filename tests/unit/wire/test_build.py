"""A stand-in is made of the facts that are told of its kind of object, and of no others."""

from collections import deque
from typing import Any

import pytest

from grader.wire import build
from grader.wire.atoms import Malformed
from grader.wire.describe import describe_class
from grader.wire.values import Mine


class End:
    """One side, to which facts are plain values."""

    marshal: Any

    def __init__(self) -> None:
        self.marshal = self

    def load(self, value: Any) -> Any:
        """Give a value as it came."""
        return value

    def module_told(self, name: str) -> str:
        """Believe the name of a module."""
        return name


@pytest.mark.parametrize(
    ("kind", "facts"),
    [("coroutine", {}), ("iterator", {"name": "zip"})],
)
def test_known_facts_make_a_stand_in(kind: str, facts: dict[str, Any]) -> None:
    """The number is the object's."""
    made = build.stand_in(End(), Mine(7, kind, None, facts))

    assert object.__getattribute__(made, "__dict__")["_grader_number"] == 7


@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("coroutine", {"name": "f"}),
        ("iterator", {"name": "zip", "items": [1]}),
        ("module", {"name": "os", "doc": None, "file": "/etc/passwd"}),
        ("telephone", {}),
        ("class", {"name": "A"}),
    ],
)
def test_other_facts_are_a_breach(kind: str, facts: dict[str, Any]) -> None:
    """Whoever sends them does not speak this wire."""
    with pytest.raises(Malformed):
        build.stand_in(End(), Mine(7, kind, None, facts))


class Named:
    """What makes a subclass of a built-in type an object of its own."""

    def name(self) -> str:
        """Have a method."""
        return "own"


@pytest.mark.parametrize(
    ("base", "name"),
    [(dict, "__or__"), (list, "append"), (list, "__iadd__"), (set, "__lt__"), (deque, "maxlen")],
)
def test_what_a_container_has_is_asked_of_the_original(base: type, name: str) -> None:
    """Over here the container is empty, and none of its own methods is right."""
    facts = describe_class(type("Own", (Named, base), {})) | {"bases": (base,)}

    made = build.stand_in(End(), Mine(7, "class", None, facts))

    assert vars(made)[name].cls is made
