import functools as ft

memoised = ft.cache


def _check(kind, function, *args):
    bad = [arg for arg in args if not isinstance(arg, kind)]
    if bad:
        raise TypeError(f"expected {kind}, got {bad}")
    return function(*args)


def typed(kind):
    return lambda function: ft.partial(_check, kind, function)
