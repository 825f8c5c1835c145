import sqlite3


class Journal:
    def __init__(self, path):
        self._file = open(path, "w")

    def write(self, line):
        self._file.write(line + "\n")
        self._file.flush()

    def close(self):
        self._file.write("end\n")
        self._file.close()


def tail(path):
    with open(path) as file:
        while True:
            line = file.readline()
            yield line.rstrip()


def read_all(path):
    with open(path) as file:
        return file.read()


def append_line(path, line):
    with open(path, "a") as file:
        file.write(line + "\n")


class Ledger:
    def __init__(self, path):
        self._db = sqlite3.connect(path)
        self._db.execute("CREATE TABLE entries (name TEXT, amount INTEGER)")

    def add(self, name, amount):
        with self._db:
            self._db.execute("INSERT INTO entries VALUES (?, ?)", (name, amount))

    def total(self):
        return self._db.execute("SELECT sum(amount) FROM entries").fetchone()[0]

    def begin(self, name, amount):
        self._db.execute("BEGIN")
        self._db.execute("INSERT INTO entries VALUES (?, ?)", (name, amount))

    def end(self):
        self._db.commit()
