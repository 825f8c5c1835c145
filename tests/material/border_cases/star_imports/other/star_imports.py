import math
from collections import Counter
from dataclasses import dataclass

GREETING = "hello"
EXTRA = {"a": 1}
squares = [n * n for n in range(3)]


@dataclass
class Animal:
    name: str


class Dog(Animal):
    def speak(self):
        return " ".join(_words(self))


class Cat(Animal):
    pass


def _words(animal):
    return [animal.name, "says", "woof"]


def helper(x):
    return math.fsum(x)


def greet(name):
    return " ".join([GREETING, name])


def total(numbers):
    return int(helper(numbers))


felix = Cat("Felix")
letters = Counter("aab")
double = lambda x: 2 * x
