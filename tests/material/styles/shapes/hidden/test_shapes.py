import pytest
from shapes import Rectangle, Shape, Square


def test_areas():
    assert Rectangle(2, 3).area() == 6
    assert Square(4).area() == 16


def test_shape_itself_is_abstract():
    with pytest.raises((TypeError, NotImplementedError)):
        Shape().area()


def test_side_of_a_square():
    square = Square(3)
    square.side = 5
    assert square.area() == 25
    assert (square.width, square.height) == (5, 5)


def test_sorted_by_area():
    shapes = [Square(3), Rectangle(1, 2), Square(2)]
    assert [shape.area() for shape in sorted(shapes)] == [2, 4, 9]
    assert Square(1) < Square(2)
    assert max(shapes).side == 3
