import sys


def ask_age():
    print("How old are you?")
    return int(input()) + 1


def ask_until(word):
    n = 0
    while input() != word:
        n += 1
    return n


def sum_lines():
    return int(sys.stdin.readline())


def first_line():
    return sys.stdin.read().split("\n")[0]


def menu():
    total = 0
    while True:
        choice = input()
        if choice == "quit":
            return total
        if choice == "add":
            total += int(input())
        else:
            print("unknown", choice)
