import random
from itertools import cycle
from random import choice, choices, randint
from string import ascii_lowercase as LETTERS
from string import ascii_uppercase


class Robot:
    given = []

    def __init__(self):
        self.reset()

    def reset(self):
        random.seed(len(Robot.given) + 77)
        name = ""
        while not name or name in Robot.given:
            name = choice(ascii_uppercase) + choice(ascii_uppercase) + "%03d" % randint(0, 999)
        Robot.given.append(name)
        self.name = name


class Cipher:
    def __init__(self, key=None):
        self.key = "".join(random.choices(LETTERS, k=120)) if key is None else key
        if set(self.key) - set(LETTERS):
            raise ValueError("only a to z")

    def encode(self, text):
        return "".join(LETTERS[(LETTERS.find(c) + LETTERS.find(k)) % 26]
                       for c, k in zip(text, cycle(self.key)))

    def decode(self, text):
        return "".join(LETTERS[LETTERS.find(c) - LETTERS.find(k)]
                       for c, k in zip(text, cycle(self.key)))


class Character:
    def __init__(self):
        self.strength, self.wisdom = self.ability(), self.ability()

    @property
    def hitpoints(self):
        return 10 + modifier(self.strength)

    @staticmethod
    def ability():
        dice = choices(range(1, 7), k=4)
        return sum(dice) - min(dice)


def modifier(value):
    return value // 2 - 5


def shuffle_deck():
    deck = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    random.shuffle(deck)
    return deck


def roll(times, rng=None):
    rng = rng or random
    return list(map(lambda _: rng.randint(1, 6), range(times)))
