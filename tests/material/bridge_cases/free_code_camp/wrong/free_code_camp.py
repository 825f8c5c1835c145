import random


class Rectangle:
    def __init__(self, width, height):
        self.width = width
        self.height = height

    def set_width(self, width):
        self.width = width

    def set_height(self, height):
        self.width = height

    def get_area(self):
        return self.width + self.height

    def get_diagonal(self):
        return self.width

    def get_picture(self):
        return "*" * self.width

    def get_amount_inside(self, shape):
        return self.width / shape.width


class Square:
    def __init__(self, side):
        self.width = self.height = side

    def set_side(self, side):
        self.width = side


class Category:
    ledger = []

    def __init__(self, name):
        self.name = name

    def deposit(self, amount, description=None):
        self.ledger.append({"amount": amount, "description": description})

    def withdraw(self, amount, description=None):
        self.deposit(-amount, description)

    def get_balance(self):
        return sum(row["amount"] for row in self.ledger)

    def transfer(self, amount, other):
        self.withdraw(amount)
        other.deposit(amount)


def create_spend_chart(categories):
    return "\n".join(c.name for c in categories)


def add_time(start, duration, day=None):
    return start


def arithmetic_arranger(sums, show=False):
    return "\n".join(sums)


class Hat:
    def __init__(self, **balls):
        self.contents = list(balls)

    def draw(self, n):
        return random.sample(self.contents, min(n, len(self.contents)))


def experiment(hat, expected_balls, num_balls_drawn, num_experiments):
    return 0.5
