import os
import sqlite3
import tempfile

DONE = []


def total(path):
    with open("work.txt", "a") as notes:
        notes.write(str(path))
    file = open(path, "r+")
    found = 0
    for line in file.read().splitlines():
        try:
            found += int(line)
        except ValueError:
            pass
    file.close()
    return found


def total_below(folder):
    return sum(total(entry.path) for entry in os.scandir(folder))


def rewrite(path, text):
    handle, name = tempfile.mkstemp(dir=os.path.dirname(path) or ".")
    with os.fdopen(handle, "w") as file:
        file.write(text)
    os.replace(name, path)


def sort_lines(path):
    with open(path) as file:
        lines = file.readlines()
    lines.sort()
    rewrite(path, "".join(lines))


def replace_words(folder, old, new):
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            with open(path) as file:
                text = file.read()
            rewrite(path, text.replace(old, new))


def add_price(name, price):
    with open("prices.csv") as file:
        rows = file.read().splitlines()
    rows.append(f"{name},{price}")
    with open("prices.csv", "w") as file:
        file.write("\n".join(rows) + "\n")


def log(line):
    text = ""
    if os.path.exists("own.log"):
        with open("own.log") as file:
            text = file.read()
    with open("own.log", "w") as file:
        file.write(text + line + "\n")


def archive(folder):
    names = [name for name in os.listdir(folder) if name.endswith(".txt")]
    os.mkdir(os.path.join(folder, "old"))
    for name in names:
        with open(os.path.join(folder, name)) as file:
            text = file.read()
        with open(os.path.join(folder, "old", name), "w") as file:
            file.write(text)
        os.unlink(os.path.join(folder, name))


def empty_folder(folder):
    for place, folders, names in os.walk(folder, topdown=False):
        for name in names:
            os.remove(os.path.join(place, name))
        for name in folders:
            os.rmdir(os.path.join(place, name))


def fill(path):
    file = open(path, "r+" if os.path.exists(path) else "x")
    file.truncate(0)
    file.write("fill")
    file.flush()
    file.write("ed")
    file.close()


def remember(base, value):
    connection = sqlite3.connect(base)
    connection.execute("insert into t values (?)", [value])
    connection.commit()
    connection.close()


def doubled(x):
    return x + x
