def extend(base):
    class Polite(base):
        def greet(self):
            return super().greet() + ", pleased to meet you"

    return Polite


def make_handler(visitor):
    class Handler(visitor):
        def on_even(self, n):
            return f"even {n}"

        def on_odd(self, n):
            return f"odd {n}"

    return Handler


def add_repr(cls):
    def __repr__(self):
        parts = ", ".join(f"{k}={v!r}" for k, v in vars(self).items())
        return f"{cls.__name__}({parts})"

    cls.__repr__ = __repr__
    return cls


def countable(cls):
    old = cls.__init__

    def __init__(self, *args):
        cls.count += 1
        old(self, *args)

    cls.count = 0
    cls.__init__ = __init__
    return cls


def register(known, name):
    def decorate(cls):
        known[name] = cls
        return cls

    return decorate
