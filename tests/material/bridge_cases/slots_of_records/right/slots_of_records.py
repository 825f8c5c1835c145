class Point:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y


class Kelvin(int):
    __slots__ = ()

    def celsius(self):
        return self - 273


class Label(str):
    def shout(self):
        return self.upper()
