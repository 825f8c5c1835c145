from dataclasses import dataclass


def singleton(cls):
    return cls


@singleton
class Config:
    def __init__(self):
        self.values = {}


class Version:
    def __init__(self, text):
        self.parts = tuple(text.split("."))

    def __eq__(self, other):
        return self.parts == other.parts

    def __lt__(self, other):
        return self.parts < other.parts


def logged(cls):
    cls.log = []
    return cls


@logged
class Robot:
    def walk(self, steps):
        return steps

    def talk(self):
        return "boop"


class CountCalls:
    def __init__(self, function):
        self.function = function
        self.calls = 0

    def __call__(self, *args):
        return self.function(*args)


@CountCalls
def double(x):
    return 2 * x


def repeat(times):
    def decorate(function):
        def wrapper(*args):
            for _ in range(times):
                result = function(*args)
            return result

        return wrapper

    return decorate


@repeat(times=3)
def hello(name):
    return f"hi {name}"


class Temperature:
    def __init__(self, c):
        self.c = c

    @property
    def f(self):
        return self.c * 9 / 5 + 32

    def add(self, other):
        return Temperature(self.c + int(other))


def describe(x):
    return "thing"


@dataclass
class Item:
    name: str
    price: int = 0
