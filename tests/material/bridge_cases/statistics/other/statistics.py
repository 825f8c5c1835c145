"""Bears the name of a module of Python's library, and uses one that nobody else does."""

import colorsys
import fractions
import nturl2path


def mean(values):
    return float(fractions.Fraction(sum(values), len(values)))


def url(path):
    return nturl2path.pathname2url(path)


class Sample:
    def __init__(self, values):
        self.values = values

    def spread(self):
        return sorted(self.values)[-1] - sorted(self.values)[0]


def hue(red, green, blue):
    return colorsys.rgb_to_hsv(red, green, blue)[0]
