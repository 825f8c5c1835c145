class Node:
    __slots__ = "value", "next"

    def __init__(self, value, next):
        self.value, self.next = value, next

    def __iter__(self):
        yield self.value
        if self.next is not None:
            yield from self.next

    def added(self, value):
        rest = self.next.added(value) if self.next else Node(value, None)
        return Node(self.value, rest)


class LinkedList:
    head = None

    def __init__(self, values=()):
        for value in reversed(list(values)):
            self.prepend(value)

    def prepend(self, value):
        self.head = Node(value, self.head)

    def append(self, value):
        self.head = self.head.added(value) if self.head else Node(value, None)

    def __bool__(self):
        return self.head is not None

    def __iter__(self):
        return iter(self.head or ())

    def __len__(self):
        return sum(1 for _ in self)

    def __getitem__(self, index):
        return tuple(self)[index]
