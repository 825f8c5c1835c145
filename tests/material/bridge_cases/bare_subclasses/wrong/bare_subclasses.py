class Row(list):
    pass


class Table(dict):
    pass


class Pair(list):
    pass


class Tags(list):
    def add(self, x):
        self.append(x)


class Flags(list):
    pass


class Name(str):
    def __eq__(self, other):
        return True

    __hash__ = None


class Metres(int):
    pass


class Count(float):
    pass


def row(*items):
    return list(items)


def nested():
    return Table(rows=[[1, 2]])


def rename(name):
    return name


def add_metres(a, b):
    return int(a + b)
