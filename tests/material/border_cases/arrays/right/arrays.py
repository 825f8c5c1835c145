import numpy as np


def normalise(a):
    return (a - a.mean()) / a.std()


def table(rows, columns):
    return np.arange(rows * columns).reshape(rows, columns)


def double_in_place(a):
    a *= 2


def mask(a, least):
    return a[a >= least]


def statistics(a):
    return {"mean": np.mean(a), "max": a.max(), "where": np.argmax(a)}


def to_list(a):
    return a.tolist()


def solve(a, b):
    return np.linalg.solve(a, b)


def one_hot(labels):
    found = np.zeros((len(labels), max(labels) + 1), dtype=int)
    found[np.arange(len(labels)), labels] = 1
    return found


def split(a):
    return a[::2], a[1::2]


def mean_or_error(a):
    if a.size == 0:
        raise ValueError("empty array")
    return a.mean()


def apply(function, a):
    return np.array([function(x) for x in a])


class Network:
    def __init__(self, n, seed=0):
        self.weights = np.random.default_rng(seed).normal(size=(n, 2))
        self.bias = np.zeros(2)

    def forward(self, x):
        return np.maximum(x @ self.weights + self.bias, 0)


def noise(n):
    return np.random.rand(n)


def days():
    return np.array(["2024-01-01", "2024-01-03"], dtype="datetime64[D]")


def upper(words):
    return np.char.upper(words)


def is_even(a):
    return a % 2 == 0


def zeros_of(kind):
    return np.zeros(2, dtype=kind), kind
