class memoize:
    def __init__(self, function):
        self.function = function
        self.seen = {}

    def __call__(self, *args, **named):
        if args not in self.seen:
            self.seen[args] = self.function(*args, **named)
        return self.seen[args]


class announce(memoize):
    pass


class twice(memoize):
    def __get__(self, owner, cls=None):
        return self


def guard(lowest):
    return memoize


class lazy(memoize):
    def __get__(self, owner, cls=None):
        return lambda: self.function(owner)


def unbound(function):
    return function


class of_the_class(memoize):
    def __get__(self, owner, cls=None):
        return lambda *args: self.function(owner, *args)


shout = "".join
