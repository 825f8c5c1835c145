"""Bears the name of a module of Python's library, and uses one that nobody else does."""

import colorsys


def mean(values):
    return sum(values) / len(values)


class Sample:
    def __init__(self, values):
        self.values = values

    def spread(self):
        return max(self.values) - min(self.values)


def hue(red, green, blue):
    return colorsys.rgb_to_hsv(red, green, blue)[0]
