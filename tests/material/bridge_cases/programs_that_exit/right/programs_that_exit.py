import sys

__version__ = "1.0"
__author__ = "Ann"


def check(args):
    if not args:
        sys.exit(2)
    return len(args)


def menu():
    while True:
        if input("> ") == "q":
            sys.exit()


if __name__ == "__main__":
    sys.exit(3)
