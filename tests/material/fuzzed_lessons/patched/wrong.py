"""Wrong everywhere, in what tests replace."""


class Animal:
    def __init__(self, name):
        self.name = [name]

    def sound(self):
        return "no"

    def say(self):
        return [self.sound()]

    def __eq__(self, other):
        return True


class Shelter:
    def cost(self, animal):
        return [price(animal), animal]


def price(animal):
    return animal
