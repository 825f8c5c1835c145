from collections import Counter


class Judges:
    def __init__(self, first, second):
        if len(first) != len(second) or not first:
            raise ValueError("the judges did not judge the same documents")
        self.n = len(first)
        self.both = Counter(zip(first, second))
        self.one, self.other = Counter(first), Counter(second)

    def mean(self, distance):
        return sum(distance(a, b) * count for (a, b), count in self.both.items()) / self.n

    def expected(self, distance):
        products = ((a, b, m * n) for a, m in self.one.items() for b, n in self.other.items())
        return sum(distance(a, b) * count for a, b, count in products) / self.n**2


def same(a, b):
    return int(a == b)


def observed_agreement(first, second):
    return Judges(first, second).mean(same)


def chance_agreement(first, second):
    return Judges(first, second).expected(same)


def cohens_kappa(first, second):
    judges = Judges(first, second)
    chance = judges.expected(same)
    return None if chance == 1 else (judges.mean(same) - chance) / (1 - chance)


def weighted_kappa(first, second):
    judges = Judges(first, second)
    distance = lambda a, b: abs(a - b)
    if judges.expected(distance):
        return 1 - judges.mean(distance) / judges.expected(distance)
