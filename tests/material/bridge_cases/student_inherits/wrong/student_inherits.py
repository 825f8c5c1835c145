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


def register(known, name):
    def decorate(cls):
        known[name] = cls

    return decorate
