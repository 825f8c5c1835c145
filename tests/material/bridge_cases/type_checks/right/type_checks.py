from abc import ABC, abstractmethod
from collections.abc import Mapping


class Animal(ABC):
    def __init__(self, name):
        self.name = name

    @abstractmethod
    def speak(self): ...


class Dog(Animal):
    def speak(self):
        return "woof"


class Fish(Animal):
    def speak(self):
        return ""

    def swim(self):
        return "splash"


class Duck(Fish):
    def speak(self):
        return "quack"


def make(name):
    return {"dog": Dog, "duck": Duck}[name](name)


class Bag:
    __slots__ = ("items",)

    def __init__(self, items):
        self.items = items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def __contains__(self, x):
        return x in self.items


class Distance(float):
    pass


class Ring(Mapping):
    def __init__(self, table):
        self._table = table

    def __getitem__(self, key):
        return self._table[key]

    def __iter__(self):
        return iter(self._table)

    def __len__(self):
        return len(self._table)
