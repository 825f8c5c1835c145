import sys

GREETING = "Hello"


def main(arguments):
    if arguments == ["--fail"]:
        print("no luck", file=sys.stderr)
        return 3
    if arguments == ["--crash"]:
        return 1 / 0
    for name in arguments or [input("What is your name? ")]:
        print(f"{GREETING}, {name}!")
    return 0


if __name__ == "__main__":
    code = main(sys.argv[1:])
    if code:
        sys.exit(code)
