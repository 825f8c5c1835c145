class Row(list):
    pass


class Table(dict):
    pass


class Pair(tuple):
    pass


class Tags(set):
    pass


class Name(str):
    pass


class Metres(float):
    pass


class Count(int):
    """A number of things."""


class Flags(frozenset):
    pass


def row(*items):
    return Row(items)


def nested():
    return Table(rows=[Row([1, 2]), Row([3])], tags=Tags("ab"))


def rename(name):
    return Name(name.title())


def add_metres(a, b):
    return Metres(a + b)
