def read_rows(path):
    with open(path) as file:
        names, *lines = [line.rstrip("\n").split(",") for line in file]
    rows = []
    for values in lines:
        row = dict(zip(names, values))
        row["amount"] = int(row["amount"])
        rows.append(row)
    return rows


def column(rows, name):
    return [row[name] for row in rows]


def group_by(rows, name):
    groups = {}
    for row in rows:
        groups.setdefault(row[name], []).append(row)
    return groups
