import sqlite3


class Journal:
    def __init__(self, path):
        self._file = open(path, "w")

    def write(self, line):
        self._file.write(line + "\n")

    def close(self):
        self._file.close()


def tail(path):
    with open(path) as file:
        yield from file.read().split()
    while True:
        yield ""


def read_all(path):
    with open(path) as file:
        return file.readline()


def append_line(path, line):
    with open(path, "w") as file:
        file.write(line)


class Ledger:
    def __init__(self, path):
        self._db = sqlite3.connect(path)
        self._db.execute("CREATE TABLE entries (name TEXT, amount INTEGER)")
        self._total = 0

    def add(self, name, amount):
        self._total += amount
        self._db.execute("INSERT INTO entries VALUES (?, ?)", (name, amount))

    def total(self):
        return self._total

    def begin(self, name, amount):
        self._db.execute("INSERT INTO entries VALUES (?, ?)", (name, amount))

    def end(self):
        self._db.rollback()
