import itertools


def fibonacci():
    pair = (0, 1)
    while pair:
        yield pair[0]
        pair = pair[1], sum(pair)


def primes():
    yield 2
    known = [2]
    for n in itertools.count(3, 2):
        if not any(n % p == 0 for p in known):
            known.append(n)
            yield n


def averager():
    values = []
    while (value := (yield sum(values) / len(values) if values else None)) is not None:
        values.append(value)
    return sum(values) / len(values)


def flatten(items):
    return (x for item in items for x in (flatten(item) if isinstance(item, list) else [item]))


def running(numbers):
    return itertools.accumulate(numbers)


def chunks(items, n):
    items = iter(items)
    return iter(lambda: list(itertools.islice(items, n)), [])
