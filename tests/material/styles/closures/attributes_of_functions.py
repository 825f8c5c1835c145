def make_counter(start=0):
    def counter():
        counter.count += 1
        return counter.count

    counter.count = start
    return counter


def make_multiplier(factor):
    return lambda x: x * factor


def make_multipliers(n):
    return tuple(map(make_multiplier, range(n)))
