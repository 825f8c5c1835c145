import functools
import inspect


def parameters(function):
    return list(inspect.signature(function).parameters)


def required(function):
    rows = inspect.signature(function).parameters.values()
    free = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(row.default is inspect.Parameter.empty and row.kind in free for row in rows)


def enforce(function):
    signature = inspect.signature(function)

    @functools.wraps(function)
    def checked(*args, **named):
        for name, value in signature.bind(*args, **named).arguments.items():
            kind = signature.parameters[name].annotation
            if kind is not inspect.Parameter.empty and not isinstance(value, kind):
                raise TypeError(name)
        return function(*args, **named)

    return checked


def curry(function):
    count = len(inspect.signature(function).parameters)

    def taking(*args):
        return function(*args) if len(args) >= count else lambda one: taking(*args, one)

    return taking
