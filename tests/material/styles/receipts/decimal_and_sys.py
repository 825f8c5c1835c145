import sys
from decimal import Decimal


def total(items):
    return sum((count * Decimal(str(price)) for name, count, price in items), Decimal("0.00"))


def show(items, file=None):
    file = file or sys.stdout
    for item in items:
        file.write(line(*item))
        file.write("\n")
    file.write("Total".ljust(20) + str(total(items)) + "\n")


def ask():
    def number(kind):
        try:
            return kind(input())
        except ValueError:
            sys.stdout.write("not a number, again: ")
            return number(kind)

    for name in iter(lambda: input("> "), ""):
        yield name, number(int), number(Decimal)
