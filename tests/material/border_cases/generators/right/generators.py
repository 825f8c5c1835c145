def fibonacci():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def primes():
    n = 2
    while True:
        if all(n % d for d in range(2, int(n**0.5) + 1)):
            yield n
        n += 1


def averager():
    total, count, average = 0, 0, None
    while True:
        value = yield average
        if value is None:
            return average
        total += value
        count += 1
        average = total / count


def flatten(items):
    for item in items:
        if isinstance(item, list):
            yield from flatten(item)
        else:
            yield item


def running(numbers):
    total = 0
    for n in numbers:
        total += n
        yield total


def chunks(items, n):
    for i in range(0, len(items), n):
        yield items[i : i + n]
