import math


class Gain(float):
    """A gain that can be discounted."""

    def at(self, place):
        return Gain(self / math.log2(place + 1))

    def __add__(self, other):
        return Gain(float(self) + float(other))


def dcg_at_k(rels, k):
    total = Gain(0)
    for place in range(1, min(len(rels), k) + 1):
        total += Gain(rels[place - 1]).at(place)
    return total
