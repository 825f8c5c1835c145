import sys

GREETING = "Hi"


def main(arguments):
    if arguments == ["--fail"]:
        print("no luck")
    name = arguments[0] if arguments else input("Name? ")
    print(f"{GREETING} {name}")
    return 0


if __name__ == "__main__":
    main(sys.argv[1:2])
