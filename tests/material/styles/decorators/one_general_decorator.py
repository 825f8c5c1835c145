from functools import wraps


def around(what):
    """Turn what(function, *args) into a decorator."""

    def decorator(function):
        @wraps(function)
        def wrapper(*args, **named):
            return what(function, *args, **named)

        return wrapper

    return decorator


def counted(function):
    def count(function, *args, **named):
        wrapper.calls = wrapper.calls + 1
        return function(*args, **named)

    wrapper = around(count)(function)
    setattr(wrapper, "calls", 0)
    return wrapper
