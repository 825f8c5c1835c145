import dataclasses

import pytest
from data_classes import Inventory, Item, Point, Version


def test_equality_by_fields():
    assert Point(1, 2) == Point(1, 2)
    assert Point(1, 2) != Point(2, 1)
    assert Point(1) == Point(1, 0)


def test_repr():
    assert repr(Point(1, 2)) == "Point(x=1, y=2)"


def test_frozen():
    p = Point(1, 2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        p.x = 5
    with pytest.raises(AttributeError):
        del p.y
    assert p.x == 1


def test_hash():
    assert hash(Point(1, 2)) == hash(Point(1, 2))
    assert len({Point(1, 2), Point(1, 2), Point(3, 4)}) == 2
    assert {Point(0, 0): "origin"}[Point(0, 0)] == "origin"


def test_order():
    assert Version(1, 2) < Version(1, 10)
    assert sorted([Version(2, 0), Version(1, 5)]) == [Version(1, 5), Version(2, 0)]
    assert max(Version(0, 9), Version(0, 1)) == Version(0, 9)


def test_is_a_dataclass():
    assert dataclasses.is_dataclass(Point)
    assert [f.name for f in dataclasses.fields(Point)] == ["x", "y"]
    assert dataclasses.asdict(Point(3, 4)) == {"x": 3, "y": 4}
    assert dataclasses.astuple(Point(3, 4)) == (3, 4)
    assert dataclasses.replace(Point(3, 4), y=9) == Point(3, 9)


def test_mutable_defaults_are_apart():
    a, b = Inventory(), Inventory()
    a.items.append(Item("pen", 2.5, 4))
    assert b.items == []
    assert a.total() == pytest.approx(10.0)
    assert a.items == [Item("pen", 2.5, 4)]


def test_post_init():
    with pytest.raises(ValueError, match="negative"):
        Item("pen", -1.0, 1)


def test_keyword_only():
    assert Item(name="cap", price=1.0) == Item("cap", 1.0, 1)


def test_not_hashable_when_mutable():
    with pytest.raises(TypeError):
        hash(Item("a", 1.0))
