from collections import OrderedDict


def tally(text):
    return OrderedDict((letter, text.count(letter)) for letter in reversed(text))


def first_key(mapping):
    return next(reversed(mapping))


def renamed(mapping):
    return OrderedDict((key.upper(), mapping[key]) for key in reversed(mapping))


def newest_first(mapping):
    mapping.move_to_end(next(iter(mapping)))


def by_length(words):
    found = OrderedDict()
    for word in sorted(words, reverse=True):
        found.setdefault(len(word), OrderedDict())[word] = True
    return found


class Cache:
    def __init__(self, size):
        self.size = size
        self.entries = OrderedDict()

    def get(self, key):
        return self.entries[key]

    def put(self, key, value):
        self.entries[key] = value
        if len(self.entries) > self.size:
            self.entries.popitem()


class Recent(OrderedDict):
    def use(self, word):
        self[word] = self.get(word, 0) + 1


class Plain(OrderedDict):
    pass


def filled(mapping):
    mapping["b"] = 2
    return mapping
