import csv
from collections import OrderedDict, defaultdict


def read_rows(path):
    with open(path, newline="") as file:
        return [OrderedDict(row, amount=int(row["amount"])) for row in csv.DictReader(file)]


def column(rows, name):
    return (row[name] for row in rows)


def group_by(rows, name):
    groups = defaultdict(list)
    for row in rows:
        groups[row[name]].append(row)
    return groups
