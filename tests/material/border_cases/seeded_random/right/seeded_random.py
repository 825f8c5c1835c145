import random
import string


def draw(n):
    return [random.randint(1, 6) for _ in range(n)]


def shuffled(items):
    items = list(items)
    random.shuffle(items)
    return items


class Dice:
    def __init__(self, seed):
        self._random = random.Random(seed)

    def roll(self):
        return self._random.randint(1, 6)


def coin(generator):
    return "heads" if generator.random() < 0.5 else "tails"


def password(n):
    return "".join(random.choice(string.ascii_lowercase) for _ in range(n))
