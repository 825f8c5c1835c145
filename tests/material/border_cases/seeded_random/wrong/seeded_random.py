import random
import string


def draw(n):
    return [random.randint(1, 5) for _ in range(n)]


def shuffled(items):
    return sorted(items, key=lambda _: random.random())


class Dice:
    def __init__(self, seed):
        random.seed(seed)

    def roll(self):
        return random.randint(0, 6)


def coin(generator):
    return "heads" if random.random() < 0.5 else "tails"


def password(n):
    random.seed(1)
    return "".join(random.choice(string.ascii_lowercase) for _ in range(n))
