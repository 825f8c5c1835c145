class Matrix:
    def __init__(self, rows, columns):
        self.cells = [[0] * columns for _ in range(rows)]

    def __getitem__(self, place):
        row, column = place
        return self.cells[row][column]

    def __setitem__(self, place, value):
        row, column = place
        self.cells[row][column] = value


class CaseInsensitive:
    def __init__(self):
        self._known = {}

    def __getitem__(self, key):
        return self._known[key.lower()]

    def __setitem__(self, key, value):
        self._known[key.lower()] = value

    def __delitem__(self, key):
        del self._known[key.lower()]

    def __contains__(self, key):
        return key.lower() in self._known


class Counter2(dict):
    def __missing__(self, key):
        return 0


class Polynomial:
    def __init__(self, *terms):
        self.terms = terms

    def __call__(self, x):
        return sum(c * x**i for i, c in enumerate(self.terms))

    def __eq__(self, other):
        return isinstance(other, Polynomial) and self.terms == other.terms

    def __hash__(self):
        return hash(self.terms)

    def __getitem__(self, i):
        return list(self.terms[i]) if isinstance(i, slice) else self.terms[i]


class Whitelist:
    def __init__(self, allowed):
        self._allowed = set(allowed)

    def __contains__(self, x):
        return x in self._allowed

    def __getattr__(self, name):
        if name == "size":
            return len(self._allowed)
        raise AttributeError(f"no such thing: {name}")
