__version__ = 1.0
__author__ = "Ann"


def check(args):
    if not args:
        return 2
    return len(args)


def menu():
    input()


if __name__ == "__main__":
    exit(4)
