from enum import IntEnum


class Letter(IntEnum):
    I = 1
    V = 5
    X = 10
    L = 50
    C = 100
    D = 500
    M = 1000


def from_roman(text):
    try:
        letters = [Letter[char] for char in text.upper()]
    except KeyError:
        raise ValueError("not Roman: " + text)
    total = letters[-1]
    for left, right in zip(letters, letters[1:]):
        total += -left if left < right else left
    return total
