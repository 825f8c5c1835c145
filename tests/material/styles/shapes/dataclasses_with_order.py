from dataclasses import dataclass


class Shape:
    def __new__(cls, *args):
        if cls is Shape:
            raise TypeError("Shape is abstract")
        return super().__new__(cls)

    def __lt__(self, other):
        if not isinstance(other, Shape):
            return NotImplemented
        return self.area() < other.area()


@dataclass
class Rectangle(Shape):
    width: float
    height: float

    def __post_init__(self):
        for value in vars(self).values():
            if value <= 0:
                raise ValueError(f"{value} is too small")

    def area(self):
        return self.width * self.height


class Square(Rectangle):
    def __init__(self, side):
        self.width = self.height = side
        self.__post_init__()

    def __getattr__(self, name):
        if name == "side":
            return self.width
        raise AttributeError(name)

    def __setattr__(self, name, value):
        names = ("width", "height") if name == "side" else (name,)
        for one in names:
            super().__setattr__(one, value)
