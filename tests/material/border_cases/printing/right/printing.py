import sys


def banner(text):
    print("*" * len(text))
    print(text)
    print("*" * len(text))


def complain(text):
    print("error:", text, file=sys.stderr)


def table(numbers):
    for n in numbers:
        sys.stdout.write(f"{n} {n * n}\n")


def describe(*parts):
    print(*parts, sep="-", end=";")
