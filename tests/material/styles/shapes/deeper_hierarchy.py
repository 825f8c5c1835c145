from abc import ABC, abstractmethod
from fractions import Fraction


class Comparable(ABC):
    @property
    @abstractmethod
    def key(self):
        raise NotImplementedError

    def __lt__(self, other):
        return self.key < other.key

    def __eq__(self, other):
        return self.key == other.key

    __hash__ = None


class Shape(Comparable):
    @abstractmethod
    def area(self):
        pass

    @property
    def key(self):
        return self.area()


class Polygon(Shape):
    pass


class Rectangle(Polygon):
    def __init__(self, width, height):
        if min(width, height) <= 0:
            raise ValueError("Sides must be positive.")
        self._size = (Fraction(width), Fraction(height))

    @property
    def width(self):
        return self._size[0]

    @property
    def height(self):
        return self._size[1]

    def area(self):
        return self.width * self.height


class Square(Rectangle):
    def __init__(self, side):
        self.side = side

    @property
    def side(self):
        return self.width

    @side.setter
    def side(self, side):
        super().__init__(side, side)
