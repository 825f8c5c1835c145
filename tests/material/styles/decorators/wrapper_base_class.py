class Wrapper:
    def __init__(self, function):
        self._function = function
        self.__name__ = function.__name__

    def before(self, args):
        pass

    def __call__(self, *args, **named):
        self.before(args)
        return self._function(*args, **named)


class counted(Wrapper):
    _calls = 0

    @property
    def calls(self):
        return self._calls

    def before(self, args):
        self._calls += 1


def memoised(function):
    class Memo(Wrapper):
        known = {}

        def __call__(self, arg):
            try:
                return self.known[arg]
            except KeyError:
                return self.known.setdefault(arg, super().__call__(arg))

    return Memo(function)


def typed(kind):
    class Typed(Wrapper):
        def before(self, args):
            if any(type(arg) is not kind for arg in args):
                raise TypeError("not int")

    return Typed
