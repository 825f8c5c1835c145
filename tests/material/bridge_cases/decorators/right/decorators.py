import functools


def call_counter(function):
    @functools.wraps(function)
    def wrapper(*args, **named):
        wrapper.calls += 1
        return function(*args, **named)

    wrapper.calls = 0
    return wrapper


def repeat(times):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args):
            for _ in range(times):
                result = function(*args)
            return result

        return wrapper

    return decorate


def log_to(lines):
    def decorate(function):
        def wrapper(*args, **named):
            result = function(*args, **named)
            parts = [repr(a) for a in args] + [f"{k}={v!r}" for k, v in named.items()]
            lines.append(f"{function.__name__}({', '.join(parts)}) -> {result!r}")
            return result

        return wrapper

    return decorate


def retry(times, on):
    def decorate(function):
        def wrapper(*args):
            for attempt in range(times):
                try:
                    return function(*args)
                except on:
                    if attempt == times - 1:
                        raise

        return wrapper

    return decorate


class Once:
    def __init__(self, function):
        self.function = function
        self.done = False

    def __call__(self):
        if not self.done:
            self.value = self.function()
            self.done = True
        return self.value


def typed(kind):
    def decorate(function):
        def wrapper(x):
            if not isinstance(x, kind):
                raise TypeError(f"expected {kind.__name__}")
            return function(x)

        return wrapper

    return decorate
