#!/usr/bin/env python3
import argparse
import os
import sys

counts = []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("name", nargs="?")
    for flag in ("--fail", "--crash", "--count", "--bytes"):
        parser.add_argument(flag, action="store_true")
    parser.add_argument("--save")
    args = parser.parse_args()
    greeting = os.environ.get("GREETING", "Hello")
    if args.fail:
        print("no luck", file=sys.stderr)
        sys.exit(3)
    if args.crash:
        print(1 / 0)
    elif args.count:
        counts.append(1)
        print(len(counts))
    elif args.bytes:
        print(len(sys.stdin.buffer.read()))
    elif args.save:
        with open("saved.txt", "w") as file:
            print(f"{greeting}, {args.save}!", file=file)
    elif args.name == "-":
        for line in sys.stdin:
            print(f"{greeting}, {line.strip()}!")
    else:
        print(f"{greeting}, {args.name}!")


if __name__ == "__main__":
    main()
