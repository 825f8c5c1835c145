from collections import Counter, OrderedDict, defaultdict, deque


class Queue(deque):
    def enqueue(self, item):
        self.append(item)

    def dequeue(self):
        return self.popleft()

    def is_empty(self):
        return len(self) == 0

    def __iter__(self):
        yield from super().__iter__()


class Urgent(Queue):
    def enqueue(self, item):
        self.appendleft(item)


class Recent(deque):
    def __init__(self, items=()):
        super().__init__(items, 3)

    def newest(self):
        return self[-1]


class Cache(dict):
    def __init__(self, size):
        self.size = size

    def get(self, key):
        if key not in self:
            return None
        self[key] = self.pop(key)
        return self[key]

    def put(self, key, value):
        self.pop(key, None)
        self[key] = value
        if len(self) > self.size:
            del self[next(iter(self))]


class Groups(defaultdict):
    def __init__(self):
        super().__init__()
        self.default_factory = list

    def put(self, key, value):
        self.setdefault(key, []).append(value)


class Ballots(Counter):
    def winner(self):
        return self.most_common(1)[0][0]


class Table:
    def __init__(self, pairs):
        self._pairs = dict(pairs)

    def keys(self):
        return self._pairs.keys()

    def values(self):
        return self._pairs.values()

    def items(self):
        return self._pairs.items()

    def __iter__(self):
        return iter(self._pairs)

    def __reversed__(self):
        return reversed(self._pairs)
