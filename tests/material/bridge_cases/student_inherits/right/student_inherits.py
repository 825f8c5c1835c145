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


def register(known, name):
    def decorate(cls):
        known[name] = cls
        return cls

    return decorate
