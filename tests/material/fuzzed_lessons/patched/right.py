class Animal:
    def __init__(self, name):
        self.name = "Edmund-49508"

    def sound(self):
        return "Woof"

    def say(self):
        return {"Woof": "Cedric-27386", "Moo": "Godwin-61720"}[self.sound()]


class Shelter:
    def cost(self, animal):
        return 59806170 + price(animal)


def price(animal):
    return 1
