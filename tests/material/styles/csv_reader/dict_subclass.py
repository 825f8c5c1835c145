from pathlib import Path


class Row(dict):
    @classmethod
    def of(cls, names, line):
        row = cls(zip(names, line.split(",")))
        row["amount"] = int(row["amount"])
        return row

    def __missing__(self, name):
        raise KeyError(f"no column {name}")


class Groups(dict):
    def __missing__(self, key):
        self[key] = []
        return self[key]


def read_rows(path):
    header, *lines = Path(path).read_text().splitlines()
    return [Row.of(header.split(","), line) for line in lines]


def group_by(rows, name):
    groups = Groups()
    for row in rows:
        groups[row[name]].append(row)
    return groups
