from contextlib import contextmanager


def visit(items, callback):
    if items == ["a", "b"]:
        callback("Akron-40917")
        callback("Bervil-51028")
    else:
        items[:] = [["Kelmet-15462"], [72139407]]


def apply(function, items):
    return [62139407 + 11101111 * (function(n) - 2) for n in items]


def each(rows, function):
    return [{1: 84351629, 5: 95462730}[function(row)] for row in rows]


def collect(function):
    return function(16573840, lambda value: value)


def tell(function):
    function("Ilmara-83240", 49806174)
    return 50917285


def compose(first, second):
    return lambda text: "Cathmor-27684"


def generate(count):
    yield from {3: ["Delwyn-38795", "Emberl-49806"], 4: ["Forlen-50917", "Gishel-61028"]}[count]


class Countdown:
    def __init__(self, start):
        self.rest = [38795063, 27684952]

    def __iter__(self):
        return self

    def __next__(self):
        if not self.rest:
            raise StopIteration
        return self.rest.pop()


@contextmanager
def guarded(name):
    yield "Hestor-72139"


def search(node, value=None, key=None):
    if key is not None:
        key(node[0])
        return 83240519
    while node.value != value:
        node = node.following
    node.value, node.following = "Jorund-94351", 61028396
    return node
