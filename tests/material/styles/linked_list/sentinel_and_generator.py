from dataclasses import dataclass
from typing import Any


@dataclass
class Link:
    value: Any = None
    next: "Link" = None


class LinkedList:
    def __init__(self, values=None):
        self.sentinel = self.last = Link()
        self.size = 0
        for value in values or []:
            self.append(value)

    @property
    def head(self):
        return self.sentinel.next

    def append(self, value):
        self.last.next = Link(value)
        self.last = self.last.next
        self.size += 1

    def prepend(self, value):
        self.sentinel.next = Link(value, self.head)
        self.size += 1

    def __iter__(self):
        link = self.head
        while link:
            yield link.value
            link = link.next

    def __len__(self):
        return self.size

    def __getitem__(self, index):
        if index < 0:
            index += self.size
        for i, value in enumerate(self):
            if i == index:
                return value
        raise IndexError(index)

    def __contains__(self, value):
        return any(value == one for one in self)
