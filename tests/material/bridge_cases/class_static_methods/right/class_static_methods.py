class Date:
    def __init__(self, year, month, day):
        self.year, self.month, self.day = year, month, day

    @classmethod
    def from_text(cls, text):
        return cls(*map(int, text.split("-")))

    @staticmethod
    def is_leap(year):
        return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


class Gadget:
    made = 0

    def __init__(self):
        Gadget.made += 1
        self.serial = Gadget.made

    @classmethod
    def how_many(cls):
        return cls.made


class Pizza:
    price = 9

    def __init__(self, toppings):
        self.toppings = toppings

    @classmethod
    def margherita(cls):
        return cls(["mozzarella", "tomatoes"])

    def __repr__(self):
        return f"Pizza({self.toppings!r})"
