import collections


def tally(text):
    return collections.OrderedDict((letter, text.count(letter)) for letter in text)


def first_key(mapping):
    return list(mapping)[0]


def renamed(mapping):
    return collections.OrderedDict({key.upper(): value for key, value in mapping.items()})


def newest_first(mapping):
    pairs = list(mapping.items())
    mapping.clear()
    mapping.update(pairs[::-1])


def by_length(words):
    found = collections.OrderedDict()
    for size in dict.fromkeys(map(len, words)):
        found[size] = collections.OrderedDict.fromkeys(w for w in words if len(w) == size)
    return found


class Cache:
    def __init__(self, size):
        self.size = size
        self.entries = collections.OrderedDict()

    def get(self, key):
        value = self.entries.pop(key)
        self.entries[key] = value
        return value

    def put(self, key, value):
        self.entries.pop(key, None)
        self.entries[key] = value
        while len(self.entries) > self.size:
            del self.entries[next(iter(self.entries))]


class Recent(collections.OrderedDict):
    def use(self, word):
        self.pop(word, None)
        self[word] = 1


class Plain(collections.OrderedDict):
    pass


def filled(mapping):
    mapping.update(a=1, b=2)
    return mapping
