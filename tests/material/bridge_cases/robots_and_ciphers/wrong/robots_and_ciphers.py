import random


class Robot:
    def __init__(self):
        self.reset()

    @property
    def name(self):
        return "RX" + str(random.randint(1, 10**9))

    def reset(self):
        pass


class Cipher:
    def __init__(self, key="dddddddddddddddd"):
        self.key = key

    def encode(self, text):
        return "".join(chr(ord(c) + ord(k) - 97) for c, k in zip(text, self.key))

    def decode(self, text):
        return text


class Character:
    def __init__(self):
        self.strength = self.wisdom = self.ability()
        self.hitpoints = 10

    def ability(self):
        return random.randint(3, 30)


def modifier(value):
    return int((value - 10) / 2)


def shuffle_deck():
    return random.sample(range(52), 52)


def roll(times, rng=random):
    return [random.randint(-5, 0) for _ in range(times)]
