import operator
from abc import ABCMeta


class Shape(metaclass=ABCMeta):
    AREA = None
    values = ()

    def area(self):
        return self.AREA(*self.values)

    def compare(operation):
        return lambda self, other: operation(self.area(), other.area())

    __lt__, __le__ = compare(operator.lt), compare(operator.le)
    __gt__, __ge__ = compare(operator.gt), compare(operator.ge)


class Rectangle(Shape):
    AREA = staticmethod(lambda width, height: width * height)

    def __init__(self, width, height):
        self.values = [width, height]
        if not all(value > 0 for value in self.values):
            raise ValueError(self.values)

    width = property(lambda self: self.values[0])
    height = property(lambda self: self.values[1])


class Side:
    def __get__(self, square, cls):
        return square.values[0]

    def __set__(self, square, value):
        square.values = [value] * 2


class Square(Rectangle):
    side = Side()

    def __init__(self, side):
        Rectangle.__init__(self, side, side)
