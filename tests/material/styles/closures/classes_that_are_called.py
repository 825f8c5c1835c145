class make_counter:
    def __init__(self, start=0):
        self.count = start

    def __call__(self):
        self.count += 1
        return self.count


class Multiply:
    def __init__(self, factor):
        self.factor = factor

    def __call__(self, x):
        return self.factor * x


def make_multipliers(n):
    return [Multiply(i) for i in range(n)]


class once:
    def __init__(self, function):
        self.function = function
        self.done = False

    def __call__(self, *args, **kwargs):
        if not self.done:
            self.result = self.function(*args, **kwargs)
            self.done = True
        return self.result
