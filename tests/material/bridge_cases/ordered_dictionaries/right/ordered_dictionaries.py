from collections import OrderedDict


def tally(text):
    found = OrderedDict()
    for letter in text:
        found[letter] = found.get(letter, 0) + 1
    return found


def first_key(mapping):
    return next(iter(mapping))


def renamed(mapping):
    return OrderedDict((key.upper(), mapping[key]) for key in mapping)


def newest_first(mapping):
    for key in list(reversed(mapping)):
        mapping.move_to_end(key)


def by_length(words):
    found = OrderedDict()
    for word in words:
        found.setdefault(len(word), OrderedDict())[word] = True
    return found


class Cache:
    def __init__(self, size):
        self.size = size
        self.entries = OrderedDict()

    def get(self, key):
        self.entries.move_to_end(key)
        return self.entries[key]

    def put(self, key, value):
        self.entries[key] = value
        if len(self.entries) > self.size:
            self.entries.popitem(last=False)


class Recent(OrderedDict):
    def use(self, word):
        self[word] = 1
        self.move_to_end(word)


class Plain(OrderedDict):
    pass


def filled(mapping):
    mapping["a"] = 1
    mapping["b"] = 2
    return mapping
