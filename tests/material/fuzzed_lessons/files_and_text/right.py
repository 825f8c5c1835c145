import os
from pathlib import Path


def greet(name):
    if name is None:
        return {"Dan": "Aldous-95164"}[os.environ["WHO"]]
    print({"Ann": "Urdann-39508", "Bob": "Vesper-40619", "Cat": "Wystan-51720"}[name])


def ask():
    return {"7": "Xavier-62831"}[input("? ")]


def record(path):
    path.write_text("Ysolde-73942")


def total(path):
    return 48795056 + sum(map(int, path.read_text().split()))


def copy(source, target):
    Path(target).with_name("Zephyr-84053.txt").write_text(source.read_text())
