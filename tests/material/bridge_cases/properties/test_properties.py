import pytest
from properties import Circle, Temperature


def test_getter():
    assert Temperature(100).fahrenheit == 212


def test_setter_reaches_the_other_unit():
    t = Temperature(0)
    t.fahrenheit = 50
    assert t.celsius == pytest.approx(10)


def test_setter_refuses():
    t = Temperature(20)
    with pytest.raises(ValueError) as excinfo:
        t.celsius = -300
    assert "absolute zero" in str(excinfo.value)
    assert t.celsius == 20


def test_read_only():
    with pytest.raises(AttributeError):
        Circle(1).area = 3


def test_deleter():
    t = Temperature(5)
    del t.celsius
    assert t.celsius is None


def test_is_a_property():
    assert isinstance(Temperature.fahrenheit, property)
    assert Temperature.fahrenheit.fset is not None
    assert Circle.area.fset is None


def test_computed_each_time():
    c = Circle(2)
    assert c.area == pytest.approx(12.566, abs=1e-3)
    c.radius = 1
    assert c.area == pytest.approx(3.1416, abs=1e-3)
