import functools
from dataclasses import dataclass, field


def singleton(cls):
    made = []

    @functools.wraps(cls, updated=())
    def make(*args, **kwargs):
        if not made:
            made.append(cls(*args, **kwargs))
        return made[0]

    return make


@singleton
class Config:
    """Holds settings."""

    def __init__(self):
        self.values = {}


@functools.total_ordering
class Version:
    def __init__(self, text):
        self.parts = tuple(map(int, text.split(".")))

    def __eq__(self, other):
        return self.parts == other.parts

    def __lt__(self, other):
        return self.parts < other.parts


def logged(cls):
    cls.log = []
    for name, value in list(vars(cls).items()):
        if callable(value) and not name.startswith("_"):

            def wrapper(self, *args, _f=value, **kwargs):
                cls.log.append(_f.__name__)
                return _f(self, *args, **kwargs)

            setattr(cls, name, functools.wraps(value)(wrapper))
    return cls


@logged
class Robot:
    def walk(self, steps):
        return steps

    def talk(self):
        return "beep"


class CountCalls:
    def __init__(self, function):
        functools.update_wrapper(self, function)
        self.function = function
        self.calls = 0

    def __call__(self, *args):
        self.calls += 1
        return self.function(*args)


@CountCalls
def double(x):
    """Doubles."""
    return 2 * x


def repeat(times):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args):
            return [function(*args) for _ in range(times)]

        wrapper.times = times
        return wrapper

    return decorate


@repeat(times=3)
def hello(name):
    return f"hi {name}"


class Temperature:
    def __init__(self, c):
        self.c = c

    @functools.cached_property
    def f(self):
        return self.c * 9 / 5 + 32

    @functools.singledispatchmethod
    def add(self, other):
        raise TypeError("what?")

    @add.register
    def _(self, other: int):
        return Temperature(self.c + other)

    @add.register
    def _(self, other: str):
        return Temperature(self.c + int(other))


@functools.singledispatch
def describe(x):
    return "thing"


@describe.register(list)
def _(x):
    return f"list of {len(x)}"


@describe.register
def _(x: int):
    return "number"


@dataclass(order=True, frozen=True)
class Item:
    sort_index: int = field(init=False, repr=False)
    name: str
    price: int = 0

    def __post_init__(self):
        object.__setattr__(self, "sort_index", self.price)
