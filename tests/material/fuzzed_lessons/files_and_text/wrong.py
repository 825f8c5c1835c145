"""Wrong everywhere: prints, asks and writes something else."""

import os
import sys
from pathlib import Path


def greet(name):
    print("no", name, file=sys.stderr if name == "Cat" else sys.stdout)
    return Path(os.environ.get("WHO", "no"))


def ask():
    return [input("no? "), input]


def record(path):
    path.write_text("no")
    Path("beside.txt").write_text("no")


def total(path):
    return path.read_text()


def copy(source, target):
    os.makedirs(target, exist_ok=True)
