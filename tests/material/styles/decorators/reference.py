import functools


def counted(function):
    @functools.wraps(function)
    def wrapper(*args, **named):
        wrapper.calls += 1
        return function(*args, **named)

    wrapper.calls = 0
    return wrapper


def memoised(function):
    known = {}

    @functools.wraps(function)
    def wrapper(*args):
        if args not in known:
            known[args] = function(*args)
        return known[args]

    return wrapper


def typed(kind):
    def decorator(function):
        def wrapper(*args):
            for arg in args:
                if not isinstance(arg, kind):
                    raise TypeError(f"{arg!r} is no {kind.__name__}")
            return function(*args)

        return wrapper

    return decorator
