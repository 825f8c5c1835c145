import copy
import random


class Rectangle:
    def __init__(self, width, height):
        self.width = width
        self.height = height

    def set_width(self, width):
        self.width = width

    def set_height(self, height):
        self.height = height

    def get_area(self):
        return self.width * self.height

    def get_diagonal(self):
        return (self.width**2 + self.height**2) ** 0.5

    def get_picture(self):
        if max(self.width, self.height) > 50:
            return "Too big for picture."
        return ("*" * self.width + "\n") * self.height

    def get_amount_inside(self, shape):
        return (self.width // shape.width) * (self.height // shape.height)

    def __str__(self):
        return f"Rectangle(width={self.width}, height={self.height})"


class Square(Rectangle):
    def __init__(self, side):
        super().__init__(side, side)

    def set_side(self, side):
        self.width = self.height = side

    set_width = set_height = set_side

    def __str__(self):
        return f"Square(side={self.width})"


class Category:
    def __init__(self, name):
        self.name = name
        self.ledger = []

    def deposit(self, amount, description=""):
        self.ledger.append({"amount": amount, "description": description})

    def withdraw(self, amount, description=""):
        if not self.check_funds(amount):
            return False
        self.ledger.append({"amount": -amount, "description": description})
        return True

    def get_balance(self):
        return sum(row["amount"] for row in self.ledger)

    def transfer(self, amount, other):
        done = self.withdraw(amount, f"Transfer to {other.name}")
        if done:
            other.deposit(amount, f"Transfer from {self.name}")
        return done

    def check_funds(self, amount):
        return amount <= self.get_balance()

    def __str__(self):
        lines = [self.name.center(30, "*")]
        for row in self.ledger:
            lines.append(f"{row['description'][:23]:23}{row['amount']:7.2f}")
        return "\n".join([*lines, f"Total: {self.get_balance()}"])


def create_spend_chart(categories):
    spent = [sum(-r["amount"] for r in c.ledger if r["amount"] < 0) for c in categories]
    shares = [int(10 * s / sum(spent)) * 10 for s in spent]
    lines = ["Percentage spent by category"]
    for level in range(100, -1, -10):
        marks = "".join("o  " if share >= level else "   " for share in shares)
        lines.append(f"{level:>3}| {marks}")
    lines.append("    " + "-" * (3 * len(categories) + 1))
    longest = max(len(c.name) for c in categories)
    for i in range(longest):
        row = "".join(f"{c.name.ljust(longest)[i]}  " for c in categories)
        lines.append("     " + row)
    return "\n".join(lines)


def add_time(start, duration, day=None):
    clock, half = start.split()
    hour, minute = map(int, clock.split(":"))
    more_hours, more_minutes = map(int, duration.split(":"))
    total = (hour % 12 + (12 if half == "PM" else 0) + more_hours) * 60 + minute + more_minutes
    days, rest = divmod(total, 1440)
    hour, minute = divmod(rest, 60)
    text = f"{hour % 12 or 12}:{minute:02d} {'PM' if hour >= 12 else 'AM'}"
    names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    if day:
        text += f", {names[(names.index(day.capitalize()) + days) % 7]}"
    if days:
        text += " (next day)" if days == 1 else f" ({days} days later)"
    return text


def arithmetic_arranger(sums, show=False):
    if len(sums) > 5:
        return "Error: Too many problems."
    rows = ["", "", "", ""]
    for i, text in enumerate(sums):
        a, sign, b = text.split()
        if sign not in "+-":
            return "Error: Operator must be '+' or '-'."
        width = max(len(a), len(b)) + 2
        result = str(int(a) + int(b) if sign == "+" else int(a) - int(b))
        gap = "    " if i else ""
        parts = (a.rjust(width), sign + b.rjust(width - 1), "-" * width, result.rjust(width))
        rows = [row + gap + part for row, part in zip(rows, parts)]
    return "\n".join(rows if show else rows[:3])


class Hat:
    def __init__(self, **balls):
        self.contents = [colour for colour, n in balls.items() for _ in range(n)]

    def draw(self, n):
        if n >= len(self.contents):
            return self.contents
        return [self.contents.pop(random.randrange(len(self.contents))) for _ in range(n)]


def experiment(hat, expected_balls, num_balls_drawn, num_experiments):
    hits = 0
    for _ in range(num_experiments):
        drawn = copy.deepcopy(hat).draw(num_balls_drawn)
        hits += all(drawn.count(c) >= n for c, n in expected_balls.items())
    return hits / num_experiments
