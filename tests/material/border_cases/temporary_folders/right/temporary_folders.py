import json
import os
import shutil
import tempfile
from pathlib import Path


def save_notes(folder, notes):
    path = os.path.join(folder, "notes.json")
    with open(path, "w", encoding="utf-8") as f:
        json.dump(notes, f)
    return path


def load_notes(folder):
    try:
        with open(os.path.join(folder, "notes.json"), encoding="utf-8") as f:
            return json.load(f)
    except FileNotFoundError:
        return []


def line_count(path):
    with open(path) as f:
        return sum(1 for _ in f)


def number_lines(source, target):
    with open(source) as a, open(target, "w") as b:
        for i, line in enumerate(a, 1):
            b.write(f"{i}: {line}")


def save_score(name, score):
    with open("scores.txt", "a") as f:
        f.write(f"{name},{score}\n")


def best():
    with open("scores.txt") as f:
        rows = [line.strip().split(",") for line in f]
    return max(rows, key=lambda row: int(row[1]))[0]


def read_config():
    return dict(line.split("=") for line in Path("config.ini").read_text().split())


def sort_by_suffix(folder):
    for path in sorted(Path(folder).iterdir()):
        target = Path(folder) / path.suffix[1:]
        target.mkdir(exist_ok=True)
        shutil.move(path, target / path.name)


def work_in_a_temporary_folder(text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.txt")
        path.write_text(text)
        return path.read_text().upper(), os.path.exists(folder)


def make_backup(path):
    shutil.copy(path, f"{path}.bak")
    return os.path.getsize(f"{path}.bak")


def binary_copy(source, target):
    with open(source, "rb") as a, open(target, "wb") as b:
        while chunk := a.read(16):
            b.write(chunk)
