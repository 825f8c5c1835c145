class Node:
    def __init__(self, item, below):
        self.item, self.below = item, below


class Stack:
    top = None

    def push(self, item):
        self.top = Node(item, self.top)

    def pop(self):
        if self.top is None:
            raise IndexError("pop from empty stack")
        item, self.top = self.top.item, self.top.below
        return item

    def __bool__(self):
        return self.top is not None

    def __iter__(self):
        node = self.top
        while node:
            yield node.item
            node = node.below

    def __len__(self):
        return sum(1 for _ in self)

    def __contains__(self, wanted):
        for item in self:
            if item == wanted:
                return True
        return False

    def __eq__(self, other):
        if not isinstance(other, Stack):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __repr__(self):
        return "Stack(%r)" % list(self)[::-1]
