from collections import Counter, UserDict, UserList, UserString, defaultdict


class SortedList(list):
    def append(self, item):
        super().append(item)
        self.sort()


class Matrix(list):
    def __eq__(self, other):
        return isinstance(other, Matrix) and list(self) == list(other)

    def __ne__(self, other):
        return not self == other

    __hash__ = None

    def transpose(self):
        return Matrix([list(row) for row in zip(*self)])


class LowerDict(dict):
    def __setitem__(self, key, value):
        super().__setitem__(key.lower(), value)

    def __getitem__(self, key):
        return super().__getitem__(key.lower())

    def __missing__(self, key):
        return None


class Settings(UserDict):
    def __setitem__(self, key, value):
        if not isinstance(key, str):
            raise TypeError("keys are text")
        super().__setitem__(key, value)


class Playlist(UserList):
    def total(self):
        return sum(self.data)


class Shout(UserString):
    def __init__(self, text):
        super().__init__(text.upper())


class Bag(Counter):
    def most(self):
        return self.most_common(1)[0][0]


class Percent(float):
    def __new__(cls, value):
        return super().__new__(cls, value / 100)

    def __str__(self):
        return f"{self * 100:.0f}%"


class Celsius(int):
    pass


class Name(str):
    @property
    def initials(self):
        return "".join(part[0] for part in self.split())


class OrderedSet:
    def __init__(self, items=()):
        self._items = list(dict.fromkeys(items))

    def __contains__(self, item):
        return item in self._items

    def __iter__(self):
        return iter(self._items)

    def __len__(self):
        return len(self._items)

    def __eq__(self, other):
        if not isinstance(other, OrderedSet):
            return NotImplemented
        return set(self._items) == set(other._items)

    def __or__(self, other):
        return OrderedSet([*self, *other])

    def __and__(self, other):
        return OrderedSet(i for i in self if i in other)

    def __le__(self, other):
        return all(i in other for i in self)

    def add(self, item):
        if item not in self:
            self._items.append(item)


def groups(words):
    found = defaultdict(list)
    for word in words:
        found[len(word)].append(word)
    return found
