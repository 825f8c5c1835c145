class Row(list):
    def __repr__(self):
        return f"Row{list(self)}"


class Table(dict):
    def __init__(self, **rows):
        super().__init__(rows)
        self.made = True


class Pair(tuple):
    pass


class Tags(set):
    def has(self, x):
        return x in self


class Name(str):
    @property
    def initial(self):
        return self[0]


class Metres(float):
    def __str__(self):
        return f"{float(self)} m"


class Count(int):
    def more(self):
        return Count(self + 1)


Flags = type("Flags", (frozenset,), {})


def row(*items):
    return Row(list(items))


def nested():
    return Table(tags=Tags(["a", "b"]), rows=[Row([1, 2]), Row([3])])


def rename(name):
    return Name(name.capitalize())


def add_metres(a, b):
    return Metres(float(a) + float(b))
