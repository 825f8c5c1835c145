from dataclasses import astuple, dataclass


@dataclass
class Item:
    name: str
    count: int
    price: float

    def __post_init__(self):
        if self.count < 0:
            raise ValueError(f"count is {self.count}")

    @property
    def cost(self):
        return self.count * self.price

    def __str__(self):
        return "{:10}{:3} x {:6.2f} = {:6.2f}".format(self.name, self.count, self.price, self.cost)


def line(*fields):
    return str(Item(*fields))


def total(items):
    return sum(Item(*item).cost for item in items)


def _number(prompt):
    text = input(prompt)
    while not text.replace(".", "", 1).isdecimal():
        print(text, "is not a number")
        text = input(prompt)
    return float(text)


def ask():
    result = []
    name = input()
    while name != "":
        result.append(astuple(Item(name, int(_number("n? ")), _number("price? "))))
        name = input()
    return result
