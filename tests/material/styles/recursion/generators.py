def flatten(nested):
    for item in nested:
        if isinstance(item, list):
            yield from flatten(item)
        else:
            yield item


def power_set(items):
    if items:
        first, *rest = items
        for one in power_set(rest):
            yield one
            yield {first, *one}
    else:
        yield set()


def hanoi(n, source, target, spare):
    if n > 0:
        yield from hanoi(n - 1, source, spare, target)
        yield source, target
        yield from hanoi(n - 1, spare, target, source)
