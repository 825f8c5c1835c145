import shutil
import sqlite3
from pathlib import Path


def numbers(path):
    with open(path) as file:
        return [int(line) for line in file if line.strip().isdigit()]


def total(path):
    return sum(numbers(path))


def total_below(folder):
    return sum(total(path) for path in Path(folder).glob("*.txt"))


def sort_lines(path):
    lines = sorted(Path(path).read_text().splitlines())
    with open(path, "w") as file:
        file.writelines(line + "\n" for line in lines)


def replace_words(folder, old, new):
    for path in Path(folder).rglob("*.txt"):
        path.write_text(path.read_text().replace(old, new))


def add_price(name, price):
    with open("prices.csv", "a") as file:
        file.write(f"{name},{price}\n")


def log(line):
    with open("own.log", "a") as file:
        file.write(line + "\n")


def archive(folder):
    target = Path(folder) / "old"
    target.mkdir()
    for path in Path(folder).glob("*.txt"):
        path.rename(target / path.name)


def empty_folder(folder):
    for path in Path(folder).iterdir():
        shutil.rmtree(path)


def fill(path):
    with open(path, "w") as file:
        file.write("filled")


def remember(base, value):
    connection = sqlite3.connect(base)
    with connection:
        connection.execute("insert into t values (?)", (value,))
    connection.close()


def doubled(x):
    return 2 * x
