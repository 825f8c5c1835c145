import cmath
import math


def mean(numbers):
    return sum(numbers) / len(numbers) if numbers else math.nan


def normalise(numbers):
    return [n / sum(numbers) for n in numbers]


def stats(numbers):
    return {"mean": mean(numbers), "max": max(numbers)}


def to_polar(x, y):
    return math.hypot(x, y), math.atan2(y, x)


def table(n):
    return [[1 / (i + j + 1) for j in range(n)] for i in range(n)]


def roots(a, b, c):
    root = cmath.sqrt(b * b - 4 * a * c)
    return [(-b + root) / (2 * a), (-b - root) / (2 * a)]
