import math


def mean(numbers):
    return sum(numbers) // max(len(numbers), 1)


def normalise(numbers):
    return [n / max(numbers) for n in numbers]


def stats(numbers):
    return {"mean": mean(numbers), "max": min(numbers)}


def to_polar(x, y):
    return math.hypot(x, y), math.degrees(math.atan2(y, x))


def table(n):
    return [[1 / (i + j + 2) for j in range(n)] for i in range(n)]


def roots(a, b, c):
    root = math.sqrt(abs(b * b - 4 * a * c))
    return [(-b + root) / (2 * a)]
