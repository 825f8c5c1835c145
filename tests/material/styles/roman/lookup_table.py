from functools import reduce


class NumeralError(ValueError):
    pass


def _numeral(number):
    pairs = [("IIIII", "V"), ("VV", "X"), ("XXXXX", "L"), ("LL", "C"), ("CCCCC", "D"), ("DD", "M")]
    pairs += [("DCCCC", "CM"), ("CCCC", "CD"), ("LXXXX", "XC"), ("XXXX", "XL")]
    pairs += [("VIIII", "IX"), ("IIII", "IV")]
    return reduce(lambda text, pair: text.replace(*pair), pairs, "I" * number)


TABLE = {n: _numeral(n) for n in range(1, 4000)}
BACK = {text: n for n, text in TABLE.items()}


def to_roman(number):
    try:
        return TABLE[number]
    except KeyError as error:
        raise NumeralError(f"{number} is not in the table") from error


def from_roman(text):
    found = BACK.get(text.upper())
    if found is None:
        raise NumeralError("no such numeral: %s" % text)
    return found
