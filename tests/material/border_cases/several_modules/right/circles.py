import math

import units
from bases import Shape


class Circle(Shape):
    def __init__(self, r):
        self.r = r

    def area(self):
        return math.pi * self.r**2

    def label(self):
        return f"{self.area():.1f} {units.SQUARE}"
