class EmptySample(ValueError):
    """Raised where there are no numbers."""


class Sample(tuple):
    @property
    def mean(self):
        if self == ():
            raise EmptySample
        return sum(self) / len(self)

    @property
    def ordered(self):
        return Sample(sorted(self))

    @property
    def median(self):
        a, n = self.ordered, len(self)
        return a[n // 2] if n % 2 else Sample(a[n // 2 - 1 : n // 2 + 1]).mean


def mean(numbers):
    return Sample(numbers).mean


def median(numbers):
    return Sample(numbers).median


def quartiles(numbers):
    ordered = Sample(numbers).ordered
    half = len(ordered) // 2
    return Sample([median(ordered[:half]), median(ordered), median(ordered[-half:])])
