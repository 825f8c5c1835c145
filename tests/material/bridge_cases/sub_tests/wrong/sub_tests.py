def is_prime(n):
    return n % 2 == 1


def roman(n):
    return "I" * n


def grade(score):
    return "A" if score >= 90 else "F"


TABLE = {"one": 1, "two": 0}
