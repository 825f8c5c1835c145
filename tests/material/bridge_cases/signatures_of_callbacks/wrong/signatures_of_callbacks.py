import inspect


def parameters(function):
    return sorted(inspect.signature(function).parameters, reverse=True)


def required(function):
    return len(inspect.signature(function).parameters)


def enforce(function):
    return lambda *args: function(*args)


def curry(function):
    return lambda a: lambda b: function(a, b)
