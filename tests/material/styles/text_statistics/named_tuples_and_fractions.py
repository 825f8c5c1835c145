from collections import defaultdict
from fractions import Fraction


class NoWords(ValueError):
    def __init__(self):
        super().__init__("no words, no average")


def frequencies(text):
    counts = defaultdict(int)
    for word in words(text):
        counts[word] += 1
    return counts


def average_length(text):
    found = words(text)
    if not found:
        raise NoWords
    return Fraction(sum(map(len, found)), len(found))
