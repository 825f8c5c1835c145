VALUES = [
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
    (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
]  # fmt: skip


def to_roman(number):
    if not 1 <= number <= 3999:
        raise ValueError(f"{number} has no Roman numeral")
    result = ""
    for value, letters in VALUES:
        while number >= value:
            result += letters
            number -= value
    return result


def from_roman(text):
    rest, total = text.upper(), 0
    for value, letters in VALUES:
        while rest.startswith(letters):
            total += value
            rest = rest[len(letters) :]
    if rest:
        raise ValueError(f"{text} is no Roman numeral")
    return total
