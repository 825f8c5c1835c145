from collections.abc import Sequence
from types import SimpleNamespace


class LinkedList(Sequence):
    def __init__(self, values=()):
        self.head = None
        for value in list(values)[::-1]:
            self.prepend(value)

    def _node(self, index):
        node = self.head
        for _ in range(index if index >= 0 else len(self) + index):
            node = node and node.next
        if node is None:
            raise IndexError("out of the list")
        return node

    def prepend(self, value):
        self.head = SimpleNamespace(value=value, next=self.head)

    def append(self, value):
        if len(self):
            self._node(-1).next = SimpleNamespace(value=value, next=None)
        else:
            self.prepend(value)

    def __len__(self):
        count, node = 0, self.head
        while node:
            count, node = count + 1, node.next
        return count

    def __getitem__(self, index):
        return self._node(index).value
