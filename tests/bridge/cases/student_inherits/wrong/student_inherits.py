def extend(base):
    class Polite:
        greeting = "hello"

        def __init__(self, name):
            self.name = name

        def greet(self):
            return f"hello {self.name}"

    return Polite


def make_handler(visitor):
    class Handler(visitor):
        def on_even(self, n):
            return f"odd {n}"

        def on_odd(self, n):
            return f"even {n}"

    return Handler


def add_repr(cls):
    cls.__repr__ = lambda self: f"{cls.__name__}()"
    return cls


def countable(cls):
    cls.count = 0
    return cls


def register(known, name):
    def decorate(cls):
        known[name] = cls

    return decorate
