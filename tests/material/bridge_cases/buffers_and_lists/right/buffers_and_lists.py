class BufferFullException(BufferError):
    """Raised when there is no room."""

    def __init__(self, message):
        self.message = message


class BufferEmptyException(BufferError):
    def __init__(self, message):
        self.message = message


class CircularBuffer:
    def __init__(self, capacity):
        self.capacity = capacity
        self.items = []

    def read(self):
        if not self.items:
            raise BufferEmptyException("Circular buffer is empty")
        return self.items.pop(0)

    def write(self, item):
        if len(self.items) == self.capacity:
            raise BufferFullException("Circular buffer is full")
        self.items.append(item)

    def overwrite(self, item):
        if len(self.items) == self.capacity:
            self.read()
        self.write(item)

    def clear(self):
        self.items = []


class EmptyListException(Exception):
    pass


class Node:
    def __init__(self, value):
        self._value = value
        self._next = None

    def value(self):
        return self._value

    def next(self):
        return self._next


class LinkedList:
    def __init__(self, values=()):
        self._head = None
        self._len = 0
        for value in values:
            self.push(value)

    def __iter__(self):
        node = self._head
        while node:
            yield node.value()
            node = node.next()

    def __len__(self):
        return self._len

    def __repr__(self):
        return f"LinkedList({list(self)})"

    def head(self):
        if self._head is None:
            raise EmptyListException("The list is empty.")
        return self._head

    def push(self, value):
        node = Node(value)
        node._next = self._head
        self._head = node
        self._len += 1

    def pop(self):
        value = self.head().value()
        self._head = self._head.next()
        self._len -= 1
        return value

    def reversed(self):
        return LinkedList(self)
