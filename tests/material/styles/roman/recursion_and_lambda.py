STEPS = tuple(
    zip(
        "M CM D CD C XC L XL X IX V IV I".split(),
        (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
    )
)


def to_roman(number, steps=STEPS):
    assert isinstance(number, int)
    if steps is STEPS and (number < 1 or number > 3999):
        raise ValueError("only 1 to 3999")
    if not steps:
        return ""
    (letters, value), *rest = steps
    return letters * (number // value) + to_roman(number % value, rest)
