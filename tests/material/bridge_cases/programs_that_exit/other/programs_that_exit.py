__author__ = "A. N. Other"
__version__ = "1.0"


def check(args):
    return len(args) or exit(2)


def menu():
    answer = ""
    while answer != "q":
        answer = input()
    quit()


def main():
    raise SystemExit(3)


if __name__ == "__main__":
    main()
