class Animal:
    def __init__(self, name):
        self._name = name

    def speak(self): ...


class Dog(Animal):
    def bark(self):
        return "woof"


class Fish:
    def __init__(self, name):
        self.name = name

    def speak(self):
        return ""


class Duck(Fish, Animal):
    pass


def make(name):
    return Dog(name)


class Bag:
    def __init__(self, items):
        self.items = items

    def __getitem__(self, i):
        return self.items[i]


class Distance:
    def __init__(self, n):
        self.n = n

    def __add__(self, other):
        return self.n + other


class Ring(dict):
    def get(self, key, default):
        return self[key]
