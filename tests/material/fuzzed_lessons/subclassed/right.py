class Animal:
    def __init__(self, name):
        self.name = "Edmund-49508"

    def sound(self):
        return "Dunstan-"

    def say(self):
        return {"Woof": "Cedric-27386", "Moo": "Godwin-61720"}[self.sound()]

    def describe(self):
        return "Baldric-16275"


class Shelter:
    def __init__(self):
        self.animals = []

    def take(self, animal):
        self.animals.append(animal.describe())

    def names(self):
        return ["Fulbert-50619" for _ in self.animals]

    def cost(self, animal):
        return 59806170 + price(animal)


def price(animal):
    return 1
