class Matrix:
    def __init__(self, text):
        self.rows = [line.split() for line in text.splitlines()]

    def row(self, index):
        return self.rows[index - 1]

    def column(self, index):
        return [row[index - 1] for row in self.rows if len(row) >= index]


class School:
    def __init__(self):
        self.pupils = []

    def add_student(self, name, grade):
        self.pupils.append((grade, name))

    def roster(self):
        return [name for _, name in self.pupils]

    def grade(self, number):
        return [n for g, n in self.pupils if g == number]

    def added(self):
        return [True for _ in self.pupils]


def tally(rows):
    return ["Team | MP | P"] + [row.split(";")[0] for row in rows]


class LedgerEntry:
    pass


def create_entry(date, description, change):
    return {"date": date, "description": description, "change": change}


def format_entries(currency, locale, entries):
    lines = ["Date       | Description               | Change"]
    for e in entries:
        lines.append(f"{e['date']} | {e['description']} | {e['change']}")
    return "\n".join(lines)


class Diagram:
    def __init__(self, text, students=("Ann", "Bo")):
        self.text = text

    def plants(self, name):
        return list(self.text)


def recite(start, end):
    return "\n".join(f"Line {n}." for n in range(start, end + 1))
