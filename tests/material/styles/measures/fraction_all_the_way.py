from fractions import Fraction


def mean(numbers):
    exact = [Fraction(n) for n in numbers]
    try:
        return sum(exact) / len(exact)
    except ZeroDivisionError as error:
        raise ValueError("mean of nothing") from error


def median(numbers):
    a = sorted(map(Fraction, numbers))
    return mean([a[(len(a) - 1) // 2], a[len(a) // 2]])
