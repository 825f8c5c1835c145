class Node:
    def __init__(self, value):
        self.value = value
        self.next = None


class ListIterator:
    def __init__(self, node):
        self.node = node

    def __iter__(self):
        return self

    def __next__(self):
        if not self.node:
            raise StopIteration
        value, self.node = self.node.value, self.node.next
        return value


class LinkedList:
    def __init__(self, values=()):
        self.first = self.last = None
        self.extend(values)

    def extend(self, values):
        for value in values:
            self.append(value)

    def __getattr__(self, name):
        if name == "head":
            return self.first
        raise AttributeError(name)

    def append(self, value):
        node = Node(value)
        if self.first is None:
            self.first = node
        else:
            self.last.next = node
        self.last = node

    def prepend(self, value):
        node = Node(value)
        node.next, self.first = self.first, node

    def __iter__(self):
        return ListIterator(self.first)

    def __reversed__(self):
        for i in range(len(self)):
            yield self[-i - 1]

    def __len__(self):
        return sum(1 for _ in self)

    def __getitem__(self, index):
        return [*self][index]
