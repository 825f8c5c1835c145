def bubble_sort(items):
    items.sort()
    return items


def without(items, x):
    left = items[:]
    while x in left:
        left.remove(x)
    return left


def first_of(items):
    first, *_ = items
    return first


def clear_row(grid, row, value):
    grid[row][:] = [value] * len(grid[row])


def same(a, b):
    return id(a) == id(b)


def grow(n):
    rows = []
    while len(rows) < n:
        rows.append(list())
    return rows


def link(a, b):
    a += [b]


def add_to(d, key, value):
    d.update({key: value})
    return d


def swap(pair):
    (s, items) = pair
    keep = list(s)
    s.clear()
    s.update(items)
    items[:] = keep


class Basket:
    def __init__(self, items):
        self.items = items
        self.add = items.append
        self.count = items.__len__
