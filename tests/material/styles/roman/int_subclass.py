class Roman(int):
    """A number that knows its numeral."""

    LETTERS = {"M": 1000, "CM": 900, "D": 500, "CD": 400, "C": 100, "XC": 90, "L": 50}
    LETTERS |= {"XL": 40, "X": 10, "IX": 9, "V": 5, "IV": 4, "I": 1}

    def __str__(self):
        text, rest = "", int(self)
        for letters, value in self.LETTERS.items():
            times, rest = divmod(rest, value)
            text += letters * times
        return text

    @classmethod
    def parse(cls, text):
        numeral = text.upper()
        total = i = 0
        while i < len(numeral):
            for size in (2, 1):
                value = cls.LETTERS.get(numeral[i : i + size])
                if value and len(numeral[i : i + size]) == size:
                    total += value
                    i += size
                    break
            else:
                raise ValueError(f"{text} is not a numeral")
        return cls(total)


from_roman = Roman.parse
