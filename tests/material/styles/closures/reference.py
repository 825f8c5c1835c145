def make_counter(start=0):
    count = start

    def counter():
        nonlocal count
        count += 1
        return count

    return counter


def make_multipliers(n):
    return [lambda x, factor=factor: x * factor for factor in range(n)]


def compose(*functions):
    def composed(x):
        for function in reversed(functions):
            x = function(x)
        return x

    return composed


def once(function):
    results = []

    def wrapper(*args):
        if not results:
            results.append(function(*args))
        return results[0]

    return wrapper
