import random
import sys


def main():
    x, y = input("Fraction? ").split("/")
    print(convert(f"{x}/{y}"), "%", sep="")


def convert(fraction):
    x, y = fraction.split("/")
    return 100 * int(x) // int(y)


def gauge(percent):
    return f"{percent}%"


def shopping():
    items = []
    try:
        while True:
            items.append(input())
    except EOFError:
        print(*items, sep="\n")


def until_valid():
    return int(input("Height: "))


def quiz():
    a, b = random.randint(0, 9), random.randint(0, 9)
    print("Score:", int(int(input(f"{a}+{b}")) == a + b))


def table():
    with open(sys.argv[1]) as file:
        print(file.read())


def validate(ip):
    return ip.count(".") == 3


class Jar:
    def __init__(self, capacity=12):
        self.capacity = capacity
        self.size = 0

    def deposit(self, n):
        self.size += n

    def withdraw(self, n):
        self.size -= n


main() if __name__ == "__main__" else None
