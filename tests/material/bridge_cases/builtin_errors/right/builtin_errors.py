import errno


def collatz(n):
    if n < 1:
        raise ValueError("Only positive integers are allowed")
    return n


def binary(text):
    for place, digit in enumerate(text):
        if digit not in "01":
            raise ValueError("bad digit", digit, place)


def lookup(table, key):
    return table[key]


def last(items):
    return items[-1]


def steps():
    raise NotImplementedError


def connect(host):
    raise OSError(errno.ECONNREFUSED, "refused", host)


def find(path):
    if path is None:
        raise SystemExit(3)
    return open(path)


def decode(data):
    return data.decode("utf-8")


def depth():
    yield 1
    return "done"


def many():
    raise ExceptionGroup("several", [ValueError("v"), KeyError("k")])


def only_positive(x):
    if isinstance(x, str):
        return x.real
    if x < 0:
        error = ValueError("negative")
        error.add_note(f"got {x}")
        raise error
    assert x % 2, "even"
    return x
