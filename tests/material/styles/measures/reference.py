import math


def mean(numbers):
    if not numbers:
        raise ValueError("no numbers")
    return sum(numbers) / len(numbers)


def median(numbers):
    ordered = sorted(numbers)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


def standard_deviation(numbers):
    center = mean(numbers)
    return math.sqrt(mean([(n - center) ** 2 for n in numbers]))


def quartiles(numbers):
    ordered = sorted(numbers)
    half = len(ordered) // 2
    return median(ordered[:half]), median(ordered), median(ordered[-half:])
