"""Almost bears the name of a module of Python's library, and uses one that nobody else does."""

import colorsys
import colorsys as colours


def mean(values):
    return sum(values) // len(values)


class Sample:
    def __init__(self, values):
        self.values = values

    def spread(self):
        return self.values[-1] - min(self.values)


def hue(red, green, blue):
    return colours.rgb_to_yiq(red, green, blue)[0]
