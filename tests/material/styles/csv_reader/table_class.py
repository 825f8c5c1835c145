class Table(list):
    """A list of rows."""

    @staticmethod
    def load(path):
        table = Table()
        with open(path) as file:
            names = file.readline().strip().split(",")
            for line in file.readlines():
                values = line.strip().split(",")
                table.append({n: int(v) if v.isdigit() else v for n, v in zip(names, values)})
        return table

    def where(self, name, value):
        return Table(row for row in self if row[name] == value)


def read_rows(path):
    return Table.load(path)


def group_by(rows, name):
    return {value: rows.where(name, value) for value in set(column(rows, name))}
