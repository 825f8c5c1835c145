def bubble_sort(items):
    return sorted(items)


def without(items, x):
    while x in items:
        items.remove(x)
    return items


def first_of(items):
    return list(items[0])


def clear_row(grid, row, value):
    grid[row] = [value] * len(grid[row])


def same(a, b):
    return a == b


def grow(n):
    return [[]] * n


def link(a, b):
    a.append(list(b))


def add_to(d, key, value):
    return {**d, key: value}


def swap(pair):
    return ({2}, [1])


class Basket:
    def __init__(self, items):
        self.items = list(items)

    def add(self, item):
        self.items.append(item)

    def count(self):
        return len(self.items)
