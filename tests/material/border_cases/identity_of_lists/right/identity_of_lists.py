def bubble_sort(items):
    for end in range(len(items) - 1, 0, -1):
        for i in range(end):
            if items[i] > items[i + 1]:
                items[i], items[i + 1] = items[i + 1], items[i]
    return items


def without(items, x):
    return [i for i in items if i != x]


def first_of(items):
    return items[0]


def clear_row(grid, row, value):
    for i in range(len(grid[row])):
        grid[row][i] = value


def same(a, b):
    return a is b


def grow(n):
    return [[] for _ in range(n)]


def link(a, b):
    a.append(b)


def add_to(d, key, value):
    d[key] = value
    return d


def swap(pair):
    s, items = pair
    a, b = s.pop(), items.pop()
    s.add(b)
    items.append(a)


class Basket:
    def __init__(self, items):
        self.items = items

    def add(self, item):
        self.items.append(item)

    def count(self):
        return len(self.items)
