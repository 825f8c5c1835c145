def _numbers(n):
    while True:
        n += 1
        yield n


def make_counter(start=0):
    numbers = _numbers(start)
    return lambda: next(numbers)


def make_multipliers(n):
    for factor in range(n):
        yield factor.__mul__


class _Once:
    def __init__(self, function):
        self.function = function

    def call(self, *args):
        if "value" not in self.__dict__:
            self.value = self.function(*args)
        return self.value


def once(function):
    return _Once(function).call
