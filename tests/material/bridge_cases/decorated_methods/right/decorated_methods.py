import functools


def memoize(function):
    seen = {}

    @functools.wraps(function)
    def wrapper(*args, **named):
        key = (args, tuple(named.items()))
        if key not in seen:
            seen[key] = function(*args, **named)
        return seen[key]

    return wrapper


def announce(function):
    @functools.wraps(function)
    def wrapper(*args, **named):
        print("calling", function.__name__)
        return function(*args, **named)

    return wrapper


def twice(function):
    def wrapper(*args, **named):
        return 2 * function(*args, **named)

    return wrapper


def guard(lowest):
    def decorate(function):
        def wrapper(self, value):
            if value < lowest:
                raise ValueError(f"{value} is below {lowest}")
            return function(self, value)

        return wrapper

    return decorate


def lazy(function):
    return property(function)


def unbound(function):
    return staticmethod(function)


def of_the_class(function):
    return classmethod(function)


shout = str.upper
