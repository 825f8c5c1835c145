class Date:
    def __init__(self, year, month, day):
        self.year, self.month, self.day = year, month, day

    @classmethod
    def from_text(cls, text):
        return Date(*map(int, text.split("-")))

    @staticmethod
    def is_leap(year):
        return year % 4 == 0


class Gadget:
    made = 0

    def __init__(self):
        self.made += 1
        self.serial = self.made

    @classmethod
    def how_many(cls):
        return cls.made


class Pizza:
    price = 9

    def __init__(self, toppings):
        self.toppings = toppings
        self.price = 9

    @classmethod
    def margherita(cls):
        return cls(["tomatoes", "mozzarella"])

    def __repr__(self):
        return f"Pizza({self.toppings})"
