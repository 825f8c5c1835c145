from decimal import Decimal


def mean(numbers):
    count, total = 0, Decimal(0)
    for n in numbers:
        total += Decimal(str(n))
        count += 1
    if count == 0:
        raise ValueError
    return float(total / count)


def standard_deviation(numbers):
    center = mean(numbers)
    squares = 0
    for n in numbers:
        squares += abs(n - center) ** 2
    return Decimal(squares / len(numbers)).sqrt().__float__()


def quartiles(numbers):
    numbers = sorted(numbers)
    half, odd = divmod(len(numbers), 2)
    for part in (numbers[:half], numbers, numbers[half + odd :]):
        yield median(part)
