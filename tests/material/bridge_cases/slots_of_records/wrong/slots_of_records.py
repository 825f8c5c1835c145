class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y


class Kelvin(int):
    def celsius(self):
        return self - 273


class Label(str):
    __slots__ = ()

    def shout(self):
        return self.upper()
