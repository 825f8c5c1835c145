from collections import Counter, OrderedDict, defaultdict, deque


class Queue(deque):
    def enqueue(self, item):
        self.append(item)

    def dequeue(self):
        return self.popleft()

    def is_empty(self):
        return not self


class Urgent(Queue):
    def enqueue(self, item):
        self.appendleft(item)


class Recent(deque):
    def __init__(self, items=()):
        super().__init__(items, 3)

    def newest(self):
        return self[-1]


class Cache(OrderedDict):
    def __init__(self, size):
        super().__init__()
        self.size = size

    def get(self, key):
        if key not in self:
            return None
        self.move_to_end(key)
        return self[key]

    def put(self, key, value):
        self[key] = value
        self.move_to_end(key)
        if len(self) > self.size:
            self.popitem(last=False)


class Groups(defaultdict):
    def __init__(self):
        super().__init__(list)

    def put(self, key, value):
        self[key].append(value)


class Ballots(Counter):
    def winner(self):
        return self.most_common(1)[0][0]


class Table:
    def __init__(self, pairs):
        self._pairs = OrderedDict(pairs)

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
