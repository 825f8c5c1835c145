def is_prime(n):
    return n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))


def roman(n):
    found = ""
    for value, sign in [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]:
        while n >= value:
            found += sign
            n -= value
    return found


def grade(score):
    if not 0 <= score <= 100:
        raise ValueError(f"{score} is no score")
    return "A" if score >= 90 else "B" if score >= 50 else "F"


TABLE = {"one": 1, "two": 2}
