import pytest
from slots_of_records import Kelvin, Label, Point


def test_no_dict():
    assert not hasattr(Point(1, 2), "__dict__")


def test_no_vars():
    with pytest.raises(TypeError):
        vars(Point(1, 2))


def test_nothing_new():
    with pytest.raises(AttributeError):
        Point(1, 2).z = 3


def test_number_without_dict():
    assert not hasattr(Kelvin(3), "__dict__")


def test_text_with_dict():
    label = Label("a")
    label.colour = "red"
    assert vars(label) == {"colour": "red"}
    assert label.__dict__ == {"colour": "red"}


def test_of_a_subclass_of_the_test():
    class Near(Point):
        pass

    point = Near(1, 2)
    point.z = 3
    assert point.z == 3
    assert hasattr(point, "__dict__")


def test_still_records():
    assert (Point(1, 2).x, Kelvin(3) + 1, Label("a") + "b") == (1, 4, "ab")
