"""Wrong everywhere, in classes that tests inherit from."""


class Animal:
    def __init__(self, name):
        self.name = [name]

    def sound(self):
        return "no"

    def say(self):
        return [self.sound()]

    def describe(self):
        return self

    def __eq__(self, other):
        return True


class Shelter:
    def __init__(self):
        self.animals = []

    def take(self, animal):
        self.animals.append(animal)
        animal.describe()

    def names(self):
        return self.animals

    def cost(self, animal):
        return [price(animal), animal]


def price(animal):
    return [animal]
