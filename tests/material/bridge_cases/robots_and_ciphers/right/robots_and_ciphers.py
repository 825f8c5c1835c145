import random
import string


class Robot:
    used = set()

    def __init__(self):
        self._name = None

    @property
    def name(self):
        if self._name is None:
            self._name = self._fresh()
        return self._name

    def _fresh(self):
        while True:
            letters = "".join(random.choice(string.ascii_uppercase) for _ in range(2))
            name = f"{letters}{random.randint(0, 999):03d}"
            if name not in Robot.used:
                Robot.used.add(name)
                return name

    def reset(self):
        random.seed()
        self._name = None


class Cipher:
    def __init__(self, key=None):
        if key is None:
            key = "".join(random.choices(string.ascii_lowercase, k=100))
        if not (key.isalpha() and key.islower()):
            raise ValueError("key must be lowercase letters")
        self.key = key

    def _shift(self, text, sign):
        found = []
        for i, c in enumerate(text):
            step = ord(self.key[i % len(self.key)]) - 97
            found.append(chr((ord(c) - 97 + sign * step) % 26 + 97))
        return "".join(found)

    def encode(self, text):
        return self._shift(text, 1)

    def decode(self, text):
        return self._shift(text, -1)


class Character:
    def __init__(self):
        for name in ("strength", "wisdom"):
            setattr(self, name, self.ability())
        self.hitpoints = 10 + modifier(self.strength)

    def ability(self):
        return sum(sorted(random.randint(1, 6) for _ in range(4))[1:])


def modifier(value):
    return (value - 10) // 2


def shuffle_deck():
    deck = [f"{rank}{suit}" for suit in "CDHS" for rank in "A23456789TJQK"]
    random.shuffle(deck)
    return deck


def roll(times, rng=random):
    return [rng.randint(1, 6) for _ in range(times)]
