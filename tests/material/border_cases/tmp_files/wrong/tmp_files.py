import csv
import json
from pathlib import Path


def count_words(path):
    with open(path) as f:
        return len(f.read().split(" "))


def copy_upper(source, target):
    Path(source).write_text(Path(source).read_text().upper())


def save_json(path, value):
    with open(path, "w") as f:
        f.write(str(value))


def load_scores(path):
    with open(path, newline="") as f:
        return {row["name"]: row["score"] for row in csv.DictReader(f)}


def save_csv(path, rows):
    with open(path, "w", newline="") as f:
        csv.writer(f).writerows(row.values() for row in rows)


def append_log(path, line):
    with open(path, "w") as f:
        f.write(line + "\n")


def tree(folder):
    return [p.name for p in Path(folder).iterdir()]


def rename_all(folder, old, new):
    for path in Path(folder).glob("*" + old):
        path.with_suffix(new).write_text("")


def read_first(path):
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError:
        return ""
