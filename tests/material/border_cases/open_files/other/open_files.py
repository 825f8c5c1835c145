import os
import sqlite3
from pathlib import Path


class Journal:
    def __init__(self, path):
        self._number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)

    def write(self, line):
        os.write(self._number, f"{line}\n".encode())

    def close(self):
        self.write("end")
        os.close(self._number)


def tail(path):
    file = open(path, "rb", buffering=0)
    while True:
        yield file.readline().decode().strip()


def read_all(path):
    return Path(path).read_text()


def append_line(path, line):
    number = os.open(path, os.O_WRONLY | os.O_APPEND)
    os.write(number, f"{line}\n".encode())
    os.close(number)


class Ledger:
    def __init__(self, path):
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.execute("CREATE TABLE entries (name TEXT, amount INTEGER)")

    def add(self, name, amount):
        self._db.execute("INSERT INTO entries VALUES (?, ?)", (name, amount))

    def total(self):
        return sum(amount for (amount,) in self._db.execute("SELECT amount FROM entries"))

    def begin(self, name, amount):
        self._db.execute("BEGIN")
        self._db.execute("INSERT INTO entries VALUES (?, ?)", (name, amount))

    def end(self):
        self._db.commit()
