import csv
import random
import re
import sys


def main():
    try:
        x, y = input("Fraction: ").split("/")
        percent = convert(f"{x}/{y}")
    except (ValueError, ZeroDivisionError):
        sys.exit("bad fraction")
    print(gauge(percent))


def convert(fraction):
    x, y = map(int, fraction.split("/"))
    if y and (x > y or x < 0):
        raise ValueError("out of range")
    return round(100 * x / y)


def gauge(percent):
    return "E" if percent <= 1 else "F" if percent >= 99 else f"{percent}%"


def shopping():
    counts = {}
    while True:
        try:
            item = input().upper()
        except EOFError:
            break
        counts[item] = counts.get(item, 0) + 1
    print()
    for item in sorted(counts):
        print(counts[item], item)


def until_valid():
    while True:
        try:
            n = int(input("Height: "))
        except ValueError:
            continue
        if 1 <= n <= 8:
            return n


def quiz():
    score = 0
    for _ in range(3):
        a, b = random.randint(0, 9), random.randint(0, 9)
        for _ in range(3):
            try:
                answer = int(input(f"{a} + {b} = "))
            except ValueError:
                answer = None
            if answer == a + b:
                score += 1
                break
            print("EEE")
        else:
            print(f"{a} + {b} = {a + b}")
    print(f"Score: {score}")


def table():
    if len(sys.argv) != 2:
        sys.exit("Too few command-line arguments" if len(sys.argv) < 2 else "Too many")
    if not sys.argv[1].endswith(".csv"):
        sys.exit("Not a CSV file")
    try:
        with open(sys.argv[1]) as file:
            for row in csv.DictReader(file):
                print(row["name"], row["house"], sep=" | ")
    except FileNotFoundError:
        sys.exit("File does not exist")


def validate(ip):
    match = re.fullmatch(r"(\d+)\.(\d+)\.(\d+)\.(\d+)", ip)
    return bool(match) and all(0 <= int(n) <= 255 for n in match.groups())


class Jar:
    def __init__(self, capacity=12):
        if not isinstance(capacity, int) or capacity < 0:
            raise ValueError("capacity")
        self._capacity = capacity
        self._size = 0

    def __str__(self):
        return "🍪" * self._size

    def deposit(self, n):
        if self._size + n > self._capacity:
            raise ValueError("too many")
        self._size += n

    def withdraw(self, n):
        if n > self._size:
            raise ValueError("too few")
        self._size -= n

    @property
    def capacity(self):
        return self._capacity

    @property
    def size(self):
        return self._size


if __name__ == "__main__":
    main()
