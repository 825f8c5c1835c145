from collections import deque


class BufferFullException(BufferError):
    """There is no room for it: no room at all."""

    def __init__(self, message="Circular buffer is full"):
        super().__init__(message)
        self.message = message


class BufferEmptyException(BufferError):
    @property
    def message(self):
        return self.args[0]


class CircularBuffer:
    def __init__(self, capacity):
        self._places = deque(maxlen=capacity)

    def read(self):
        try:
            return self._places.popleft()
        except IndexError:
            raise BufferEmptyException("Circular buffer is empty") from None

    def write(self, item):
        if len(self._places) >= self._places.maxlen:
            raise BufferFullException()
        self.overwrite(item)

    def overwrite(self, item):
        self._places.append(item)

    def clear(self):
        self._places.clear()


EmptyListException = type("EmptyListException", (LookupError,), {})


class Node:
    def __init__(self, value, below=None):
        self.value = lambda: value
        self.next = lambda: below


class LinkedList:
    def __init__(self, values=None):
        self.top = None
        for value in values if values is not None else []:
            self.push(value)

    def __iter__(self):
        found = []
        node = self.top
        while node is not None:
            found.append(node.value())
            node = node.next()
        return iter(found)

    def __len__(self):
        return sum(1 for _ in self)

    def __repr__(self):
        return "{}({})".format(type(self).__name__, [*self])

    def head(self):
        if not self:
            raise EmptyListException("The list is empty.")
        return self.top

    def push(self, value):
        self.top = Node(value, self.top)

    def pop(self):
        node, self.top = self.head(), self.head().next()
        return node.value()

    def reversed(self):
        new = LinkedList()
        for value in self:
            new.push(value)
        return new
