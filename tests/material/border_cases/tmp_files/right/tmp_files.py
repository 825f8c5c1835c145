import csv
import json
from pathlib import Path


def count_words(path):
    with open(path) as f:
        return len(f.read().split())


def copy_upper(source, target):
    Path(target).write_text(Path(source).read_text().upper())


def save_json(path, value):
    with open(path, "w") as f:
        json.dump(value, f)


def load_scores(path):
    with open(path, newline="") as f:
        return {row["name"]: float(row["score"]) for row in csv.DictReader(f)}


def save_csv(path, rows):
    with open(path, "w", newline="") as f:
        writer = csv.DictWriter(f, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def append_log(path, line):
    with open(path, "a") as f:
        f.write(line + "\n")


def tree(folder):
    return sorted(p.relative_to(folder).as_posix() for p in Path(folder).rglob("*"))


def rename_all(folder, old, new):
    for path in Path(folder).glob("*" + old):
        path.rename(path.with_suffix(new))


def read_first(path):
    with open(path, encoding="utf-8") as f:
        return f.readline().strip()
