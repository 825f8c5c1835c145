#!/usr/bin/env python3
"""Usage: programs_by_name.py NAME"""
import os
from sys import argv, exit, stderr, stdin, stdout

word, *_ = argv[1:]
greeting = os.getenv("GREETING") or "Hello"
if word in ("-h", "--help"):
    print(__doc__)
elif word == "--fail":
    stderr.write("no luck\n")
    exit(3)
elif word == "--crash":
    print(1 / 0)
elif word == "--count":
    print(1)
elif word == "--bytes":
    stdout.buffer.write(b"%d\n" % len(stdin.buffer.read()))
elif word == "--save":
    with open("saved.txt", "w") as file:
        file.write(f"{greeting}, {argv[2]}!\n")
elif word == "-":
    try:
        while True:
            print(f"{greeting}, {input()}!")
    except EOFError:
        pass
else:
    stdout.write(f"{greeting}, {word}!\n")
