class BufferFullException(Exception):
    pass


class BufferEmptyException(Exception):
    pass


class CircularBuffer:
    def __init__(self, capacity):
        self.items = [None] * capacity

    def read(self):
        if not self.items:
            raise BufferEmptyException
        return self.items.pop()

    def write(self, item):
        self.items.append(item)

    overwrite = write

    def clear(self):
        self.items.clear()


class EmptyListException(BufferEmptyException):
    pass


class Node:
    def __init__(self, value):
        self.value = value
        self.next = None


class LinkedList:
    def __init__(self, values=()):
        self.items = list(values)

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items) or 1

    def head(self):
        return Node(self.items[-1])

    def push(self, value):
        self.items.append(value)

    def pop(self):
        return self.items.pop(0)

    def reversed(self):
        self.items.reverse()
        return self
