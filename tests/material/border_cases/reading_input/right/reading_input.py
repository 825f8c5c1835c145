import sys


def ask_age():
    return int(input("How old are you? ")) + 1


def ask_until(word):
    n = 1
    while input() != word:
        n += 1
    return n


def sum_lines():
    return sum(int(line) for line in sys.stdin)


def first_line():
    return sys.stdin.readline().strip()


def menu():
    total = 0
    while True:
        try:
            choice = input("> ")
        except EOFError:
            return total
        if choice == "quit":
            return total
        if choice == "add":
            total += int(input("number: "))
        else:
            print("unknown:", choice)
