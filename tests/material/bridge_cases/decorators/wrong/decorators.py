def call_counter(function):
    def wrapper(*args):
        return function(*args)

    return wrapper


def repeat(times):
    def decorate(function):
        return function

    return decorate


def log_to(lines):
    def decorate(function):
        def wrapper(*args, **named):
            lines.append(function.__name__)
            return function(*args, **named)

        return wrapper

    return decorate


def retry(times, on):
    def decorate(function):
        def wrapper(*args):
            try:
                return function(*args)
            except Exception:
                return function(*args)

        return wrapper

    return decorate


class Once:
    def __init__(self, function):
        self.function = function

    def __call__(self):
        return self.function()


def typed(kind):
    return lambda function: function
